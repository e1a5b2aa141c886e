"""The service over HTTP: one resource a file."""
