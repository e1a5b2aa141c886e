"""Knock-out stages, with diagrams, progress and qualification."""
