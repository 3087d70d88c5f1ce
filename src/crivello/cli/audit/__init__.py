"""Commands that check tournaments, generate random ones, and compare pairing programs."""
