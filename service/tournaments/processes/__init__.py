"""Processes that follow the log. They open tables, carry results and reveal seeds."""
