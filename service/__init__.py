"""The service: rooms by capability around the event store, and what they share.

A room has the same file names as the others: `service` (commands and queries), `model`, `schemas`, `api`
(endpoints), `pages` and `cli`, each a module, or a package with one resource a module. Its `init_app`
registers its endpoints and pages, and imports them only then: the command line needs none of them.
"""
