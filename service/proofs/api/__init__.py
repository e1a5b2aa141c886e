"""Proofs and audits over HTTP: one resource a file."""
