"""Names that others depend on: commands with their options, metrics and topics of stored events."""
