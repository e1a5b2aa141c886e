"""What Recount is made of: every package that it runs with, its hashes and its licence."""
