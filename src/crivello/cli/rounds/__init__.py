"""Commands about rounds, of the desk and of files: pairing, changes by hand, results."""
