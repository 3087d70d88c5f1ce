"""The page Hall and the projector view."""
