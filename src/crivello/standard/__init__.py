"""What takes the place of parts of the standard library that take long to load."""
