"""Projections: what they show, where it is kept, and that nothing is lost or repeated on the way."""
