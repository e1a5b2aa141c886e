"""Results of tables, with reports, entries, corrections and their points."""
