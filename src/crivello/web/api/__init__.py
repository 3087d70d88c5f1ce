"""The desk over HTTP: the same actions as JSON below `/api/v1` (`docs/build/api.md`).

problems    refusals and other errors
scope       what a request is about; ETag and If-Match
resources, explanations, actions      the addresses
description all of them, described (OpenAPI), and a page of it
"""

PREFIX = "/api/v1"
