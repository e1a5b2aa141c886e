"""Score sheets: the notation of matches, read, written and compared with the facts."""
