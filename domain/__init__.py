"""Pure rules: no clock, no random, no I/O, no framework. `msgspec` is all it imports."""
