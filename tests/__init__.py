"""Tests: play-by-plays, against real servers."""
