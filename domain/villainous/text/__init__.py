"""Texts of Villainous, such as sentences, refusals, terms and the drawn board."""
