"""Pages about proofs."""
