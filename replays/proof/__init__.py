"""Proofs that a record is untouched: hash chain, commitments, receipts and Merkle log."""
