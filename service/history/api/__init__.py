"""The past of a match over HTTP: one resource a file."""
