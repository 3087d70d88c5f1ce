"""The trace told in words, and "why not?" answered by solving again."""
