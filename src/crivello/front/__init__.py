"""The library: what `import crivello` offers to programmers.

Points are exact numbers, players are found by name, and an invalid tournament is rejected with a
list of all its problems.

score        exact numbers that print as people write them
values       base classes of the values that functions return
taking       classes that take what people write
player       a player
settings     the announced settings of a tournament
tournament   a tournament that is built step by step
tables       the tables of a round: games, and matches with their boards
validation   the problems of a tournament
files        reading and writing
rounds       pairing
round_robin  numbers, schedules and grids of round robins
standings    standings
registering  tie-breaks and pairing systems of one's own
explaining   why a round was paired this way
auditing     checking a tournament, making a random one
html         tables in a notebook, and as text
plot         pictures of a tournament
"""
