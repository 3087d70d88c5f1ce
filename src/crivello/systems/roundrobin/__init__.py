"""Round robins: the Berger tables fix all rounds before the first is played."""
