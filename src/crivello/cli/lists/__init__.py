"""Commands about lists of players and tables of them."""
