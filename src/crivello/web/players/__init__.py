"""The pages of the players: the list, one player, import and rating lists."""
