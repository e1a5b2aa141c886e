"""Proofs of untouched records, with a hash chain, commitments, receipts and a Merkle log."""
