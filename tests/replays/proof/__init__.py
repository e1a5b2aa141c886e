"""Tests of what proves that a record is untouched."""
