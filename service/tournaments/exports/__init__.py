"""A tournament as files that other programs read: CSV, the Tournament Report File, a calendar."""
