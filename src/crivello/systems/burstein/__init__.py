"""The Burstein system, editions 2016 and 2026.

All players have a place in one order, by tie-breaks. A *combination* is one way to pair a group of
players; those it leaves unpaired *float* into the next group. In the edition of 2026 the Dutch
system pairs the first rounds, the *seeding rounds*.
"""
