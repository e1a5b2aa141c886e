"""Sorcerer's Arena: the rules, the cards and the statuses, as play-by-plays."""
