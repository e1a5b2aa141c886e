"""Benchmarks: what the service does in a second, beside what the machine can do and what others do on it."""
