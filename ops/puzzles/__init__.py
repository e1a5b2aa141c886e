"""Puzzles from matches of bots: `python -m ops.puzzles --game arena` writes those of a game."""
