"""What a player is told: at most four sentences without letter codes, the answer first."""
