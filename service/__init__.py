"""The outside world: the store, the composition of the house, and HTTP."""
