"""Pages that leave the service: a match in one file."""
