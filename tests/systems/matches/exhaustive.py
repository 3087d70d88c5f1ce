"""Rounds of matches by brute force: every complete pairing is listed and measured as a whole.

It is written from C.04.5 and C.04.6, and uses only the field of the engine: no brackets, criteria,
preferences or orders. The measure of a complete pairing is a list of values, bracket by bracket,
and the smallest list wins.
"""

from __future__ import annotations

from collections.abc import Iterator

from crivello.model.field import Entrant, Field

Couple = tuple[Entrant, Entrant]
Bye = Entrant | None


def best_round(
    field: Field, last_rounds: int, preferences: str = ""
) -> tuple[set[frozenset[int]], int | None] | None:
    """Return the pairs and the bye; None if no legal pairing exists.

    `last_rounds` is the number of last rounds in which floats do not count. `preferences` is A or B
    (teams).
    """
    bye: Bye = None
    left = list(field.entrants)
    if len(left) % 2:
        # 3.4: the lowest score, the most matches played, the largest number.
        order = sorted(left, key=lambda p: (p.score, -matches_played(p), -p.number))
        for player in order:
            others = [one for one in left if one is not player]
            if not player.barred and any(True for _ in all_pairings(others)):
                bye, left = player, others
                break
        else:
            return None
    floats = field.rounds is None or field.round <= field.rounds - last_rounds
    levels = sorted({player.score for player in field.entrants}, reverse=True)
    last = field.rounds is not None and field.round >= field.rounds
    wants = {player.id: preference(player, preferences, last) for player in left}
    found = min(
        all_pairings(left),
        key=lambda pairs: measures(pairs, levels, floats, wants),
        default=None,
    )
    if found is None:
        return None
    return {frozenset((a.id, b.id)) for a, b in found}, None if bye is None else bye.id


def matches_played(player: Entrant) -> int:
    """Return the matches played: without byes and forfeited matches, with those in which each side
    forfeited a game.
    """
    return sum(1 for part in player.history.parts if part.played)


def all_pairings(players: list[Entrant]) -> Iterator[list[Couple]]:
    if not players:
        yield []
        return
    first = players[0]
    for other in players[1:]:
        if other.id not in first.avoid:
            rest = [one for one in players[1:] if one is not other]
            for more in all_pairings(rest):
                yield [(first, other), *more]


Want = tuple[str, bool]
"""A colour, or nothing; is it strong?"""


def preference(player: Entrant, kind: str, last_round: bool) -> Want:
    """Return the colour preference of C.04.6: 1.7, by type A or B."""
    had = player.history.colours
    more = had.count("W") - had.count("B")
    if not kind or not had:
        return "", False
    if more < -1 or (more in (0, -1) and had[-2:] == "BB"):
        return "W", True
    if more > 1 or (more in (0, 1) and had[-2:] == "WW"):
        return "B", True
    if kind == "A" or (more == 0 and last_round):
        return "", False
    if more:
        return ("W" if more < 0 else "B"), False
    return ("W" if had[-1] == "B" else "B"), False


def measures(
    pairs: list[Couple], levels: list[int], floats: bool, wants: dict[int, Want]
) -> list[tuple[object, ...]]:
    """Return the values that are compared, bracket by bracket from the top."""
    found: list[tuple[object, ...]] = []
    left = list(pairs)
    while left:
        top = max(player.score for pair in left for player in pair)
        here = [pair for pair in left if top in (pair[0].score, pair[1].score)]
        left = [pair for pair in left if pair not in here]
        up = [player for pair in here for player in pair if player.score < top]
        met = [
            (a if a.score == top else b) for a, b in here if (a.score == top) != (b.score == top)
        ]
        listed = sorted(up, key=lambda p: (-p.score, p.number))
        numbers = sorted(tuple(sorted((a.number, b.number))) for a, b in here)
        found.append(
            (
                len(up),  # C4
                [-score for score in sorted(p.score for p in up)],  # C5
                not following_is_served(left, top, levels),  # C6
                sum(floated(p) for p in up) if floats else 0,  # C7
                [p.number for p in listed],  # 3.5
                # C.04.6: C8, C9
                sum(bool(wants[a.id][0]) and wants[a.id][0] == wants[b.id][0] for a, b in here),
                sum(wants[a.id] == wants[b.id] and wants[a.id][1] for a, b in here),
                sum(floated(p) for p in met) if floats else 0,  # C.04.5: C8; C.04.6: C10
                [low for low, _ in numbers],  # 3.6
                [high for _, high in numbers],
            )
        )
    return found


def floated(player: Entrant) -> bool:
    """Return True if the player met another score in the previous round."""
    return any(one is not None for one in player.floats[:1])


def following_is_served(left: list[Couple], top: int, levels: list[int]) -> bool:
    """Return True if the rest of the next score can be paired without the groups below, or with one
    player if odd (C6).
    """
    players = [player for pair in left for player in pair]
    following = next((score for score in levels if score < top), None)
    group = [player for player in players if player.score == following]
    if not group:
        return True
    for pairs in all_pairings(players):
        mixed = sum((a.score == following) != (b.score == following) for a, b in pairs)
        if mixed <= len(group) % 2:
            return True
    return False
