"""The addresses below `/api/v1`, put together from their parts."""

from __future__ import annotations

from starlette.routing import Router

from crivello.web.api import actions, description, explanations, resources

ROUTERS = (
    description.router,
    resources.router,
    explanations.router,
    actions.router,
    resources.stream,
)
"""Routers hold routes only, no other routers: so the tests can walk them all."""
API = [route for router in ROUTERS for route in router.routes]
router = Router(API)
