"""A club night from the first pairing to the standings, with results drawn by lot."""

import random

import crivello as cv

dice = random.Random(1)
t = cv.Tournament.new(
    "Club night",
    rounds=4,
    players=[("Rossi", 2105), ("Berg", 2010), ("Costa", 1890), ("Weiss", 1850), *"ABCDEF"],
    initial_colour="white",
    system="dutch-2026",
)
for _ in range(4):
    pairing = cv.pair(t)
    t = t.with_pairing(pairing)
    t = t.with_results([dice.choice(["1-0", "½", "0-1"]) for _ in pairing])
    print(pairing, end="\n\n")
print(cv.standings(t, ["BH/C1", "BH", "SB"]))
