"""The stores: what SQLite and PostgreSQL, files and Redis, hold in the same words."""
