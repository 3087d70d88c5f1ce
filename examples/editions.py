"""In how many rounds do two editions of the Dutch system differ? On random tournaments."""

import crivello as cv

rounds = different = 0
for seed in range(5):
    t = cv.generate(players=21, rounds=5, seed=seed, half_point_byes=10)
    for number in range(1, t.paired_rounds + 1):
        old, new = (cv.pair(t, number, system=key) for key in ("dutch-2017", "dutch-2026"))
        rounds += 1
        different += (old.boards, old.bye) != (new.boards, new.bye)
print(f"{different} of {rounds} rounds differ")
