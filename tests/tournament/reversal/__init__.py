"""Steps that are taken back."""
