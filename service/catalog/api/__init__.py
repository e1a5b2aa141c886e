"""Games and their rules over HTTP: one resource a file."""
