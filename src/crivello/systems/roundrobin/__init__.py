"""Round robins: the Berger tables pair every round before the first is played."""
