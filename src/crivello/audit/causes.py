"""What may have been different when a round was paired: the usual causes, as other tournaments.

A file holds the final numbers, results and colours. A round was paired from those of its day.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from ..model.errors import N_
from ..model.history import histories
from ..model.player import Player
from ..model.result import Result
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


def variants(
    tournament: Tournament, number: int, moved: Collection[int], turned: Turned, one_colour: bool
) -> Iterator[Variant]:
    """How things may have stood when round `number` was paired, the likeliest first.

    `moved` are the players who do not have the game that the rules give them: what concerns them
    is tried before the rest. If the round differs in the colours of one game only
    (`one_colour`), another colour in an earlier game would nearly always "explain" it; it is
    believed only if that game is itself among the `turned`.
    """
    yield from _open_games(tournament, number)
    yield from _colours(tournament, number, lambda past, game: (past, _pair(game)) in turned)
    yield from _numbers(tournament, number)
    if one_colour:
        return
    for concerned in (True, False):

        def wanted(past: int, game: Game, concerned: bool = concerned) -> bool:
            return (game.white in moved or game.black in moved) is concerned

        for past in range(number - 1, max(number - 3, 0), -1):
            for alternatives in (_DRAW, _OTHER_WINNER, _FORFEITS):
                yield from _results(tournament, past, alternatives, wanted)
        yield from _colours(tournament, number, wanted)


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
        cause = Cause("open-games", N_("Games without a result were taken as draws."), {})
        yield Variant(cause, changed, number)


def _numbers(tournament: Tournament, number: int) -> Iterator[Variant]:
    """Pairing numbers as they were before late entries were put in their place."""
    options = replace(tournament.settings.options, parity=Parity.LITERAL)
    yield Variant(
        Cause(
            "literal-numbers",
            N_("Odd or even was taken from the numbers of the list, players still absent counted."),
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
                N_("Late entries still had the last pairing numbers: {players}."),
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


_DRAW = (Result.DRAW,)
_OTHER_WINNER = (Result.WHITE_WINS, Result.BLACK_WINS)
_FORFEITS = (
    Result.WHITE_WINS_BY_FORFEIT,
    Result.BLACK_WINS_BY_FORFEIT,
    Result.DOUBLE_FORFEIT,
)


def _results(
    tournament: Tournament, past: int, alternatives: tuple[Result, ...], wanted: _Choice
) -> Iterator[Variant]:
    """One result of round `past` that was entered or corrected after the pairing."""
    for game in tournament.round(past).games:
        if not wanted(past, game):
            continue
        values: dict[str, object] = {"round": past, "white": game.white, "black": game.black}
        for alternative in alternatives:
            if game.result is alternative:
                continue
            if alternative is Result.DRAW:
                cause = Cause(
                    "taken-as-a-draw",
                    N_(
                        "Round {round}: {white}-{black} counted as a draw; it was open, or was"
                        " corrected later."
                    ),
                    values,
                )
            else:
                cause = Cause(
                    "result-corrected",
                    N_("Round {round}: {white}-{black} stood as {result} and was corrected later."),
                    {**values, "result": alternative.figures},
                )
            other = with_game(tournament, past, game, replace(game, result=alternative))
            yield Variant(cause, other, past + 1)


def _colours(tournament: Tournament, number: int, wanted: _Choice) -> Iterator[Variant]:
    """One earlier game whose colours stood the other way round."""
    for past in range(number - 1, 0, -1):
        for game in tournament.round(past).games:
            if game.result is None or not game.result.played or not wanted(past, game):
                continue
            cause = Cause(
                "colours-corrected",
                N_("Round {round}: {white}-{black} stood with the colours reversed."),
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
