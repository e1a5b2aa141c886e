"""Matches of real tables: their score sheets, read by asking the rules, and written."""
