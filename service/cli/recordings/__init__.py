"""The commands record and sheet, for score sheets."""
