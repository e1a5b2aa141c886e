"""Reversals of steps that nothing depends on yet, each with its own fact."""
