"""The page Hall and the view for the projector."""
