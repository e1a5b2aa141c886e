"""Cases over HTTP: one resource a file."""
