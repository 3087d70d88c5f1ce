"""Brackets in which two neighbouring criteria disagree, with failure values computed by hand.

Each duel gives a bracket two candidates. The first, in order of generation, is worse in the upper
criterion, the second in the lower one; so the second wins. It would not if the upper criterion were
missing, or if the two were swapped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crivello.model.field import Entrant, Field
from crivello.rules.criterion import Failures
from tests.systems.dutch.players import field, player

IN_2026 = {
    "C.5": "C6",
    "C.6": "C7",
    "C.7": "C8",
    "C.8": "C10",
    "C.9": "C11",
    "C.10": "C12",
    "C.11": "C13",
    "C.12": "C14",
    "C.13": "C15",
    "C.14": "C16",
    "C.15": "C17",
    "C.16": "C18",
    "C.17": "C19",
    "C.18": "C20",
    "C.19": "C21",
}
"""What a criterion of 2017 is called in 2026."""

Pairs = frozenset[frozenset[int]]


def pairs(text: str) -> Pairs:
    """Return the pairs of a text such as ``1-2 3-4``."""
    return frozenset(frozenset(map(int, pair.split("-"))) for pair in text.split())


@dataclass(frozen=True)
class Duel:
    """Two candidates; `values` are the failure values of the first and the second one, by 2017
    code.
    """

    name: str
    field: Field
    first: Pairs
    second: Pairs
    values: Mapping[str, tuple[Failures, Failures]]
    first_wins: bool = False
    editions: tuple[str, ...] = ("dutch-2017", "dutch-2026")

    @property
    def winner(self) -> Pairs:
        return self.first if self.first_wins else self.second

    def __str__(self) -> str:
        return self.name


def five(
    name: str, last_round: bool = False, **members: Entrant
) -> tuple[str, Field, Pairs, Pairs]:
    """Return the last bracket, with one moved-down player and four residents, and its two
    candidates.

    They are 1-2, 3-4 with the bye for 5, and 1-3, 2-5 with the bye for 4. (If 1 were left over, the
    PSD would be larger, or the bye higher.)
    """
    players = [members.get(f"p{n}") or player(n, 8 if n == 1 else 6) for n in range(1, 6)]
    allowed = [(1, 2), (3, 4), (1, 3), (2, 5)]
    rounds = 5 if last_round else 9
    return name, field(players, allowed=allowed, rounds=rounds), pairs("1-2 3-4"), pairs("1-3 2-5")


def two_on_three(name: str, **members: Entrant) -> tuple[str, Field, Pairs, Pairs]:
    """Return two moved-down players and three residents who may not meet the last player, and two
    candidates.

    They are 1-3, 4-5 with 2 floating to 6, and 2-4, 3-5 with 1 floating to 6. (After 1-3, 2-4
    player 5 would float, who cannot meet 6.)
    """
    scores = (4, 4, 2, 2, 2, 0)
    players = [members.get(f"p{n}") or player(n, s) for n, s in enumerate(scores, start=1)]
    allowed = [(1, 3), (4, 5), (2, 4), (3, 5), (1, 6), (2, 6)]
    return name, field(players, allowed=allowed), pairs("1-3 4-5"), pairs("2-4 3-5")


def three_on_two(name: str, **members: Entrant) -> tuple[str, Field, Pairs, Pairs]:
    """Return moved-down players of 3, 2 and 2 points, two residents of one point, and two
    candidates.

    They are 1-4, 2-5 with 3 floating to 6, and 1-5, 3-4 with 2 floating to 6.
    """
    scores = (6, 4, 4, 2, 2, 0)
    players = [members.get(f"p{n}") or player(n, s) for n, s in enumerate(scores, start=1)]
    allowed = [(1, 4), (2, 5), (1, 5), (3, 4), (2, 6), (3, 6)]
    return name, field(players, allowed=allowed), pairs("1-4 2-5"), pairs("1-5 3-4")


CD_TWO = "WWBW"
"""Colour difference +2, not the same colour twice running: absolute for Black."""
TWICE = "BWW"
"""White twice running, colour difference +1: absolute for Black."""

DUELS = [
    Duel(
        # 1 (3 points) and 2 (2 points) for one resident: 2 - 3 would suit the colours.
        # PSD: 1-3 differ by 4, 2 is 4 above the artificial value (2 - 2); or 2 and 6.
        "C.6 over C.10",
        field(
            [player(1, 6, "w"), player(2, 4, "b"), player(3, 2, "w"), player(4, 0)],
            allowed=[(1, 3), (2, 3), (1, 4), (2, 4)],
        ),
        pairs("1-3"),
        pairs("2-3"),
        {"C.10": ((1,), (0,))},
        first_wins=True,
    ),
    Duel(
        # If 3 floats, 3 cannot meet 4, the only player of the next bracket.
        "C.7 over C.10",
        field(
            [
                player(1, 4, "w"),
                player(2, 4),
                player(3, 4, "w"),
                player(4, 2),
                player(5),
                player(6),
            ],
            forbidden=[(2, 3), (3, 4)],
        ),
        pairs("1-2"),
        pairs("1-3"),
        {"C.10": ((0,), (1,))},
    ),
    Duel(
        # 3 and 4 both have colour difference +2; 2 and 5 both had White twice running.
        *five(
            "C.8 over C.9",
            last_round=True,
            p2=player(2, 6, colours=TWICE),
            p3=player(3, 6, colours=CD_TWO),
            p4=player(4, 6, colours=CD_TWO),
            p5=player(5, 6, colours=TWICE),
        ),
        {"C.8": ((1,), (0,)), "C.9": ((0,), (1,)), "C.10": ((1,), (1,)), "C.11": ((0,), (0,))},
    ),
    Duel(
        # 3-4: White three times running. Or 1-3 and 2-5: two mild preferences.
        *five(
            "C.9 over C.10",
            last_round=True,
            p1=player(1, 8, "b"),
            p2=player(2, 6, "w"),
            p3=player(3, 6, colours=TWICE),
            p4=player(4, 6, colours=TWICE),
            p5=player(5, 6, "w"),
        ),
        {"C.8": ((0,), (0,)), "C.9": ((1,), (0,)), "C.10": ((1,), (2,))},
    ),
    Duel(
        # 1-2 and 3-4 deny a mild preference each; 2-5 a strong one.
        *five(
            "C.10 over C.11",
            p1=player(1, 8, "w"),
            p2=player(2, 6, "Ww"),
            p3=player(3, 6, "b"),
            p4=player(4, 6, "b"),
            p5=player(5, 6, "Ww"),
        ),
        {"C.10": ((2,), (1,)), "C.11": ((0,), (1,))},
    ),
    Duel(
        # 3-4 denies a strong preference; 2-5 a mild one, and 4 floats down again.
        *five(
            "C.11 over C.12",
            p2=player(2, 6, "w"),
            p3=player(3, 6, "Bb"),
            p4=player(4, 6, "Bb", "v-"),
            p5=player(5, 6, "w"),
        ),
        {"C.10": ((1,), (1,)), "C.11": ((1,), (0,)), "C.12": ((0,), (1,))},
    ),
    Duel(
        *five("C.12 over C.13", p5=player(5, 6, floats="v-"), p3=player(3, 6, floats="^-")),
        {"C.12": ((1,), (0,)), "C.13": ((0,), (1,))},
    ),
    Duel(
        *five("C.13 over C.14", p2=player(2, 6, floats="^-"), p4=player(4, 6, floats="-v")),
        {"C.12": ((0,), (0,)), "C.13": ((1,), (0,)), "C.14": ((0,), (1,))},
    ),
    Duel(
        *five("C.14 over C.15", p5=player(5, 6, floats="-v"), p3=player(3, 6, floats="-^")),
        {"C.14": ((1,), (0,)), "C.15": ((0,), (1,))},
    ),
    Duel(
        # 3 floats up again, or 1 floats down again without an opponent: 2 + 2 units.
        *two_on_three("C.15 over C.16", p1=player(1, 4, floats="v-"), p3=player(3, 2, floats="-^")),
        {"C.15": ((1,), (0,)), "C.16": ((2,), (4,))},
    ),
    Duel(
        # 3 floats down again, unpaired (4 + 2 units) or to 4 (2 units); 5 up to 2 or to 1.
        *three_on_two("C.16 over C.17", p3=player(3, 4, floats="v-"), p5=player(5, 2, floats="^-")),
        {"C.13": ((1,), (1,)), "C.16": ((6,), (2,)), "C.17": ((2,), (4,))},
    ),
    Duel(
        *three_on_two("C.17 over C.18", p4=player(4, 2, floats="^-"), p2=player(2, 4, floats="-v")),
        {"C.17": ((4,), (2,)), "C.18": ((2,), (6,))},
    ),
    Duel(
        *three_on_two("C.18 over C.19", p3=player(3, 4, floats="-v"), p5=player(5, 2, floats="-^")),
        {"C.18": ((6,), (2,)), "C.19": ((2,), (4,))},
    ),
    Duel(
        *three_on_two("C.19 alone", p4=player(4, 2, floats="-^")),
        {"C.15": ((1,), (1,)), "C.18": ((), ()), "C.19": ((4,), (2,))},
    ),
    Duel(
        # The bye for 5, who missed a round, or for 4; then 2 and 5 get beyond two Whites.
        *five(
            "C9 over C10",
            last_round=True,
            p2=player(2, 6, colours=CD_TWO),
            p5=player(5, 6, colours=CD_TWO, unplayed=1),
        ),
        {"C9": ((1,), (0,)), "C.8": ((0,), (1,))},
        editions=("dutch-2026",),
    ),
]
