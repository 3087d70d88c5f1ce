"""The trace in words, and "why not?" answered by solving again."""
