"""The desk for programs: the same actions as REST and JSON, below `/api/v1`; see `docs/api.md`.

shapes      JSON of dataclasses and of views (`reports.views`), described and checked
actions     every action of the desk
problems    what is not done, and why
at          what a request is about; ETag and If-Match
reading, reporting, explaining, doing, stream      the addresses
describing  the description (OpenAPI) and its page
"""

from __future__ import annotations

from crivello.web.api import describing, doing, explaining, reading, reporting, stream

ROUTERS = (
    describing.router,
    reading.router,
    reporting.router,
    explaining.router,
    doing.router,
    stream.router,
)
