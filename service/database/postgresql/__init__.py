"""Connections to PostgreSQL, with the primary, its pool, replicas and retries."""
