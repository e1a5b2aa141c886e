"""Audits, which decide recorded matches again."""
