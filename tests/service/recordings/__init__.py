"""Recordings and score sheets over HTTP."""
