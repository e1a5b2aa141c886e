"""Score sheets as people type them, read against the rules of both games."""
