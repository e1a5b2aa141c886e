"""Proof that a record is untouched: chain, commitments, receipts, Merkle log; without the service."""
