"""How Alembic reaches a store: over the connection, and within the transaction, that `run` gives it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
