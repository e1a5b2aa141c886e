"""Recordings of matches on real tables: the facts that their scribes enter, and the commands for them."""
