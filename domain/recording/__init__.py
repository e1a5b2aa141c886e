"""Matches of real tables: score sheets, entries of a scribe who sees no hidden cards, and their facts."""
