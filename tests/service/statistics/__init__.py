"""What matches that are over add up to."""
