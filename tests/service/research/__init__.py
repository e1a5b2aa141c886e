"""The games as research takes them."""
