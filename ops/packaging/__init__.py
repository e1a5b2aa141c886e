"""How Recount is packaged: the backend that builds its wheel, and what the wheel installs beside the code."""
