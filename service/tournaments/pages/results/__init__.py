"""Results on pages as reports of players, typed lines, and a grid."""
