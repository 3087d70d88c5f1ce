"""The Dubov system: opponents chosen to equalise the players' average rating of opponents."""
