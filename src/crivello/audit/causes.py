"""What may have been different when a round was paired: the usual causes, as other tournaments.

A file holds the final numbers, results and colours. A round was paired from those of its day. Only
things that do happen are tried, the likeliest first, and a cause is named only if the round comes
out with it. Its sentence says no more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from ..model.errors import N_
from ..model.history import histories
from ..model.player import Player
from ..model.result import Bye, Result
from ..model.settings import Parity
from ..model.tournament import Game, Tournament

Turned = frozenset[tuple[int, frozenset[int]]]
"""Rounds and pairs whose colours in the file are not those of the pairing."""

_Choice = Callable[[int, Game], bool]
"""Is this game of this round to be looked at?"""


@dataclass(frozen=True, slots=True)
class Cause:
    """A sentence about what was different, and its kind for programs."""

    kind: str
    template: str
    values: dict[str, object]

    def __str__(self) -> str:
        return self.template.format(**self.values)


@dataclass(frozen=True, slots=True)
class Variant:
    """The tournament as it may have stood."""

    cause: Cause
    tournament: Tournament
    since: int
    """It stood so from the pairing of this round on; rounds in between must come out as well."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A round that does not come out, and what is known about it."""

    tournament: Tournament
    number: int
    moved: frozenset[int]
    """The players who do not have the game that the rules give them."""
    turned: Turned
    """Earlier games whose colours are not those of their pairing."""
    one_colour: bool
    """The round differs in the colours of one game only."""
    rounds_stated: bool
    """The file says how many rounds there are."""


def variants(doubt: Doubt) -> Iterator[Variant]:
    """How things may have stood when the round was paired, the likeliest first.

    What concerns the players who moved is tried before the rest. If the round differs in the
    colours of one game only, another colour in an earlier game would nearly always "explain" it;
    it is believed only if that game is itself turned.
    """
    tournament, number = doubt.tournament, doubt.number
    yield from _open_games(tournament, number)
    if not doubt.rounds_stated:
        yield from _further_rounds(tournament, number)
    yield from _colours(tournament, number, lambda past, game: (past, _pair(game)) in doubt.turned)
    yield from _numbers(tournament, number)
    if doubt.one_colour:
        return
    recent = range(number - 1, max(number - 3, 0), -1)
    for concerned in (True, False):

        def wanted(past: int, game: Game, concerned: bool = concerned) -> bool:
            return ({game.white, game.black} & doubt.moved != set()) is concerned

        for past in recent:
            for alternatives in (_as_draw, _as_win, _as_forfeit):
                yield from _results(tournament, past, alternatives, wanted)
            yield from _byes(tournament, past, doubt.moved, concerned)
        yield from _colours(tournament, number, wanted)


# ------------------------------------------------------------------ what the file itself shows


def _open_games(tournament: Tournament, number: int) -> Iterator[Variant]:
    """Games that have no result to this day."""
    changed = tournament
    for past in range(1, number):
        this = changed.round(past)
        if any(game.result is None for game in this.games):
            games = tuple(
                replace(game, result=Result.ADJOURNED) if game.result is None else game
                for game in this.games
            )
            changed = _with_games(changed, past, games)
    if changed is not tournament:
        sentence = N_("The round comes out if games without a result counted as draws.")
        yield Variant(Cause("open-games", sentence, {}), changed, number)


def _further_rounds(tournament: Tournament, number: int) -> Iterator[Variant]:
    """The file ends here and was taken for finished, but the tournament may have gone on."""
    if number != tournament.settings.rounds:
        return
    sentence = N_(
        "The round comes out if it was not the last one; the file does not state the number of"
        " rounds."
    )
    settings = replace(tournament.settings, rounds=number + 1)
    cause = Cause("further-rounds", sentence, {})
    yield Variant(cause, replace(tournament, settings=settings), number)


def _numbers(tournament: Tournament, number: int) -> Iterator[Variant]:
    """Pairing numbers as they were before late entries were put in their place."""
    options = replace(tournament.settings.options, parity=Parity.LITERAL)
    yield Variant(
        Cause(
            "literal-numbers",
            N_(
                "The round comes out if odd or even was taken from the numbers of the list, players"
                " still absent counted."
            ),
            {},
        ),
        replace(tournament, settings=replace(tournament.settings, options=options)),
        number,
    )
    past = histories(tournament, number)
    late = [
        player
        for player in sorted(tournament.players, key=lambda player: player.number)
        if number > 1 and past[player.id].opponents[0] is None
    ]
    for group in [[player] for player in late] + ([late] if len(late) > 1 else []):
        yield Variant(
            Cause(
                "number-of-late-entry",
                N_(
                    "The round comes out if late entries still had the last pairing numbers:"
                    " {players}."
                ),
                {"players": ", ".join(str(player.id) for player in group)},
            ),
            _put_last(tournament, group),
            number,
        )


def _put_last(tournament: Tournament, group: Iterable[Player]) -> Tournament:
    last = max(player.number for player in tournament.players)
    moved = {player.id: last + place for place, player in enumerate(group, start=1)}
    players = tuple(
        replace(player, number=moved.get(player.id, player.number)) for player in tournament.players
    )
    return replace(tournament, players=players)


# ------------------------------------------------------------------ what was corrected since

_WINS = (Result.WHITE_WINS, Result.BLACK_WINS)
_FORFEITS = (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.DOUBLE_FORFEIT)
_FORFEIT_OF = dict(zip(_WINS, _FORFEITS, strict=False))

_Alternatives = Callable[[Result], tuple[Result, ...]]
"""What may have stood in place of a result."""


def _as_draw(result: Result) -> tuple[Result, ...]:
    """The game was open and counted as a draw, or the result was corrected."""
    return (Result.DRAW,)


def _as_win(result: Result) -> tuple[Result, ...]:
    """Entered for the wrong player, or a draw or forfeit entered as a win."""
    return _WINS


def _as_forfeit(result: Result) -> tuple[Result, ...]:
    """A forfeit of the other side, or the same winner without a game.

    Nobody enters a draw or a lost game as a win by forfeit.
    """
    if result in _FORFEIT_OF:
        return (_FORFEIT_OF[result],)
    return () if result.played else _FORFEITS


def _results(
    tournament: Tournament, past: int, alternatives: _Alternatives, wanted: _Choice
) -> Iterator[Variant]:
    """One result of round `past` that was entered or corrected after the pairing."""
    for game in tournament.round(past).games:
        if game.result is None or not wanted(past, game):
            continue
        values: dict[str, object] = {"round": past, "white": game.white, "black": game.black}
        for alternative in alternatives(game.result):
            if game.result is alternative:
                continue
            if alternative is Result.DRAW:
                cause = Cause(
                    "taken-as-a-draw",
                    N_(
                        "The round comes out if {white}-{black} of round {round} counted as a draw"
                        " at the time: still open, or corrected since."
                    ),
                    values,
                )
            else:
                cause = Cause(
                    "result-corrected",
                    N_(
                        "The round comes out if {white}-{black} of round {round} stood as {result}"
                        " at the time."
                    ),
                    {**values, "result": alternative.figures},
                )
            other = with_game(tournament, past, game, replace(game, result=alternative))
            yield Variant(cause, other, past + 1)


_POINTS_OF_BYE = {
    Bye.ZERO_POINT: N_("The round comes out if {player} had no point for round {round} then."),
    Bye.HALF_POINT: N_("The round comes out if {player} had half a point for round {round} then."),
    Bye.FULL_POINT: N_("The round comes out if {player} had a full point for round {round} then."),
}


def _byes(
    tournament: Tournament, past: int, moved: Collection[int], concerned: bool
) -> Iterator[Variant]:
    """One bye of round `past` that was worth something else when the next round was paired."""
    this = tournament.round(past)
    for player, bye in this.byes:
        if not bye.requested or (player in moved) is not concerned:
            continue
        for other, sentence in _POINTS_OF_BYE.items():
            if other is bye:
                continue
            byes = tuple((p, other if p == player else kind) for p, kind in this.byes)
            rounds = list(tournament.rounds)
            rounds[past - 1] = replace(this, byes=byes)
            cause = Cause("bye-corrected", sentence, {"player": player, "round": past})
            yield Variant(cause, replace(tournament, rounds=tuple(rounds)), past + 1)


def _colours(tournament: Tournament, number: int, wanted: _Choice) -> Iterator[Variant]:
    """One earlier game whose colours stood the other way round."""
    for past in range(number - 1, 0, -1):
        for game in tournament.round(past).games:
            if game.result is None or not game.result.played or not wanted(past, game):
                continue
            cause = Cause(
                "colours-corrected",
                N_(
                    "The round comes out if the colours of {white}-{black} in round {round} stood"
                    " the other way round at the time."
                ),
                {"round": past, "white": game.white, "black": game.black},
            )
            yield Variant(cause, with_game(tournament, past, game, with_turned(game)), past + 1)


def with_turned(game: Game) -> Game:
    """The same game with the colours the other way round."""
    result = None if game.result is None else game.result.mirrored
    return replace(game, white=game.black, black=game.white, result=result)


def with_game(tournament: Tournament, number: int, old: Game, new: Game) -> Tournament:
    """The tournament with one game of round `number` replaced."""
    games = tuple(new if game is old else game for game in tournament.round(number).games)
    return _with_games(tournament, number, games)


def _with_games(tournament: Tournament, number: int, games: tuple[Game, ...]) -> Tournament:
    rounds = list(tournament.rounds)
    rounds[number - 1] = replace(rounds[number - 1], games=games)
    return replace(tournament, rounds=tuple(rounds))


def _pair(game: Game) -> frozenset[int]:
    return frozenset((game.white, game.black))
