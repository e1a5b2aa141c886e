"""Backups of PostgreSQL by pgBackRest: its configuration, and the rehearsal of a recovery."""
