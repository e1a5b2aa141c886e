"""The rounds of a tournament, with presence, pairings, choices and their course."""
