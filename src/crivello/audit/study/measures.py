"""The measures of a study, taken from a tournament that has been played.

Each measure gives values by round (0: the whole tournament) and group (empty: all players), in
millionths. A tournament counts as one observation: a share of its players or games is one value.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from itertools import groupby
from math import isqrt
from typing import NamedTuple

from crivello.audit.comparison import ComparedRound
from crivello.audit.generator import RandomTournament
from crivello.audit.study.tally import SCALE, ratio, ratio_to_root
from crivello.audit.verdicts import first_difference
from crivello.model.errors import Impossible
from crivello.model.history import History, histories
from crivello.model.keys import is_round_robin
from crivello.model.result import Award
from crivello.model.sentence import N_
from crivello.rules.acceleration import virtual_points
from crivello.rules.field import average_rating_of_opponents
from crivello.rules.rating_tables import expected_percent
from crivello.standings.standings import standings
from crivello.systems.registry import find


class Value(NamedTuple):
    round: int
    group: str
    value: int


Values = Iterator[Value]
WHOLE = 0
EVERYBODY = ""
BANDS = ((1, 1), (2, 5), (6, 10), (11, 20), (21, 50), (51, 5000))
"""Ranges of boards whose values are put together."""


class Changes(NamedTuple):
    """The changes in one round if another edition had paired it."""

    round: int
    boards: int
    pairs: int
    """The number of our pairs that the other edition does not have."""
    colours: int
    """The number of pairs that both have, with colours reversed."""
    bye: bool
    code: str
    """The first criterion by which the other edition prefers its own pairing; empty if none is
    named.
    """
    players: frozenset[int]
    """The players with another opponent, colour or bye."""

    @property
    def any(self) -> bool:
        return bool(self.pairs or self.colours or self.bye)


class Observation:
    """A played tournament, with data that several measures need."""

    def __init__(
        self,
        played: RandomTournament,
        tie_breaks: tuple[str, ...],
        groups: int,
        against: str | None = None,
    ) -> None:
        settings = replace(played.tournament.settings, tie_breaks=tie_breaks)
        self.tournament = replace(played.tournament, settings=settings)
        self.strengths = played.strengths
        self.rounds = self.tournament.paired_rounds
        self.against = against
        self.past: Mapping[int, History] = histories(self.tournament, self.rounds + 1)
        order = sorted(self.strengths, key=lambda player: (-self.strengths[player], player))
        size = len(order)
        self.group = {player: str(index * groups // size + 1) for index, player in enumerate(order)}
        """The number of each player's group, 1 for the strongest."""
        self.stayed = [p.id for p in self.tournament.players if p.withdrawn_after is None]
        """Withdrawn players are left out when strengths and standings are compared."""
        best = max((self.strengths[player] for player in self.stayed), default=0)
        self.best = [player for player in self.stayed if self.strengths[player] == best]
        self.unit = settings.scoring.unit

    @property
    def swiss(self) -> bool:
        return not is_round_robin(self.tournament.settings.system)

    @cached_property
    def final_places(self) -> dict[int, int]:
        """Twice the place in the final standings (a whole number); players of equal rank share the
        mean place.
        """
        if not self.tournament.settings.tie_breaks:
            return self.places_by_points(self.rounds)
        rows = standings(self.tournament, self.rounds).rows
        stayed = set(self.stayed)
        return places({row.player.id: row.rank for row in rows if row.player.id in stayed})

    def places_by_points(self, number: int) -> dict[int, int]:
        """Return twice each player's place by points after a round."""
        return places({player: -self.past[player].scores[number] for player in self.stayed})

    @cached_property
    def floats(self) -> list[list[int]]:
        """The players who met a different pairing score, round by round."""
        virtual = virtual_points(self.tournament, self.rounds)
        found = []
        for number in range(1, self.rounds + 1):
            score = {
                player: history.scores[number - 1] + virtual.get((player, number), 0)
                for player, history in self.past.items()
            }
            games = self.tournament.round(number).games
            odd = [game for game in games if score[game.white] != score[game.black]]
            found.append([player for game in odd for player in (game.white, game.black)])
        return found

    @cached_property
    def balances(self) -> list[dict[int, tuple[int, bool]]]:
        """By round and player: White minus Black games so far, and whether the next colour is
        absolute.

        It is absolute with a difference of two, or after the same colour twice (C.04.1: 6 and 7).
        """
        running = dict.fromkeys(self.past, (0, ""))
        found = []
        for index in range(self.rounds):
            after = {}
            for player, history in self.past.items():
                balance, last = running[player]
                letter = history.parts[index].letter
                if letter:
                    running[player] = balance + (1 if letter == "W" else -1), last[-1:] + letter
                balance, last = running[player]
                after[player] = balance, abs(balance) > 1 or last in ("WW", "BB")
            found.append(after)
        return found

    @cached_property
    def changes(self) -> list[Changes]:
        """The changes if the other edition had paired each round; a round that it cannot pair is
        left out.
        """
        if self.against is None or not self.swiss:
            return []
        other, found = find(self.against), []
        for number in range(1, self.rounds + 1):
            ours = ComparedRound.actual(self.tournament.round(number))
            try:
                pairing = other.pair(self.tournament, number)
            except Impossible:
                continue
            theirs = ComparedRound.of_pairing(pairing)
            turned = len(ours.turned_boards(theirs))
            pairs = len(ours.boards - theirs.boards) - turned
            code = ""
            if ours != theirs:
                code = first_difference(other, self.tournament, pairing, ours.boards, ours.bye).code
            found.append(
                Changes(
                    number,
                    len(ours.boards),
                    pairs,
                    turned,
                    ours.bye != theirs.bye,
                    code,
                    ours.moved_players(theirs),
                )
            )
        return found

    def by_group(self, players: Iterable[int]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for player in players:
            found.setdefault(self.group[player], []).append(player)
        return found


def places(order: Mapping[int, int]) -> dict[int, int]:
    """Return twice the place of each key, the smallest value first; equal ones share the mean
    place.
    """
    found, before = {}, 0
    for _, same in groupby(sorted(order, key=order.__getitem__), key=order.__getitem__):
        tied = list(same)
        for one in tied:
            found[one] = 2 * before + len(tied) + 1
        before += len(tied)
    return found


# Strength and standing


def kendall(pairs: Sequence[tuple[int, int]]) -> int | None:
    """Return Kendall's tau-b of pairs of numbers; None if all first or all second numbers are
    equal.
    """
    size = len(pairs)
    all_pairs = size * (size - 1) // 2

    def tied_pairs(values: Iterable[object]) -> int:
        return sum(count * (count - 1) // 2 for count in Counter(values).values())

    first, second = tied_pairs(x for x, _ in pairs), tied_pairs(y for _, y in pairs)
    seen: list[int] = []
    discordant = 0
    for _, y in sorted(pairs):
        discordant += len(seen) - bisect_right(seen, y)
        insort(seen, y)
    square = (all_pairs - first) * (all_pairs - second)
    if not square:
        return None
    return ratio_to_root(all_pairs - first - second + tied_pairs(pairs) - 2 * discordant, square)


def pearson(pairs: Sequence[tuple[int, int]]) -> int | None:
    """Return the correlation of pairs of numbers (Pearson's; for places, Spearman's).

    Return None if all first or all second numbers are equal.
    """
    size = len(pairs)
    x, y = sum(one for one, _ in pairs), sum(one for _, one in pairs)
    common = size * sum(one * other for one, other in pairs) - x * y
    square = (size * sum(one * one for one, _ in pairs) - x * x) * (
        size * sum(one * one for _, one in pairs) - y * y
    )
    return ratio_to_root(common, square) if square else None


Correlation = Callable[[Sequence[tuple[int, int]]], int | None]


def _correlation(correlate: Correlation) -> Callable[[Observation], Values]:
    def measure(seen: Observation) -> Values:
        by_strength = places({player: -seen.strengths[player] for player in seen.stayed})
        standing = [(WHOLE, seen.final_places)]
        standing += [(n, seen.places_by_points(n)) for n in range(1, seen.rounds + 1)]
        for number, place in standing:
            value = correlate([(by_strength[player], place[player]) for player in seen.stayed])
            if value is not None:
                yield Value(number, EVERYBODY, value)

    return measure


def _best_place(seen: Observation) -> Values:
    if seen.best:
        doubled = sum(seen.final_places[player] for player in seen.best)
        yield Value(WHOLE, EVERYBODY, ratio(doubled, 2 * len(seen.best)))


def _wrong_winner(seen: Observation) -> Values:
    if seen.best:
        first = min(seen.final_places.values())
        winners = [player for player, place in seen.final_places.items() if place == first]
        wrong = [player for player in winners if player not in seen.best]
        yield Value(WHOLE, EVERYBODY, ratio(len(wrong), len(winners)))


def _points(seen: Observation) -> Values:
    for group, players in seen.by_group(seen.past).items():
        total = sum(seen.past[player].score for player in players)
        yield Value(WHOLE, group, ratio(total, seen.unit * len(players)))


def _gain(seen: Observation) -> Values:
    by_strength = places({player: -seen.strengths[player] for player in seen.stayed})
    for group, players in seen.by_group(seen.stayed).items():
        total = sum(by_strength[player] - seen.final_places[player] for player in players)
        yield Value(WHOLE, group, ratio(total, 2 * len(players)))


# Colours


def _colours(value: Callable[[int, bool], int]) -> Callable[[Observation], Values]:
    def measure(seen: Observation) -> Values:
        size = len(seen.past)
        for number, after in enumerate(seen.balances, start=1):
            amounts = {player: value(*one) for player, one in after.items()}
            total = ratio(sum(amounts.values()), size)
            yield Value(number, EVERYBODY, total)
            if number == seen.rounds:
                yield Value(WHOLE, EVERYBODY, total)
                for group, players in seen.by_group(seen.past).items():
                    part = sum(amounts[player] for player in players)
                    yield Value(WHOLE, group, ratio(part, len(players)))

    return measure


def _group_by_balance(seen: Observation) -> dict[str, list[int]]:
    """Group the players by the colours they had: more often White, equally often, more often
    Black.
    """
    found = defaultdict(list)
    for player in seen.stayed:
        balance = seen.balances[-1][player][0]
        found["white" if balance > 0 else "black" if balance < 0 else "equal"].append(player)
    return found


def _surplus(seen: Observation) -> dict[int, int]:
    """Return each player's score minus the score expected by strength, in hundredths of a point."""
    surplus = dict.fromkeys(seen.past, 0)
    for player, history in seen.past.items():
        for opponent, part in zip(history.opponents, history.parts, strict=True):
            if part.played and opponent is not None:
                difference = seen.strengths[player] - seen.strengths[opponent]
                surplus[player] += 100 * part.points // seen.unit - expected_percent(difference)
    return surplus


def _white_surplus(seen: Observation) -> Values:
    surplus, means = _surplus(seen), {}
    for group, players in _group_by_balance(seen).items():
        means[group] = ratio(sum(surplus[player] for player in players), 100 * len(players))
        yield Value(WHOLE, group, means[group])
    if "white" in means and "black" in means:
        yield Value(WHOLE, EVERYBODY, means["white"] - means["black"])


def _white_gain(seen: Observation) -> Values:
    by_strength, means = places({p: -seen.strengths[p] for p in seen.stayed}), {}
    for group, players in _group_by_balance(seen).items():
        total = sum(by_strength[player] - seen.final_places[player] for player in players)
        means[group] = ratio(total, 2 * len(players))
        yield Value(WHOLE, group, means[group])
    if "white" in means and "black" in means:
        yield Value(WHOLE, EVERYBODY, means["white"] - means["black"])


def _for_each_player(seen: Observation, counts: Mapping[int, int]) -> Values:
    """Yield the mean of `counts`, which has a number for each player, over all players and each
    group.
    """
    yield Value(WHOLE, EVERYBODY, ratio(sum(counts.values()), len(seen.past)))
    for group, players in seen.by_group(seen.past).items():
        yield Value(WHOLE, group, ratio(sum(counts[one] for one in players), len(players)))


# Scoregroups and boards


def _floats(seen: Observation) -> Values:
    if not seen.swiss:
        return
    size, count = len(seen.past), Counter[int]()
    for number, players in enumerate(seen.floats, start=1):
        count.update(players)
        yield Value(number, EVERYBODY, ratio(len(players), size))
    yield from _for_each_player(seen, count)


def _aro_spread(seen: Observation) -> Values:
    ratings = {player.id: player.rating or 0 for player in seen.tournament.players}
    aro = {p: average_rating_of_opponents(seen.past[p], ratings) for p in seen.stayed}
    by_score: dict[int, list[int]] = {}
    for player in seen.stayed:
        by_score.setdefault(seen.past[player].score, []).append(aro[player])
    size = total = 0
    for group in by_score.values():
        count = len(group)
        if count > 1:
            spread = count * sum(one * one for one in group) - sum(group) ** 2
            total += isqrt(spread * SCALE * SCALE)  # the deviation, once per player
            size += count
    if size:
        yield Value(WHOLE, EVERYBODY, total // size)


def _rating_difference(seen: Observation) -> Values:
    ratings = {player.id: player.rating or 0 for player in seen.tournament.players}
    bands: dict[str, list[int]] = {}
    for number in range(1, seen.rounds + 1):
        gaps = [
            abs(ratings[game.white] - ratings[game.black])
            for game in seen.tournament.round(number).games
        ]
        if gaps:
            yield Value(number, EVERYBODY, ratio(sum(gaps), len(gaps)))
        for first, last in BANDS:
            if len(gaps) >= first:
                bands.setdefault(f"{first}-{last}", []).extend(gaps[first - 1 : last])
    for band, gaps in bands.items():
        yield Value(WHOLE, band, ratio(sum(gaps), len(gaps)))
    everything = [gap for first, last in BANDS for gap in bands.get(f"{first}-{last}", ())]
    if everything:
        yield Value(WHOLE, EVERYBODY, ratio(sum(everything), len(everything)))


def _byes(seen: Observation) -> Values:
    counts = {
        player: sum(part.award is Award.PAIRING_ALLOCATED_BYE for part in history.parts)
        for player, history in seen.past.items()
    }
    yield from _for_each_player(seen, counts)


def _strangers(seen: Observation) -> Values:
    club = {player.id: dict(player.tags).get("club") for player in seen.tournament.players}
    if not any(club.values()):
        return
    games = strange = 0
    for number in range(1, seen.rounds + 1):
        these = seen.tournament.round(number).games
        apart = sum(club[game.white] != club[game.black] for game in these)
        games, strange = games + len(these), strange + apart
        if these:
            yield Value(number, EVERYBODY, ratio(apart, len(these)))
    if games:
        yield Value(WHOLE, EVERYBODY, ratio(strange, games))


# Editions


def _changes(seen: Observation) -> Values:
    rounds = seen.changes
    boards = sum(one.boards for one in rounds)
    if not boards:
        return
    for one in rounds:
        if one.boards:
            yield Value(one.round, EVERYBODY, ratio(one.pairs, one.boards))
    yield Value(WHOLE, EVERYBODY, ratio(sum(one.pairs for one in rounds), boards))


def _changed_colours(seen: Observation) -> Values:
    boards = sum(one.boards for one in seen.changes)
    if boards:
        yield Value(WHOLE, EVERYBODY, ratio(sum(one.colours for one in seen.changes), boards))


def _changed_rounds(seen: Observation) -> Values:
    if seen.changes:
        for one in seen.changes:
            yield Value(one.round, EVERYBODY, SCALE * one.any)
        odd = sum(one.any for one in seen.changes)
        yield Value(WHOLE, EVERYBODY, ratio(odd, len(seen.changes)))


def _criteria(seen: Observation) -> Values:
    count = Counter(one.code or "–" for one in seen.changes if one.any)
    for code, times in sorted(count.items()):
        yield Value(WHOLE, code, ratio(times, len(seen.changes)))


def _moved_players(seen: Observation) -> Values:
    if seen.changes:
        count = Counter(player for one in seen.changes for player in one.players)
        for group, players in seen.by_group(seen.past).items():
            moved = sum(count[player] for player in players)
            yield Value(WHOLE, group, ratio(moved, len(seen.changes) * len(players)))


# All of them


class Groups(Enum):
    """The kind of groups for which a measure gives values."""

    STRENGTH = "group"
    BOARDS = "boards"
    COLOURS = "colours"
    CRITERIA = "criterion"


class StudyMeasure(NamedTuple):
    """A measure of a study: its name, its sentence, and the function that computes it."""

    key: str
    title: str
    """The title and the meaning are sentences of the catalogue."""
    meaning: str
    compute: Callable[[Observation], Values]
    groups: Groups = Groups.STRENGTH
    percent: bool = False
    """True if the value is a share, shown in percent."""
    rate: bool = False
    """True if each tournament gives yes or no."""
    digits: int = 2
    """The number of decimals shown."""
    fills: bool = False
    """True if a group that is missing in a tournament counts as 0."""


UNFINISHED = StudyMeasure(
    "unfinished",
    N_("Unfinished"),
    N_("Share of tournaments in which a round could not be paired; nothing else is measured there"),
    lambda seen: iter(()),
    percent=True,
    rate=True,
)
"""Measured in every study."""
MEASURES = {
    measure.key: measure
    for measure in (
        StudyMeasure(
            "tau",
            N_("Kendall's tau"),
            N_("Agreement of strength and standing: 1 is the same order, 0 none"),
            _correlation(kendall),
            digits=4,
        ),
        StudyMeasure(
            "spearman",
            N_("Spearman's correlation"),
            N_("The same by the distance of the places"),
            _correlation(pearson),
            digits=4,
        ),
        StudyMeasure(
            "best-place",
            N_("Place of the strongest"),
            N_("Final place of the strongest player"),
            _best_place,
        ),
        StudyMeasure(
            "wrong-winner",
            N_("Wrong winner"),
            N_("Share of tournaments that the strongest player did not win"),
            _wrong_winner,
            percent=True,
            rate=True,
        ),
        StudyMeasure("points", N_("Points"), N_("Points of a player"), _points),
        StudyMeasure(
            "places-gained",
            N_("Places gained"),
            N_("Place by strength minus final place"),
            _gain,
        ),
        StudyMeasure(
            "colour-difference",
            N_("Colour difference"),
            N_("Games with White minus games with Black, without the sign"),
            _colours(lambda balance, absolute: abs(balance)),
        ),
        StudyMeasure(
            "colour-imbalance",
            N_("Difference of two or more"),
            N_("Share of players with a colour difference of two or more"),
            _colours(lambda balance, absolute: abs(balance) > 1),
            percent=True,
        ),
        StudyMeasure(
            "absolute-colours",
            N_("Absolute colours"),
            N_("Share of players who must have one colour in the next round"),
            _colours(lambda balance, absolute: absolute),
            percent=True,
        ),
        StudyMeasure(
            "extra-white-points",
            N_("Points of an extra White"),
            N_("Points above expectation by strength: more White minus more Black"),
            _white_surplus,
            Groups.COLOURS,
        ),
        StudyMeasure(
            "extra-white-places",
            N_("Places of an extra White"),
            N_("Places gained: more White minus more Black"),
            _white_gain,
            Groups.COLOURS,
        ),
        StudyMeasure(
            "floats",
            N_("Floats"),
            N_("Games of a player against another score; by round, the share of players"),
            _floats,
        ),
        StudyMeasure(
            "aro-spread",
            N_("ARO spread"),
            N_("Standard deviation of the average rating of opponents among equal scores"),
            _aro_spread,
            digits=1,
        ),
        StudyMeasure(
            "rating-difference",
            N_("Rating difference"),
            N_("Difference of the ratings on a board"),
            _rating_difference,
            Groups.BOARDS,
            digits=1,
        ),
        StudyMeasure("byes", N_("Byes"), N_("Pairing-allocated byes of a player"), _byes),
        StudyMeasure(
            "strangers",
            N_("Games between strangers"),
            N_("Share of games between players of different clubs"),
            _strangers,
            percent=True,
        ),
        StudyMeasure(
            "changed-pairs",
            N_("Changed pairs"),
            N_("Share of pairs that the other edition does not have in this round"),
            _changes,
            percent=True,
        ),
        StudyMeasure(
            "changed-colours",
            N_("Changed colours"),
            N_("Share of boards that the other edition has with the colours reversed"),
            _changed_colours,
            percent=True,
        ),
        StudyMeasure(
            "changed-rounds",
            N_("Changed rounds"),
            N_("Share of rounds that the other edition pairs differently in any way"),
            _changed_rounds,
            percent=True,
        ),
        StudyMeasure(
            "criteria",
            N_("Criteria"),
            N_(
                "Share of rounds in which this rule of the other edition is the first to decide "
                "differently"
            ),
            _criteria,
            Groups.CRITERIA,
            percent=True,
            fills=True,
        ),
        StudyMeasure(
            "moved",
            N_("Players concerned"),
            N_("Share of rounds in which a player has another opponent, colour or bye"),
            _moved_players,
            percent=True,
        ),
    )
}


def observe(seen: Observation, keys: Iterable[str]) -> dict[tuple[str, int, str], int]:
    """Return all values of these measures for one tournament, by measure, round and group."""
    return {
        (key, one.round, one.group): one.value
        for key in keys
        for one in MEASURES[key].compute(seen)
    }
