"""Pages about proofs, and the words of the scripts that check them."""
