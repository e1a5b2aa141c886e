"""Steps on the desk that are taken back or taken early, and the clock of the round."""
