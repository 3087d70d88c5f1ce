"""Check, generate, cross-check: how a pairing program earns trust."""
