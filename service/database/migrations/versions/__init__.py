"""The steps from the tables of each release to those of the next."""
