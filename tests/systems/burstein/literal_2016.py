"""A second literal reading of the 2016 text, sentence by sentence, without code of the system.

It pairs a whole round: the bye (4), the groups from the top (6.1 to 6.5), groups joined into one
(6.6). Everything is enumerated, so it is for small fields only. Places (3.2) are given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from crivello.model.field import Entrant, Field

Places = Mapping[int, int]
Pairs = frozenset[frozenset[int]]
Table = Iterator[tuple[list[tuple[Entrant, Entrant]], Entrant | None]]


def round_2016(field: Field, places: Places) -> tuple[Pairs, int | None] | None:
    """Return the pairs and the bye; None if no legal pairing exists."""
    players = sorted(field.entrants, key=lambda player: (-player.score, places[player.id]))
    bye = None
    if len(players) % 2:
        for candidate in sorted(players, key=lambda p: (p.score, -places[p.id])):  # 4.2, 4.3
            rest = [player for player in players if player is not candidate]
            if not candidate.barred and completable(rest):
                bye, players = candidate.id, rest
                break
        else:
            return None
    scores = sorted({player.score for player in players}, reverse=True)
    groups = [[player for player in players if player.score == score] for score in scores]
    pairs = pair_groups(groups, [], places) if groups else []
    if pairs is None:
        return None
    return frozenset(frozenset((one.id, other.id)) for one, other in pairs), bye


def pair_groups(
    groups: Sequence[list[Entrant]], floaters: list[Entrant], places: Places
) -> list[tuple[Entrant, Entrant]] | None:
    """Return the pairs of all these groups; None if those left for the last group cannot be
    paired.
    """
    residents, rest = groups[0], groups[1:]
    players = sorted((*floaters, *residents), key=lambda player: places[player.id])
    best = None
    for pairs, floater in table(players):
        if not all(may_meet(one, other) for one, other in pairs):
            continue  # 3.1, 5.2, 5.3
        if floater is not None:
            if floater in floaters:
                continue  # 6.3: not a floater from another group
            if not rest or not any(may_meet(floater, other) for other in rest[0]):
                continue  # 6.6: the floater has played everybody of the next group
        if len(rest) == 1 and not completable([*rest[0], *([floater] if floater else [])]):
            continue  # 6.6: two adjacent groups, and there is no third one
        served = sum(same_colour_due(one, other) for one, other in pairs)
        if best is None or served < best[0]:  # 6.5; of equals the first (6.2, 6.4)
            best = served, pairs, floater
    if best is None:
        # 6.6: considered as one with the next group; the caller joins the last one to its own.
        return pair_groups([residents + rest[0], *rest[1:]], floaters, places) if rest else None
    _, pairs, floater = best
    if not rest:
        return pairs
    below = pair_groups(rest, [] if floater is None else [floater], places)
    if below is None:
        # 6.6: what is below became one group, which is now the next and the last.
        return pair_groups([residents, [p for group in rest for p in group]], floaters, places)
    return pairs + below


def table(players: Sequence[Entrant]) -> Table:
    """Return the combinations in order: No. 1 against the last opponent, then upwards, then all
    that float (6.2, 6.4).
    """
    if not players:
        yield [], None
        return
    first, others = players[0], list(players[1:])
    for opponent in reversed(others):
        for pairs, floater in table([player for player in others if player is not opponent]):
            yield [(first, opponent), *pairs], floater
    if len(players) % 2:
        for pairs, _ in table(others):
            yield pairs, first


def completable(players: Sequence[Entrant]) -> bool:
    if not players:
        return True
    first, others = players[0], players[1:]
    return any(
        may_meet(first, other) and completable([player for player in others if player is not other])
        for other in others
    )


def may_meet(one: Entrant, other: Entrant) -> bool:
    colours = one.history.colours, other.history.colours
    return other.id not in one.avoid and any(
        may_have(colours[0], mine) and may_have(colours[1], theirs) for mine, theirs in ("WB", "BW")
    )


def may_have(colours: str, colour: str) -> bool:
    """Return True if the colour limits allow the colour (5.2, 5.3)."""
    more_often = 2 * colours.count(colour) - len(colours)
    return more_often < 2 and not colours.endswith(2 * colour)


def same_colour_due(one: Entrant, other: Entrant) -> bool:
    return due(one) != "" and due(one) == due(other)


def due(player: Entrant) -> str:
    """Return the due colour (1); after the same colour twice, the other one
    (`burstein-due-colour.md`).
    """
    colours = player.history.colours
    if not colours:
        return ""
    white, black = colours.count("W"), colours.count("B")
    if white == black or colours[-2:] in ("WW", "BB"):
        return "B" if colours[-1] == "W" else "W"
    return "B" if white > black else "W"
