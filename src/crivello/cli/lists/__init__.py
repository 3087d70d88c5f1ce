"""Commands about lists of players: the FIDE rating list, national lists, tables."""
