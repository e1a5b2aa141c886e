"""Versions of the rules; the first one of a match decides it to its end and audits it.

`Book.version` pins it. Since version 2 a chain of abilities ends (SA-414), and in some editions status tiles
leave after the knocked out figure (SA-902). Since version 3 a discard for a boost or a cost (SA-305, SA-308,
SA-311) is a question even with a single fitting card among several. New options do not change older answers
and need no version.
"""

from __future__ import annotations

VERSIONS: tuple[int, ...] = (1, 2, 3)
"""The versions that still decide matches, the newest last."""

NEWEST = VERSIONS[-1]
