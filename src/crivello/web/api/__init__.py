"""The desk for programs: the same actions as REST and JSON, below `/api/v1`; see `docs/api.md`.

problems    refusals and other errors
scope       what a request is about; ETag and If-Match
description the description (OpenAPI) and its page
resources, explanations, actions      the addresses
routes      all of them
"""

PREFIX = "/api/v1"
