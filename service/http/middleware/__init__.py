"""Duties before and after each view: limits, tokens, headers, idempotency, the log."""
