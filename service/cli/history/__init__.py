"""Commands that look back at a match."""
