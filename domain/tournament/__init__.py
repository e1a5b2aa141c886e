"""A tournament: a record of facts above the matches, which knows no game.

Its facts make a stream of their own. `fold` tells how it stands at any of them; commands return the facts
that follow, or raise `Refused`.
"""
