"""Bots, from the greedy one to the tree search."""
