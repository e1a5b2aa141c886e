"""Sentences about matches, in the languages of their games."""
