"""Rounds at the desk and of a file: pairing, changes by hand, results."""
