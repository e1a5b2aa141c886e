"""Commands that sign and audit."""
