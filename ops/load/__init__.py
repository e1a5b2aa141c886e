"""Load: many matches at once on a real service, and what they cost it."""
