"""Commands that open and play matches."""
