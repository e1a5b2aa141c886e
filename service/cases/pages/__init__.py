"""Pages of judges: the desk, and a case file to read and print."""
