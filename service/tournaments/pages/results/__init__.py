"""Results on pages: reports of players, lines that organizers type, and a grid."""
