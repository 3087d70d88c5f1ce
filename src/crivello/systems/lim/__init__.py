"""The Lim system: it pairs the groups above the median downward, those below it upward, and the
median last.

Players whom a group cannot pair *float* to the *adjacent* group, the next one in the direction of
pairing. Two players are *compatible* if they have not met and the colour limits allow the pair. A
*clash* is a pair of players who are *due* the same colour. A *Maxi-tournament* is one in which
exchanges for colour are limited to similar ratings.
"""
