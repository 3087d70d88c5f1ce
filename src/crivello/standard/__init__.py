"""Light replacements for parts of the standard library that take long to load."""
