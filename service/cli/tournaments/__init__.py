"""What the command line does with tournaments."""
