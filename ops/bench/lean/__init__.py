"""The lean client: bots in C that cost a twentieth of a millisecond an answer, so that a server is measured.

Without gcc, the bots in Python and JavaScript take their place. They share the processors with the server,
and cost ten times as much.
"""
