"""The usual causes of a round that the rules do not reproduce, tried as variants of the tournament.

A file holds the final numbers, results and colours. A round was paired from those of its day, and
an arbiter may have had reasons that no file records. Only changes that happen in practice are
tried, the likeliest first, and a cause is named only if it reproduces the round. It is a sufficient
condition, not proof of what happened: another change may reproduce the round too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from crivello.audit.comparison import ComparedRound
from crivello.audit.match_causes import (
    all_forfeited,
    all_open,
    distinct,
    match_of,
    one_won,
    some_open,
)
from crivello.model.history import History, histories
from crivello.model.matches import MatchTournament
from crivello.model.pairing import Board
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.sentence import N_, ListOf, PairRef, PlayerRef, Points, Sentence
from crivello.model.settings import Apart, Parity
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.field import initial_colour
from crivello.rules.initial_order import FROZEN_FROM
from crivello.standard.classes import frozen

Turned = frozenset[tuple[int, frozenset[int]]]
"""Games, as round and pair, whose colours in the file are not those of the pairing."""

_Choice = Callable[[int, Game], bool]
"""Decides whether this game of this round is to be examined."""

MOST_OF_A_KIND = 40
"""The most players of one kind, such as the absent ones, who are tried one by one."""


@frozen
class DifferenceCause:
    """A possible cause of a difference: a sentence for people and a kind for programs."""

    kind: str
    sentence: Sentence
    possible: bool = False
    """True if the sentence is a clause that names a change which would reproduce the round."""

    @staticmethod
    def of(kind: str, template: str, /, **values: object) -> DifferenceCause:
        return DifferenceCause(kind, Sentence(template, **values))

    @staticmethod
    def change(kind: str, template: str, /, **values: object) -> DifferenceCause:
        """Return a cause that is a change which would reproduce the round."""
        return DifferenceCause(kind, Sentence(template, **values), possible=True)

    def is_like(self, other: DifferenceCause) -> bool:
        """Return True if both causes are of the same kind or about the same game."""
        mine, theirs = (_game_of(one.sentence) for one in (self, other))
        return self.kind == other.kind or (mine is not None and mine == theirs)

    def __str__(self) -> str:
        return str(self.sentence)


def _game_of(sentence: Sentence) -> tuple[object, ...] | None:
    """Return round, White and Black of the game that a cause is about; None if it is not about
    one.
    """
    named = tuple(sentence.values.get(name) for name in ("round", "white", "black"))
    return None if None in named else named


Accepts = Callable[[ComparedRound, ComparedRound], bool]
"""Decides whether a variant explains the round: from the variant's pairing and the round of the
file.
"""


@frozen
class Variant:
    """A changed tournament, as it may have been when the round was paired, and the cause of the
    change.
    """

    cause: DifferenceCause
    tournament: Tournament
    since: int
    """The first round that was paired from the variant; all rounds since must be reproduced too."""
    accepts: Accepts = ComparedRound.__eq__
    stale_averages: bool = False
    """True: average ratings of opponents are those before the last round."""
    explains: bool = True
    """False if nothing in the file makes this cause likelier than a mistake in the pairing."""


@frozen
class Discrepancy:
    """A round that the rules do not reproduce, and what is known about it."""

    tournament: Tournament
    number: int
    actual: ComparedRound
    expected: ComparedRound | None
    """The pairing by the rules from the data of the file; None if there is none."""
    turned: Turned = frozenset()
    """Earlier games whose colours are not those of their pairing."""
    rounds_stated: bool = True
    """True if the file states the number of rounds."""
    fits: bool = True
    """True if the rules reproduce most rounds; otherwise a correction would be a coincidence."""
    by_hand: frozenset[int] = frozenset()
    """The players whose game or bye of this round the file marks as set by hand."""
    averages: bool = False
    """True if the rules compare average ratings of opponents."""

    @property
    def moved_players(self) -> frozenset[int]:
        """The players whose opponent, colour or bye is not what the rules give."""
        if self.expected is None:
            return frozenset(self.tournament.player)
        return self.actual.moved_players(self.expected)

    @property
    def one_colour(self) -> bool:
        """True if the round differs in the colours of one game only."""
        if self.expected is None:
            return False
        return len(self.moved_players) == 2 and len(self.actual.turned_boards(self.expected)) == 1


def facts(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield the variants that follow from the file: what it marks, or leaves open."""
    yield from _variants_by_hand(discrepancy)
    yield from _open_games(discrepancy)
    if not discrepancy.rounds_stated:
        yield from _further_rounds(discrepancy)


def guesses(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield possible states of the tournament when the round was paired, the likeliest first.

    Variants about the players who moved are tried before others. If the round differs in the
    colours of one game only, another colour in an earlier game would nearly always "explain" it, so
    it is accepted only if that game itself has reversed colours.
    """
    yield from _colours(discrepancy, lambda past, game: (past, _pair(game)) in discrepancy.turned)
    yield from _numbers(discrepancy)
    yield from _late_entries(discrepancy)
    if discrepancy.one_colour:
        return
    yield from _absences(discrepancy)
    yield from _places(discrepancy)
    yield from _variants_apart(discrepancy)
    yield from _stale_averages(discrepancy)
    if discrepancy.fits:
        yield from _corrections(discrepancy)
    yield from _by_hand(discrepancy)


def _corrections(discrepancy: Discrepancy) -> Iterator[Variant]:
    moved = discrepancy.moved_players
    recent = range(discrepancy.number - 1, max(discrepancy.number - 3, 0), -1)
    for concerned in (True, False):

        def is_wanted(past: int, game: Game, concerned: bool = concerned) -> bool:
            return ({game.white, game.black} & moved != set()) is concerned

        for past in recent:
            for alternatives in (_as_draw, _as_win, _as_forfeit):
                yield from _results(discrepancy, past, alternatives, is_wanted)
            yield from _byes(discrepancy, past, concerned)
        yield from _colours(discrepancy, is_wanted)


# ------------------------------------------------------------------ what the file leaves open


def _open_games(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield the variant in which earlier games without a result counted as draws."""
    changed = discrepancy.tournament
    for past in range(1, discrepancy.number):
        this = changed.round(past)
        if any(game.result is None for game in this.games):
            games = tuple(
                replace(game, result=Result.ADJOURNED) if game.result is None else game
                for game in this.games
            )
            changed = with_round(changed, past, replace(this, games=games))
    if changed is not discrepancy.tournament:
        sentence = N_("games without a result counted as draws")
        yield Variant(DifferenceCause.change("open-games", sentence), changed, discrepancy.number)


def _further_rounds(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield the variant with one more round, as the file may be that of an unfinished
    tournament.
    """
    settings = discrepancy.tournament.settings
    if discrepancy.number != settings.rounds:
        return
    sentence = N_("it was not the last round, as the file does not state the number of rounds")
    longer = replace(
        discrepancy.tournament, settings=replace(settings, rounds=discrepancy.number + 1)
    )
    yield Variant(DifferenceCause.change("further-rounds", sentence), longer, discrepancy.number)


# ------------------------------------------------------------------ the list of players


def _numbers(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield variants with the pairing numbers from before late entries were inserted in the
    list.
    """
    tournament, number = discrepancy.tournament, discrepancy.number
    options = replace(tournament.settings.options, parity=Parity.LITERAL)
    literal = DifferenceCause.change(
        "literal-numbers",
        N_("odd and even followed the numbers of the list, counting players who were still absent"),
    )
    settings = replace(tournament.settings, options=options)
    yield Variant(literal, replace(tournament, settings=settings), number)
    past = histories(tournament, number)
    late = [
        player
        for player in sorted(tournament.players, key=lambda player: player.number)
        if number > 1 and past[player.id].opponents[0] is None
    ][:MOST_OF_A_KIND]
    for group in [[player] for player in late] + ([late] if len(late) > 1 else []):
        sentence = N_("late entries still had the last pairing numbers ({players})")
        players = ListOf.players(player.id for player in group)
        cause = DifferenceCause.change("number-of-late-entry", sentence, players=players)
        yield Variant(cause, _put_last(tournament, group), number)


def _put_last(tournament: Tournament, group: Iterable[Player]) -> Tournament:
    last = max(player.number for player in tournament.players)
    moved = {player.id: last + place for place, player in enumerate(group, start=1)}
    players = tuple(
        replace(player, number=moved.get(player.id, player.number)) for player in tournament.players
    )
    return replace(tournament, players=players)


def _places(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield variants with one player elsewhere in the list, for rounds in which numbers could
    change.

    A player who changes place shifts the players in between by one. So if the players who moved are
    neighbours in the list, the first of them was last, or the last was first.
    """
    if discrepancy.number >= FROZEN_FROM:
        return
    tournament, moved = discrepancy.tournament, discrepancy.moved_players
    there = sorted(
        (player for player in tournament.players if _is_paired(discrepancy.actual, player.id)),
        key=lambda player: player.number,
    )
    runs: list[list[int]] = []
    for place, player in enumerate(there):
        if player.id in moved:
            if not runs or runs[-1][-1] != place - 1:
                runs.append([])
            runs[-1].append(place)
    for run in runs:
        first, last = there[run[0]], there[run[-1]]
        if first is last:
            continue
        for player, other, behind in ((first, last, True), (last, first, False)):
            sentence = (
                N_("{player} was listed after {other}")
                if behind
                else N_("{player} was listed before {other}")
            )
            both = {"player": PlayerRef(player.id), "other": PlayerRef(other.id)}
            cause = DifferenceCause.change("place-in-the-list", sentence, **both)
            yield Variant(cause, _move_player(tournament, player, other, behind), 1)


def _move_player(tournament: Tournament, player: Player, other: Player, behind: bool) -> Tournament:
    rest = sorted(
        (one for one in tournament.players if one is not player), key=lambda one: one.number
    )
    rest.insert(rest.index(other) + behind, player)
    return _renumber(tournament, rest)


# ------------------------------------------------------------------ who was there


def _late_entries(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield variants with players who came after the pairing and were then added to it."""
    if discrepancy.number == 1:
        return
    past = histories(discrepancy.tournament, discrepancy.number)
    new = [
        player
        for player in sorted(discrepancy.tournament.player)
        if _is_paired(discrepancy.actual, player) and not past[player].taken_part
    ]
    groups: list[tuple[int, ...]] = [(player,) for player in new[:MOST_OF_A_KIND]]
    groups += [pair for pair in combinations(new, 2) if _meet(discrepancy.actual, *pair)]
    if len(new) > 2:
        groups.append(tuple(new))
    for group in groups:
        cause = DifferenceCause.change(
            "late-entry",
            N_("it was paired before these players entered: {players}"),
            players=ListOf.players(group),
        )
        absent = _with_byes(discrepancy, dict.fromkeys(group, Bye.ZERO_POINT))
        yield Variant(cause, absent, discrepancy.number, _accept_added(frozenset(group)))


def _accept_added(group: frozenset[int]) -> Accepts:
    """Return a test that the round is the variant's pairing with these players added.

    They play each other, or one of them plays the player who had the bye.
    """

    def accepts(given: ComparedRound, actual: ComparedRound) -> bool:
        partners = {actual.opponents.get(player) for player in group} - group - {None}
        kept = actual.without(group)
        if not partners:
            return kept == given
        return partners == {given.bye} and kept == ComparedRound(given.boards, None)

    return accepts


def _absences(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield variants with a player whose absence became known only after the pairing."""
    tournament, number = discrepancy.tournament, discrepancy.number
    present = {p.id for p in tournament.players if _is_paired(discrepancy.actual, p.id)}
    past = histories(tournament, tournament.paired_rounds + 1)
    away = [
        player.id
        for player in tournament.players
        if player.id not in present
        and player.entered <= number
        and (player.withdrawn_after is None or player.withdrawn_after >= number - 1)
        and _takes_part(past[player.id], number)
    ]
    # Those who played the round before come first.
    away.sort(key=lambda player: number > 1 and past[player].opponents[number - 2] is None)
    for player in away[:MOST_OF_A_KIND]:
        sentence = N_("it was paired before {player} was known to be absent")
        cause = DifferenceCause.change("absence-known-later", sentence, player=PlayerRef(player))
        yield Variant(cause, _with_player(discrepancy, player), number, _accept_taken_out(player))


def _takes_part(history: History, number: int) -> bool:
    """Return True if the player was paired before the round; in round 1, at any time."""
    rounds = history.opponents if number == 1 else history.opponents[: number - 1]
    return any(opponent is not None for opponent in rounds)


def _with_player(discrepancy: Discrepancy, player: int) -> Tournament:
    """Return the tournament before the round, with this player to be paired too."""
    before = _rewind(discrepancy)
    byes = tuple(one for one in before.round(discrepancy.number).byes if one[0] != player)
    rounds = (*before.rounds[: discrepancy.number - 1], Round(byes=byes))
    players = tuple(
        replace(one, withdrawn_after=None) if one.id == player else one for one in before.players
    )
    return replace(before, players=players, rounds=rounds)


def _accept_taken_out(player: int) -> Accepts:
    """Return a test that the round is the variant's pairing without this player.

    The player's opponent got the bye instead, or met the player who had it.
    """

    def accepts(given: ComparedRound, actual: ComparedRound) -> bool:
        left = given.opponents.get(player)
        rest = given.without(frozenset({player}))
        if left is None:  # the absent player had the bye
            return rest == actual
        if given.bye is None:
            return ComparedRound(rest.boards, left) == actual
        pair = frozenset({left, given.bye})
        met = actual.opponents.get(left) == given.bye
        return met and actual.without(pair) == ComparedRound(rest.boards, None)

    return accepts


# ------------------------------------------------------------------ who was kept apart


def _variants_apart(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield variants in which pairs that the rules give, but the round does not have, were kept
    apart.
    """
    if discrepancy.expected is None:
        return
    tournament = discrepancy.tournament
    missing = [
        board
        for board in discrepancy.expected.only_here(discrepancy.actual)
        if not _meet(discrepancy.actual, board.white, board.black)
    ]
    ever = {_pair(game) for this in tournament.rounds for game in this.games}
    strangers = []
    for board in missing:
        if frozenset((board.white, board.black)) in ever:
            continue
        one, other = tournament.player[board.white], tournament.player[board.black]
        shared = _common_trait(tournament, one, other)
        if shared is None:
            strangers.append(board)
            continue
        kind, name = shared
        both = {"one": PlayerRef(one.id), "other": PlayerRef(other.id)}
        cause = DifferenceCause.change("forbidden-pair", _SHARED[kind], **both, name=name)
        yield Variant(
            cause, _keep_groups_apart(tournament, [(one.id, other.id)]), discrepancy.number
        )
    for kind in ("club", "federation"):
        groups = _groups(tournament, kind)
        if groups and not any(
            _meet(discrepancy.actual, *pair) for group in groups for pair in combinations(group, 2)
        ):
            cause = DifferenceCause.change("forbidden-pairs", _GROUPS[kind])
            yield Variant(cause, _keep_groups_apart(tournament, groups), discrepancy.number)
    for board in strangers[:MOST_OF_A_KIND]:
        sentence = N_("{one} and {other} were not to meet")
        both = {"one": PlayerRef(board.white), "other": PlayerRef(board.black)}
        cause = DifferenceCause.change("forbidden-pair", sentence, **both)
        pair = [(board.white, board.black)]
        yield Variant(
            cause, _keep_groups_apart(tournament, pair), discrepancy.number, explains=False
        )


_SHARED = {
    "club": N_("{one} and {other}, both of {name}, were not to meet, and they met in no round"),
    "family": N_(
        "{one} and {other}, both called {name}, were not to meet, and they met in no round"
    ),
    "federation": N_(
        "{one} and {other}, both of the federation {name}, were not to meet, and they met in no "
        "round"
    ),
}
_GROUPS = {
    "club": N_("players of the same club were not to meet"),
    "federation": N_("players of the same federation were not to meet"),
}


def _value(player: Player, kind: str) -> str:
    if kind == "club":
        return dict(player.tags).get("club", "").strip()
    if kind == "federation":
        return player.federation.strip()
    return player.name.partition(",")[0].strip() if "," in player.name else ""


def _common_trait(tournament: Tournament, one: Player, other: Player) -> tuple[str, str] | None:
    """Return a trait that two players share with few others: family, club or federation; None if
    there is none.
    """
    for kind in ("family", "club", "federation"):
        value = _value(one, kind)
        if value and value.casefold() == _value(other, kind).casefold():
            count = sum(_value(p, kind).casefold() == value.casefold() for p in tournament.players)
            if 4 * count <= max(len(tournament.players), 8):
                return kind, value
    return None


def _groups(tournament: Tournament, kind: str) -> list[tuple[int, ...]]:
    """Return the players of each club or federation that has at most a quarter of the field."""
    count = Counter(_value(player, kind) for player in tournament.players)
    return [
        tuple(player.id for player in tournament.players if _value(player, kind) == value)
        for value, members in sorted(count.items())
        if value and members > 1 and 4 * members <= len(tournament.players)
    ]


def _keep_groups_apart(tournament: Tournament, groups: Iterable[tuple[int, ...]]) -> Tournament:
    settings = tournament.settings
    forbidden = (*settings.forbidden, *(Apart(group) for group in groups))
    return replace(tournament, settings=replace(settings, forbidden=forbidden))


# ------------------------------------------------------------------ what was not brought up to date


def _stale_averages(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield the variant with the average ratings of opponents before the last round."""
    if discrepancy.averages and discrepancy.number > 2:
        sentence = N_(
            "the average ratings of opponents (ARO) were still those before round {round}"
        )
        cause = DifferenceCause.change("stale-averages", sentence, round=discrepancy.number - 1)
        yield Variant(cause, discrepancy.tournament, discrepancy.number, stale_averages=True)


# ------------------------------------------------------------------ what was corrected since

_WINS = (Result.WHITE_WINS, Result.BLACK_WINS)
_FORFEITS = (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.DOUBLE_FORFEIT)
_FORFEIT_OF = dict(zip(_WINS, _FORFEITS, strict=False))

_Alternatives = Callable[[Result], tuple[Result, ...]]
"""A function that returns the results which may have been entered instead of the given one."""


def _as_draw(result: Result) -> tuple[Result, ...]:
    """Return a draw: the game was open and counted as a draw, or its result was corrected later."""
    return (Result.DRAW,)


def _as_win(result: Result) -> tuple[Result, ...]:
    """Return wins: for the wrong player, or instead of a draw or forfeit."""
    return _WINS


def _as_forfeit(result: Result) -> tuple[Result, ...]:
    """Return forfeits: the same winner without a game, or any forfeit instead of another.

    A draw or a lost game entered as a win by forfeit is not tried: it does not happen.
    """
    if result in _FORFEIT_OF:
        return (_FORFEIT_OF[result],)
    return () if result.played else _FORFEITS


AS_A_DRAW = N_(
    "{white}-{black} of round {round} counted as a draw at the time, still open or corrected since"
)
SOME_BOARDS_OPEN = N_(
    "{white}-{black} of round {round} counted {home} – {guest} at the time, with some boards still "
    "open and counted as draws, or corrected since"
)
BOARD_CORRECTED = N_("{white}-{black} of round {round} was entered as {home} – {guest} at the time")


def _results(
    discrepancy: Discrepancy, past: int, alternatives: _Alternatives, wanted: _Choice
) -> Iterator[Variant]:
    """Yield variants with one result of round `past` that was entered or corrected after the
    pairing.
    """
    for game in discrepancy.tournament.round(past).games:
        if game.result is None or not wanted(past, game):
            continue
        if isinstance(discrepancy.tournament, MatchTournament):
            yield from _match_results(discrepancy.tournament, past, game, alternatives)
            continue
        for alternative in alternatives(game.result):
            if game.result is alternative:
                continue
            kind, sentence = (
                "result-corrected",
                N_("the result of {white}-{black} in round {round} was {result} at the time"),
            )
            if alternative is Result.DRAW:
                kind, sentence = "taken-as-a-draw", AS_A_DRAW
            result = alternative.figures
            cause = DifferenceCause.change(
                kind, sentence, **_sides(game), round=past, result=result
            )
            other = with_game(discrepancy.tournament, past, game, replace(game, result=alternative))
            yield Variant(cause, other, past + 1)


def _match_results(
    event: MatchTournament, past: int, game: Game, alternatives: _Alternatives
) -> Iterator[Variant]:
    """Yield variants with boards of one match of round `past` entered or corrected after the
    pairing.
    """
    match = match_of(event, past, game)
    if match is None:
        return
    if alternatives is _as_draw:
        for changed, _ in distinct(event, past, match, all_open(match)):
            cause = DifferenceCause.change("taken-as-a-draw", AS_A_DRAW, **_sides(game), round=past)
            yield Variant(cause, changed, past + 1)
        kind, sentence, variants = "taken-as-a-draw", SOME_BOARDS_OPEN, some_open(match)
    elif alternatives is _as_win:
        kind, sentence, variants = "result-corrected", BOARD_CORRECTED, one_won(match)
    else:
        forfeits = () if match.result is None else alternatives(match.result)
        kind, sentence = "result-corrected", BOARD_CORRECTED
        variants = all_forfeited(match, forfeits)
    unit = event.individual.settings.scoring.unit
    for changed, then in distinct(event, past, match, variants):
        both = then.points if then.white == game.white else then.points[::-1]
        values = {"home": Points(both[0], unit), "guest": Points(both[1], unit), "round": past}
        cause = DifferenceCause.change(kind, sentence, **_sides(game), **values)
        yield Variant(cause, changed, past + 1)


_POINTS_OF_BYE = {
    Bye.ZERO_POINT: N_("{player} had no point for round {round} at the time"),
    Bye.HALF_POINT: N_("{player} had half a point for round {round} at the time"),
    Bye.FULL_POINT: N_("{player} had a full point for round {round} at the time"),
}


def _byes(discrepancy: Discrepancy, past: int, concerned: bool) -> Iterator[Variant]:
    """Yield variants with a bye of round `past` that had another value when the next round was
    paired.

    They are about the players who moved if `concerned`, else about all others.
    """
    this = discrepancy.tournament.round(past)
    moved = discrepancy.moved_players
    for player, bye in this.byes:
        if not bye.requested or (player in moved) is not concerned:
            continue
        for other, sentence in _POINTS_OF_BYE.items():
            if other is bye:
                continue
            byes = tuple((p, other if p == player else kind) for p, kind in this.byes)
            cause = DifferenceCause.change(
                "bye-corrected", sentence, player=PlayerRef(player), round=past
            )
            changed = with_round(discrepancy.tournament, past, replace(this, byes=byes))
            if isinstance(changed, MatchTournament):  # then the bye gives the points
                points = (one for one in changed.points if one[:2] != (player, past))
                changed = replace(changed, points=tuple(points))
            yield Variant(cause, changed, past + 1)


def _colours(discrepancy: Discrepancy, wanted: _Choice) -> Iterator[Variant]:
    """Yield variants with the colours of one earlier game reversed, for the games that `wanted`
    accepts.
    """
    tournament = discrepancy.tournament
    for past in range(discrepancy.number - 1, 0, -1):
        for game in tournament.round(past).games:
            if game.result is None or not game.result.played or not wanted(past, game):
                continue
            sentence = N_(
                "the colours of {white}-{black} in round {round} were the other way round at the "
                "time"
            )
            cause = DifferenceCause.change(
                "colours-corrected", sentence, **_sides(game), round=past
            )
            yield Variant(cause, with_game(tournament, past, game, with_turned(game)), past + 1)


# ------------------------------------------------------------------ by hand


def _variants_by_hand(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield variants in which the games marked in the file were set by hand, before or after the
    pairing.
    """
    group = discrepancy.by_hand
    if not group:
        return
    cause = DifferenceCause.of(
        "by-hand",
        N_(
            "The file marks the pairing of {players} as set by hand; the rules reproduce "
            "all other games."
        ),
        players=_in_pairs(discrepancy.actual, group),
    )

    def accepts(given: ComparedRound, actual: ComparedRound) -> bool:
        return given == actual.without(group)

    yield Variant(cause, _set_apart(discrepancy, group), discrepancy.number, accepts)
    if discrepancy.expected is not None and discrepancy.moved_players <= group:
        yield Variant(cause, discrepancy.tournament, discrepancy.number, lambda given, actual: True)


def cause_of_marks(discrepancy: Discrepancy) -> DifferenceCause | None:
    """Return the cause that games are marked as set by hand although others differ too; None
    without marks.
    """
    if not discrepancy.by_hand:
        return None
    sentence = N_(
        "The file marks the pairing of {players} as set by hand, but other games differ as well."
    )
    return DifferenceCause.of(
        "by-hand", sentence, players=_in_pairs(discrepancy.actual, discrepancy.by_hand)
    )


def _in_pairs(answer: ComparedRound, group: frozenset[int]) -> ListOf:
    """Return the games of these players, then the players without a game."""
    games = [PairRef(b.white, b.black) for b in answer.boards if {b.white, b.black} & group]
    alone = map(PlayerRef, sorted(group - answer.opponents.keys()))
    return ListOf((*sorted(games, key=str), *alone))


def cause_of_swap(discrepancy: Discrepancy) -> DifferenceCause | None:
    """Return the cause that two players were swapped, if that alone makes the difference; else
    None.
    """
    if discrepancy.expected is None or not 3 <= len(discrepancy.moved_players) <= 4:
        return None
    actual = _without_colours(discrepancy.actual)
    for one, other in combinations(sorted(discrepancy.moved_players), 2):
        if _without_colours(discrepancy.expected, {one: other, other: one}) == actual:
            sentence = N_("It is the pairing that the rules give, with {one} and {other} swapped.")
            return DifferenceCause.of(
                "by-hand", sentence, one=PlayerRef(one), other=PlayerRef(other)
            )
    return None


def _without_colours(
    answer: ComparedRound, exchanged: Mapping[int, int] | None = None
) -> set[frozenset[int | None]]:
    """Return the pairs, and the bye as a pair with None, after players were replaced as in
    `exchanged`.
    """
    new = exchanged or {}
    pairs = [(board.white, board.black) for board in answer.boards]
    found: set[frozenset[int | None]] = {
        frozenset((new.get(one, one), new.get(other, other))) for one, other in pairs
    }
    if answer.bye is not None:
        found.add(frozenset((new.get(answer.bye, answer.bye), None)))
    return found


def _by_hand(discrepancy: Discrepancy) -> Iterator[Variant]:
    """Yield variants with one game set by hand and all others paired by the rules."""
    if discrepancy.expected is None:
        return
    for board in discrepancy.actual.only_here(discrepancy.expected)[:MOST_OF_A_KIND]:
        sentence = N_("The rules reproduce all other games if {white}-{black} was set by hand.")
        cause = DifferenceCause.of("by-hand", sentence, **_sides(board))
        pair = frozenset({board.white, board.black})
        apart = _set_apart(discrepancy, pair)
        yield Variant(cause, apart, discrepancy.number, _accept_added(pair), explains=False)


def _set_apart(discrepancy: Discrepancy, group: frozenset[int]) -> Tournament:
    """Return the tournament before the round without the players who were paired by hand.

    They still count for odd and even pairing numbers.
    """
    absent = _with_byes(discrepancy, dict.fromkeys(group, Bye.ZERO_POINT))
    options = absent.settings.options
    if options.parity is Parity.LITERAL:
        return absent
    past = histories(absent, discrepancy.number)
    entered = {
        player
        for player in absent.player
        if past[player].taken_part or _is_paired(discrepancy.actual, player)
    }
    order = sorted(absent.players, key=lambda one: (one.id not in entered, one.number))
    literal = replace(absent.settings, options=replace(options, parity=Parity.LITERAL))
    return replace(_renumber(absent, order), settings=literal)


# ------------------------------------------------------------------ other tournaments


def _renumber(tournament: Tournament, order: Iterable[Player]) -> Tournament:
    """Return the tournament with pairing numbers in the given order of players."""
    number = {one.id: place for place, one in enumerate(order, start=1)}
    players = tuple(replace(one, number=number[one.id]) for one in tournament.players)
    return replace(tournament, players=players)


def with_turned(game: Game) -> Game:
    """Return the same game with the colours reversed."""
    result = None if game.result is None else game.result.mirrored
    return replace(game, white=game.black, black=game.white, result=result)


def with_game(tournament: Tournament, number: int, old: Game, new: Game) -> Tournament:
    """Return the tournament with one game of round `number` replaced."""
    this = tournament.round(number)
    games = tuple(new if game is old else game for game in this.games)
    return with_round(tournament, number, replace(this, games=games))


def with_round(tournament: Tournament, number: int, this: Round) -> Tournament:
    rounds = list(tournament.rounds)
    rounds[number - 1] = this
    return replace(tournament, rounds=tuple(rounds))


def _rewind(discrepancy: Discrepancy) -> Tournament:
    """Return the tournament before the round; the initial colour is kept, even in round 1."""
    before = discrepancy.tournament.before(discrepancy.number)
    drawn = initial_colour(discrepancy.tournament)
    return replace(before, settings=replace(before.settings, initial_colour=drawn))


def _with_byes(discrepancy: Discrepancy, more: dict[int, Bye]) -> Tournament:
    """Return the tournament before the round, with these byes added for it."""
    before = _rewind(discrepancy)
    byes = dict(before.round(discrepancy.number).byes) | more
    coming = Round(byes=tuple(sorted(byes.items(), key=lambda item: item[0])))
    return replace(before, rounds=(*before.rounds[: discrepancy.number - 1], coming))


def _sides(game: Game | Board) -> dict[str, PlayerRef]:
    return {"white": PlayerRef(game.white), "black": PlayerRef(game.black)}


def _pair(game: Game) -> frozenset[int]:
    return frozenset((game.white, game.black))


def _meet(answer: ComparedRound, one: int, other: int) -> bool:
    return answer.opponents.get(one) == other


def _is_paired(answer: ComparedRound, player: int) -> bool:
    return player == answer.bye or player in answer.opponents
