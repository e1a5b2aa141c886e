"""The service in rooms by capability around the event store.

All rooms have the same file names. `service` holds commands and queries; `model`, `schemas`, `api`
(endpoints), `pages` and `cli` are modules, or packages with one module a resource. `init_app` of a room
registers its endpoints and pages. It imports them only then, because the command line needs none of them.
"""

import atexit
import gc

# A process that ends would look for garbage among all that it has imported, which took a quarter of the
# processor time of a short command: the end of the process frees that anyway.
atexit.register(gc.freeze)
