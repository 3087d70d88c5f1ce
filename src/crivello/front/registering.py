"""Tie-breaks, pairing systems, file formats and prints of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from crivello.front.player import Player, public_player
from crivello.front.score import Score
from crivello.front.settings import Number
from crivello.front.tournament import Tournament, core, of_model
from crivello.front.validation import show_value
from crivello.front.values import Items
from crivello.model.errors import Illegal
from crivello.model.keys import SYSTEMS
from crivello.model.plug_ins import package_of
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament as ModelTournament
from crivello.standard.classes import frozen

if TYPE_CHECKING:
    from crivello.standings.sheet import Sheet
    from crivello.standings.working import Modifiers, Working

NO_CODE = N_("The code of a tie-break has 2 to 8 capital letters and digits, not {found}.")
NO_KEY = N_("The key of a system has small letters, digits and dashes, not {found}.")
NO_TEXT = N_("The name of a plug-in is a text without braces, not {found}.")
NO_FORMAT = N_("The key of a format has small letters, digits and dashes, not {found}.")
NO_ENDING = N_("The ending of a file is a dot with small letters and digits, not {found}.")
NO_PRINT = N_("The name of a print has small letters, digits and dashes, not {found}.")
NO_FUNCTION = N_("A format needs a function to read, or one to write.")
TAKEN = N_("{key} is taken already, by {package}.")

ScorecardRule = TypeVar(
    "ScorecardRule", bound="Callable[[Scorecard, Mapping[int, Scorecard]], Number | None]"
)
PairingRule = TypeVar(
    "PairingRule", bound="Callable[[Tournament, Sequence[Player]], Iterable[tuple[int, int]]]"
)


@frozen
class ScorecardRound:
    """One round of a `Scorecard`.

    >>> ScorecardRound(1, 4, Colour.WHITE, Award.WIN, Score(1), True).opponent
    4
    """

    round: int
    opponent: int | None
    """The id of the scheduled opponent; None without one."""
    colour: Colour | None
    award: Award
    points: Score
    played: bool
    """False for byes, absences and forfeits."""


@frozen
class Scorecard(Items[ScorecardRound]):
    """A player with all rounds so far: a sequence of `ScorecardRound`.

    >>> card = Scorecard(Player("Ada", id=1), Score("½"), ())
    >>> card.player.name, card.points, len(card)
    ('Ada', Score('½'), 0)
    """

    player: Player
    points: Score
    rounds: tuple[ScorecardRound, ...]

    @property
    def _items(self) -> tuple[ScorecardRound, ...]:
        return self.rounds


def register_tie_break(
    code: str, name: str, meaning: str = "", *, lower_is_better: bool = False
) -> Callable[[ScorecardRule], ScorecardRule]:
    """Register a function as a tie-break that is not FIDE's.

    It is given the `Scorecard` of a player and those of all players by id, and returns a number, or
    None if the value is undefined. `name` and `meaning` are shown to players.

    >>> @register_tie_break("MOSTWINS", "games won", "Games won at the board.")
    ... def games_won(card, cards):
    ...     return sum(one.played and one.award is Award.WIN for one in card)
    >>> import crivello as cv
    >>> [str(row["MOSTWINS"]) for row in cv.standings(cv.example(), ["MOSTWINS"])][:3]
    ['2', '2', '1']

    A package lists such functions in its entry points, under ``crivello.tie_breaks``.
    """
    from crivello.standings.tie_breaks import BY_CODE, PLUG_INS, TEAMS_BY_CODE, Rule, Scale

    if not re.fullmatch("[A-Z][A-Z0-9]{1,7}", str(code)):
        raise Illegal(NO_CODE, found=show_value(code))
    _check_texts(name, meaning)

    def register(function: ScorecardRule) -> ScorecardRule:
        package = package_of(function)
        owner = PLUG_INS[code].plug_in if code in PLUG_INS else package
        owner = "FIDE" if code in BY_CODE or code in TEAMS_BY_CODE else owner
        if owner != package:
            raise Illegal(TAKEN, key=code, package=owner)
        PLUG_INS[code] = Rule(
            code,
            "",
            name,
            meaning,
            "",
            _working_of(function),
            scale=Scale.EXACT,
            lower_is_better=lower_is_better,
            plug_in=package,
        )
        return function

    return register


def _check_texts(*texts: Any) -> None:
    for text in texts:
        if not isinstance(text, str) or "{" in text or "}" in text:
            raise Illegal(NO_TEXT, found=show_value(text))


def _working_of(function: Any) -> Callable[[Sheet, Modifiers, int], Working]:
    from crivello.standings.working import Total, Working

    def compute(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
        cards = _scorecards(sheet)
        value = function(cards[player], cards)
        exact = None if value is None else Score(value)
        if exact is not None and exact.denominator == 1:
            return Working(int(exact), (), Total.GIVEN)
        return Working(exact, (), Total.UNDEFINED if exact is None else Total.GIVEN)

    return compute


@lru_cache(maxsize=1)
def _scorecards(sheet: Sheet) -> Mapping[int, Scorecard]:
    unit = sheet.scoring.unit
    return {
        one.id: Scorecard(
            public_player(one),
            Score(sheet.past[one.id].score, unit),
            tuple(
                ScorecardRound(
                    number,
                    entry.opponent,
                    entry.colour,
                    entry.award,
                    Score(entry.points, unit),
                    entry.played,
                )
                for number, entry in enumerate(sheet.entries(one.id), start=1)
            ),
        )
        for one in sheet.tournament.players
    }


def register_system(key: str, name: str) -> Callable[[PairingRule], PairingRule]:
    """Register a function as a pairing system that is not FIDE's.

    It is given the tournament before the round and the players to be paired, in the order of their
    numbers; it returns the pairs of ids, White first, in the order of the boards. One player may be
    left, who has the bye. Such a system pairs and is checked; it gives no reasons.

    >>> @register_system("neighbours", "Neighbours by number")
    ... def neighbours(tournament, players):
    ...     ids = [one.id for one in players]
    ...     return zip(ids[::2], ids[1::2])
    >>> import crivello as cv
    >>> t = Tournament.new("Club", 3, ["Ada", "Ben", "Cleo", "Dan", "Eva"], system="neighbours")
    >>> print(*cv.pair(t), cv.pair(t).bye)
    1-2 3-4 5

    A package lists such functions in its entry points, under ``crivello.systems``.
    """
    from crivello.systems.plug_in import add_plug_in

    if not re.fullmatch("[a-z][a-z0-9-]{1,39}", str(key)):
        raise Illegal(NO_KEY, found=show_value(key))
    _check_texts(name)

    def register(function: PairingRule) -> PairingRule:
        package = package_of(function)
        for one in SYSTEMS.values():
            owner = one.plug_in or "crivello"
            if key in (one.key, one.family) and owner != package:
                raise Illegal(TAKEN, key=key, package=owner)

        def pairs(before: ModelTournament, players: Sequence[int]) -> Iterable[tuple[int, int]]:
            by_id = before.player
            public = sorted((by_id[one] for one in players), key=lambda one: one.number)
            return function(of_model(before), tuple(map(public_player, public)))

        add_plug_in(key, name, package, pairs)
        return function

    return register


def register_format(
    key: str,
    ending: str,
    name: str,
    *,
    read: Callable[[bytes], Tournament] | None = None,
    write: Callable[[Tournament], str | bytes] | None = None,
) -> str:
    """Register a file format, with a function that reads it, one that writes it, or both.

    Files whose names have the ending are read and written with it by the commands, the desk and the
    library. The key is returned, for the entry points of a package.

    >>> def names(t):
    ...     return "".join(f"{one.number} {one.name}\\n" for one in t)
    >>> register_format("names", ".names", "Names, one a line", write=names)
    'names'
    >>> import crivello as cv
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = cv.write(cv.example(), f"{folder}/t.names")
    ...     with open(f"{folder}/t.names") as file:
    ...         print(file.readline().strip())
    1 Alice

    A package lists such keys in its entry points, under ``crivello.formats``.
    """
    from crivello.formats.plug_in import ADDED, OURS, PlugInFormat, add_format

    if not re.fullmatch("[a-z][a-z0-9-]{1,39}", str(key)):
        raise Illegal(NO_FORMAT, found=show_value(key))
    if not re.fullmatch(r"\.[a-z0-9]{1,10}", str(ending)):
        raise Illegal(NO_ENDING, found=show_value(ending))
    _check_texts(name)
    if read is None and write is None:
        raise Illegal(NO_FUNCTION)
    package = package_of(read or write)
    if ending[1:] in OURS or key in OURS:
        raise Illegal(TAKEN, key=ending, package="crivello")
    for one in ADDED.values():
        if one.package != package and (one.key == key or one.ending == ending[1:]):
            raise Illegal(TAKEN, key=key, package=one.package)

    def reader(data: bytes) -> ModelTournament:
        assert read is not None
        return core(read(data))

    def writer(tournament: ModelTournament) -> bytes:
        assert write is not None
        made = write(of_model(tournament))
        return made if isinstance(made, bytes) else made.encode()

    readers = None if read is None else reader
    writers = None if write is None else writer
    add_format(PlugInFormat(key, ending[1:], name, package, readers, writers))
    return key


PrintRule = TypeVar(
    "PrintRule", bound="Callable[[Tournament, int], Iterable[Mapping[str, object]]]"
)


def register_print(name: str, title: str) -> Callable[[PrintRule], PrintRule]:
    """Register a function as a printed table, for ``crivello print``, the desk and `table`.

    It is given the tournament and the number of the round, and returns rows: mappings from the
    names of columns to texts and numbers.

    >>> @register_print("whites", "Games with White")
    ... def whites(tournament, round):
    ...     games = [game for this in tournament.rounds for game in this.games]
    ...     for one in tournament:
    ...         yield {"name": one.name, "games": sum(game.white == one.id for game in games)}
    >>> import crivello as cv
    >>> cv.table(cv.example(), "whites")[0]
    {'name': 'Alice', 'games': 1}

    A package lists such functions in its entry points, under ``crivello.prints``.
    """
    from crivello.reports.pages import PAGES
    from crivello.reports.plug_in import add_print

    if not re.fullmatch("[a-z][a-z0-9-]{1,39}", str(name)):
        raise Illegal(NO_PRINT, found=show_value(name))
    _check_texts(title)

    def register(function: PrintRule) -> PrintRule:
        package = package_of(function)
        if name in PAGES and PAGES[name].plug_in != package:
            raise Illegal(TAKEN, key=name, package=PAGES[name].plug_in or "crivello")

        def rows(whole: ModelTournament, round: int) -> Iterable[Mapping[str, object]]:
            return function(of_model(whole), round)

        add_print(name, title, package, rows)
        return function

    return register
