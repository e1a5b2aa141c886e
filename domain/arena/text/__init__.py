"""Texts of Sorcerer's Arena, such as sentences, refusals, terms and the drawn board."""
