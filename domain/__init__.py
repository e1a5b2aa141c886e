"""Pure rules without clock, randomness, I/O or framework; `msgspec` is the only import."""
