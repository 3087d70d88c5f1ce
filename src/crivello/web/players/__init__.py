"""The pages of the players: the list, one player, import, rating lists."""
