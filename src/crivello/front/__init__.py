"""The library: what `import crivello` offers. Besides the command line and the browser it is the
third door, and it speaks to programmers: points are numbers, players have names, and whatever is
broken is refused with errors of our own.

score        exact numbers that print as people write them
player       a player
settings     what is announced of a tournament
tournament   a tournament that is built step by step
validation   everything that is wrong with one
files        reading and writing
rounds       pairing
tables       standings
explaining   why a round is paired as it is
auditing     checking a tournament, making a random one
html         how all of it shows itself in a notebook
plot         pictures of a tournament
"""
