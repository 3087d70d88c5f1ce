"""The page of exercises about brackets."""
