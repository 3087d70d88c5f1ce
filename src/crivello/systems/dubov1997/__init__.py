"""The Dubov system of 1997, which is defined as a procedure.

R is a player's rating, ARO the average rating of the opponents. A scoregroup is divided by *due
colour* into two *columns*, the Whites and the Blacks, which are matched row by row. A *newcomer*
has not played a game and is due no colour.
"""
