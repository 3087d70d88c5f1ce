"""Check pairings, generate random tournaments, and compare pairing programs."""
