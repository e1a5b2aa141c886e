"""The installable clients of the API, generated from its document and written around that."""
