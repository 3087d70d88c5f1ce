"""The API of the desk: the actions of the pages as JSON below `/api/v1` (`docs/build/api.md`).

problems    refusals and other errors scope       what a request is about; ETag and If-Match
resources, explanations, actions      the routes description all routes described (OpenAPI), and a
page that shows them
"""

PREFIX = "/api/v1"
