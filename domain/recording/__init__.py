"""Matches of real tables: entries of a scribe who sees no hidden cards, and the facts that follow."""
