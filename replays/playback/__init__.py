"""Positions of a recorded match, and the changes between them."""
