"""The class of a tournament, which is built step by step; each step returns a new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from crivello.front.player import Player, model_player, public_player
from crivello.front.settings import Settings, model_settings, public_settings
from crivello.front.tables import (
    RESULTS_OF_BOARDS,
    as_event,
    results_at,
    round_tables,
    split_place,
    with_pairing,
    with_parts,
    with_tables,
)
from crivello.front.taking import as_tuple
from crivello.front.validation import (
    WRONG_RESULTS,
    contradictions,
    find_misfits,
    no_tournament,
    refuse,
    show_value,
    sizes,
)
from crivello.model.errors import CrivelloError, Illegal, Problem, WordError
from crivello.model.grammar import NO_BOARD, ranges
from crivello.model.matches import MatchTournament, individual_of
from crivello.model.player_lookup import candidates, find_number, find_one
from crivello.model.result import NO_RESULT, RESULT_EXAMPLES, Bye, Result
from crivello.model.sentence import N_
from crivello.model.tables import GameTable
from crivello.model.tournament import Round
from crivello.model.tournament import Tournament as ModelTournament
from crivello.standard.classes import replace
from crivello.words import Language, say

if TYPE_CHECKING:
    from crivello.formats.repairs import Repair
    from crivello.model.pairing import RoundPairing
    from crivello.model.settings import Team

Who = int | str | Player
"""A player: by id, FIDE id or name, or as the object."""
Entry = Player | str | tuple[Any, ...] | Mapping[str, Any]
"""A player to be entered: a `Player`, a name, (name, rating, …), or a mapping of fields."""
ResultLike = Result | str | None
TableResults = ResultLike | Sequence[ResultLike]
"""The result of a game, or the results of the boards of a match."""
Results = Mapping[Any, TableResults] | Sequence[TableResults]

HIGHEST = 10**11
"""Higher than any FIDE id."""
NO_SUCH_ID = N_("There is no player {player}.")
NOT_A_PLAYER = N_("A player is given by id, FIDE id or name, not as {found}.")
NOT_AN_ENTRY = N_("{found} is not a player: write a name, (name, rating), or a Player.")
NO_CHANGES = N_("A tournament is immutable; methods such as with_results return a new one.")
OTHER_ROUND = N_("This is a pairing of round {round}; the next one is round {next}.")
NOT_A_PAIRING = N_("A pairing is expected, not {found}.")
NO_ROUND = N_("There is no round {round}.")
NOT_PAIRED = N_("No round has been paired yet.")
NO_GAME = N_("Round {round} has no game of {one} and {other}.")
NOT_A_PLACE = N_("Results are given by board, as 3, or by pair, as (4, 9); not by {found}.")
TOO_MANY_RESULTS = N_("There are {count} results for {boards} boards.")
PAIRED_ALREADY = N_("Round {round} has been paired; a bye can be requested for later rounds only.")
LINEUP_TOO_LATE = N_("Round {round} has been paired; line-ups are set for later rounds only.")
PLAYERS_AND_TEAMS = N_("Give the players of an event of teams within their teams.")
BOARDS_WITHOUT_TEAMS = N_("The number of boards is that of a match of teams; give the teams too.")
NO_BOARDS = N_("A match has at least 1 board (got {boards}).")
NO_BYE = N_("{found} is not a bye; write half, full or zero.")
NOT_AN_ORDER = N_("An order of players is a list of ids or names, not {found}.")
UNKNOWN_SETTING = N_("There is no setting {name!r}.")


class Tournament:
    """Players, rounds and settings. A tournament never changes: every method returns a new one.

    >>> t = Tournament.new("Club night", rounds=3, players=["Ada", ("Ben", 1900), "Cleo", "Dan"])
    >>> [player.name for player in t.players]
    ['Ben', 'Ada', 'Cleo', 'Dan']
    >>> print(t)
    Club night: 4 players, round 0 of 3

    `Tournament(players, rounds, settings)` accepts any parts. `validate` reports what is wrong with
    them, and so does every function that takes a tournament.
    """

    __slots__ = (
        "_core",
        "_matches",
        "_players",
        "_remarks",
        "_rounds",
        "_settings",
        "repairs",
        "warnings",
    )

    warnings: tuple[Problem, ...]
    """What the reader of a file found odd; empty for a tournament that was not read."""
    repairs: tuple[Repair, ...]
    """What a tolerant reading repaired, each with what stood there and what was taken."""

    _players: Any
    _rounds: Any
    _settings: Any
    _core: ModelTournament | None
    """The same as the core has it, once it has been validated."""
    _matches: MatchTournament | None
    """In an event of matches what the parts do not hold: the people and their games."""
    _remarks: tuple[Problem, ...] | None
    """Warnings of the validation."""

    def __init__(
        self,
        players: Iterable[Player] = (),
        rounds: Iterable[Round] = (),
        settings: Settings | None = None,
    ) -> None:
        self._set(
            _players=as_tuple(players),
            _rounds=as_tuple(rounds),
            _settings=Settings() if settings is None else settings,
        )

    def _set(self, **values: Any) -> None:
        start: dict[str, Any] = {"_core": None, "_matches": None, "_remarks": None}
        start |= {"warnings": (), "repairs": ()}
        for name, value in (start | values).items():
            object.__setattr__(self, name, value)

    @classmethod
    def new(
        cls,
        name: str = "",
        rounds: int | None = None,
        players: Iterable[Entry] | Mapping[str, int | None] = (),
        *,
        teams: Mapping[str, Iterable[Entry]] | Iterable[Team] = (),
        boards: int | None = None,
        **settings: Any,
    ) -> Tournament:
        """Return a tournament before its first round.

        A player is a `Player`, a name, a tuple (name, rating, title, federation) or a mapping of
        fields; all players together may be a mapping from names to ratings. They get the ids and
        pairing numbers 1, 2, 3, … in the initial order: by rating, title and alphabet (C.04.2: 2).
        Other keywords are fields of `Settings`.

        Teams that are paired are given with their players, in board order. They are the players of
        the tournament, numbered by the average rating of their first boards. `boards` is the number
        of boards of a match, by default the size of the smallest team.

        >>> t = Tournament.new("Open", 5, [Player("Ida", 2100), ("Olaf", 2200)], system="dubov")
        >>> t.players[0], t.settings.system
        (Player('Olaf', rating=2200, id=1, number=1), 'dubov')
        >>> [player.name for player in Tournament.new("Open", 5, {"Ida": 2100, "Olaf": 2200})]
        ['Olaf', 'Ida']
        >>> t = Tournament.new("Cup", 1, teams={"Lions": ["Ada", "Ben"], "Bears": ["Cy", "Di"]})
        >>> t.settings.system, [team.name for team in t], [one.name for one in t.members("Lions")]
        ('team', ['Bears', 'Lions'], ['Ada', 'Ben'])
        """
        from crivello.rules.initial_order import in_initial_order, initial_order

        given = settings | {"name": name, "rounds": rounds}
        if isinstance(teams, Mapping):
            return cls._of_teams(teams, boards, players, given)
        if boards is not None:
            raise Illegal(BOARDS_WITHOUT_TEAMS)
        whole = _with(Settings(), given | ({"teams": teams} if teams else {}))
        entries = [_entry(one) for one in _iterate(players)]
        wrong = [
            *_find_misfit_players(entries, "players"),
            *find_misfits(Settings, whole, "settings"),
        ]
        if wrong:
            raise refuse(wrong)
        ordered = in_initial_order(entries, initial_order(whole))
        numbered = [
            public_player(replace(one, id=number, number=number))
            for number, one in enumerate(ordered, start=1)
        ]
        tournament = cls(numbered, (), whole)
        tournament.validate()
        return tournament

    @classmethod
    def _of_teams(
        cls, teams: Mapping[Any, Any], boards: Any, players: Any, given: dict[str, Any]
    ) -> Tournament:
        from crivello.front.teams import new_team_event

        if players != ():
            raise Illegal(PLAYERS_AND_TEAMS)
        if type(boards) is int and boards < 1:
            raise Illegal(NO_BOARDS, boards=show_value(boards))
        whole = _with(Settings(), given)
        entries = {name: [_entry(one) for one in _iterate(of)] for name, of in teams.items()}
        wrong = [
            *find_misfits(tuple[str, ...], tuple(teams), "teams"),
            *find_misfits(int | None, boards, "boards"),
            *find_misfits(Settings, whole, "settings"),
        ]
        for name, one in entries.items():
            wrong += _find_misfit_players(one, f"teams[{name!r}]")
        if not wrong:
            wrong += sizes(tuple(one for of in entries.values() for one in of), whole, 0)
        if wrong:
            raise refuse(wrong)
        event = of_model(new_team_event(entries, boards, model_settings(whole)))
        event.validate()
        return event

    # The parts

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, in the order of the file or of `new`."""
        if self._players is None:
            assert self._core is not None
            object.__setattr__(self, "_players", tuple(map(public_player, self._core.players)))
        found: tuple[Player, ...] = self._players
        return found

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds: round k is ``rounds[k - 1]``; those after the last paired one hold requested
        byes.
        """
        found: tuple[Round, ...] = self._rounds
        return found

    @property
    def settings(self) -> Settings:
        """The announced settings: name, number of rounds, system, points …"""
        if self._settings is None:
            assert self._core is not None
            object.__setattr__(self, "_settings", public_settings(self._core.settings))
        found: Settings = self._settings
        return found

    @property
    def name(self) -> str:
        """The name of the tournament."""
        return self.settings.name

    @property
    def paired_rounds(self) -> int:
        """The number of the last paired round; 0 before the first."""
        return core(self).paired_rounds

    @property
    def next_round(self) -> int:
        """The number of the next round to be paired."""
        return core(self).next_round

    @property
    def model(self) -> ModelTournament:
        """The tournament as the other packages of crivello represent it, with points in units.

        It is for callers of those packages, whose interfaces may change.
        """
        return core(self)

    def round(self, number: int) -> Round:
        """Return round `number`; an empty one if nothing is known about it.

        >>> Tournament.new("Open", 5, ["Ada", "Ben"]).round(1)
        Round()
        """
        return core(self).round(number) if type(number) is int else Round()

    def before(self, round: int) -> Tournament:
        """Return the tournament as it was before a round was paired, with what was known then.

        Later rounds are left out, with the late entries, withdrawals and points that came with
        them. Byes that were requested for the round are kept. A player who was not paired in it,
        and had no bye, is absent from it.

        >>> from crivello import example, pair
        >>> t = example("dubov-2018")
        >>> t.paired_rounds, t.before(3).paired_rounds
        (6, 2)
        >>> pair(t.before(3)).boards == pair(t, 3).boards
        True
        """
        from crivello.front.past import as_before

        whole = core(self)
        if type(round) is not int or not 1 <= round <= whole.next_round:
            raise Illegal(NO_ROUND, round=show_value(round))
        if round == whole.next_round:
            return self
        return self._with_games(as_before(whole, round))

    def player(self, who: Who) -> Player:
        """Return a player by id, FIDE id or name; the beginnings of its words suffice if they are
        unique.

        >>> t = Tournament.new("Open", 5, ["Muñoz, Ada", "Rossi, Ben"])
        >>> t.player("munoz").id, t.player(2).name
        (1, 'Rossi, Ben')
        """
        core(self)
        return self._find_player(who)

    def members(self, team: Who) -> tuple[Player, ...]:
        """Return the players of a team, in board order.

        >>> t = Tournament.new("Cup", 3, teams={"Lions": ["Ada", "Ben"], "Bears": ["Cy", "Di"]})
        >>> [one.name for one in t.members("Bears")]
        ['Cy', 'Di']
        """
        from crivello.front.teams import members_of

        whole = core(self)
        return tuple(map(public_player, members_of(whole, self._find_player(team).id)))

    def _find_player(self, who: Who) -> Player:
        if isinstance(who, Player):
            who = who.id
        if type(who) is int:
            for one in self.players:
                if one.id == who:
                    return one
            if abs(who) >= HIGHEST:
                raise Illegal(NO_SUCH_ID, player=show_value(who))
            wanted = find_number(candidates(self.players), who, Illegal)
            return next(one for one in self.players if one.id == wanted)
        if not isinstance(who, str):
            raise Illegal(NOT_A_PLAYER, found=type(who).__name__)
        found = [one for one in self.players if one.name == who]
        if len(found) == 1:
            return found[0]
        wanted = find_one(candidates(self.players), who, Illegal)
        return next(one for one in self.players if one.id == wanted)

    # What Python people expect

    def __iter__(self) -> Iterator[Player]:
        """Yield the players."""
        return iter(self.players)

    def __len__(self) -> int:
        """Return the number of players."""
        return len(self.players)

    def __contains__(self, who: object) -> bool:
        """Return True if this player is in the tournament."""
        try:
            self.player(who)  # type: ignore[arg-type]
        except CrivelloError:
            return False
        return True

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tournament):
            return NotImplemented
        return (self.players, self.rounds, self.settings) == (
            other.players,
            other.rounds,
            other.settings,
        )

    def __hash__(self) -> int:
        return hash((self.players, self.rounds, self.settings))

    def __repr__(self) -> str:
        return f"Tournament({self.players!r}, {self.rounds!r}, {self.settings!r})"

    def __str__(self) -> str:
        return describe_tournament(core(self))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(NO_CHANGES)

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        parts = self.players, self.rounds, self.settings
        matches = self._core if isinstance(self._core, MatchTournament) else self._matches
        return _again, (*parts, self.warnings, self.repairs, matches)

    # What is wrong with it

    def validate(self) -> tuple[Problem, ...]:
        r"""Raise `Illegal` with all errors of the tournament; return the warnings if there are no
        errors.

        >>> broken = Tournament([Player("Ada", id=1, number=1), Player("Ben", id=1, number=-2)])
        >>> try:
        ...     broken.validate()
        ... except Illegal as error:
        ...     print(*error.problems, sep="\n")
        The id 1 belongs to more than one player.
        The pairing number -2 of player 1 is not positive.
        """
        if self._core is None or self._remarks is None:
            self._validate()
        found: tuple[Problem, ...] = self._remarks or ()
        return found

    def _validate(self) -> None:
        whole = self._core
        if whole is None:
            wrong = [
                *find_misfits(tuple[Player, ...], self._players, "players"),
                *find_misfits(tuple[Round, ...], self._rounds, "rounds"),
                *find_misfits(Settings, self._settings, "settings"),
            ]
            if wrong:
                raise refuse(wrong)
            wrong += sizes(self._players, self._settings, len(self._rounds))
            players = tuple(map(model_player, self._players))
            whole = ModelTournament(players, self._rounds, model_settings(self._settings))
            if self._matches is not None:
                whole = with_parts(self._matches, whole)
            found, remarks = contradictions(whole)
            if wrong or found:
                raise refuse([*wrong, *found])
        else:
            _, remarks = contradictions(whole)
        object.__setattr__(self, "_remarks", remarks)
        object.__setattr__(self, "_core", whole)

    # Steps

    def _with_parts(
        self, players: Any = None, rounds: Any = None, settings: Settings | None = None
    ) -> Tournament:
        """Return the tournament with other parts, validated."""
        changed = Tournament.__new__(Tournament)
        changed._set(
            _players=self.players if players is None else tuple(players),
            _rounds=self.rounds if rounds is None else tuple(rounds),
            _settings=self.settings if settings is None else settings,
            _matches=self._core if isinstance(self._core, MatchTournament) else self._matches,
            warnings=self.warnings,
            repairs=self.repairs,
        )
        changed.validate()
        return changed

    def _with_games(self, whole: ModelTournament) -> Tournament:
        """Return the tournament with the players, rounds and settings of `whole`, validated."""
        changed = of_model(whole, self.warnings, self.repairs)
        found, _ = contradictions(whole)
        wrong = find_misfits(tuple[Round, ...], whole.rounds, "rounds")
        if any((*wrong, *found)):
            raise refuse([*wrong, *found])
        return changed

    def with_settings(self, **settings: Any) -> Tournament:
        """Return the tournament with these fields of `Settings` changed.

        >>> Tournament.new("Open", 5).with_settings(city="Aosta", rounds=7).settings.rounds
        7
        """
        core(self)
        return self._with_parts(settings=_with(self.settings, settings))

    def add_player(self, player: Entry) -> Tournament:
        """Add a player; pairing numbers may change, the ids of the others do not.

        Once a round has been paired, the player is a late entry and counts from the next round on;
        the rules decide whose numbers change (C.04.2: 2.4).

        >>> t = Tournament.new("Open", 5, [("Ada", 2000), ("Ben", 1900)]).add_player(("Cleo", 1950))
        >>> [(one.name, one.id, one.number) for one in t]
        [('Ada', 1, 1), ('Cleo', 3, 2), ('Ben', 2, 3)]
        """
        from crivello.rules.handling import handling_of
        from crivello.rules.initial_order import admit, initial_order

        whole = core(self)
        entry = _entry(player)
        wrong = [*find_misfits(Player, entry, "player")]
        if wrong:
            raise refuse(wrong)
        id = max((one.id for one in whole.players), default=0) + 1
        newcomer = replace(model_player(entry), id=id, number=1)
        order = initial_order(whole.settings)
        done = admit(whole, newcomer, handling_of(whole.settings), order)
        return self._with_parts(players=map(public_player, done.tournament.players))

    def with_numbers(self, players: Iterable[Who]) -> Tournament:
        """Give all players other pairing numbers, number 1 first; only before round 1.

        `players` is the result of `lots`, or any order of all players; ids do not change.

        >>> t = Tournament.new("Club", 3, ["Ada", "Ben", "Cleo"]).with_numbers(["Cleo", 1, "Ben"])
        >>> [(one.name, one.number) for one in t]
        [('Ada', 2), ('Ben', 3), ('Cleo', 1)]
        """
        from crivello.rules.draw import numbers_by_hand, with_numbers

        whole = core(self)
        if isinstance(players, str) or not isinstance(players, Iterable):
            raise Illegal(NOT_AN_ORDER, found=type(players).__name__)
        order = [self._find_player(who).id for who in players]
        drawn = numbers_by_hand([one.id for one in whole.players], order)
        numbered = with_numbers(whole, drawn.order)
        return self._with_parts(players=map(public_player, numbered.players))

    def withdraw(self, player: Who, after: int | None = None) -> Tournament:
        """Withdraw a player from the next round on, or after the round `after`.

        >>> t = Tournament.new("Open", 5, ["Ada", "Ben", "Cleo"]).withdraw("Ben")
        >>> t.player("Ben").withdrawn_after
        0
        """
        whole = core(self)
        who = self._find_player(player)
        last = whole.paired_rounds if after is None else after
        one = replace(who, withdrawn_after=last)
        wrong = list(find_misfits(Player, one, "player"))
        if wrong:
            raise refuse(wrong)
        return self._with_parts(
            players=[one if other.id == who.id else other for other in self.players]
        )

    def bye(self, player: Who, round: int | None = None, kind: Bye | str = "half") -> Tournament:
        """Request a bye for the next round, or a later one: half, full or zero points.

        >>> t = Tournament.new("Open", 5, ["Ada", "Ben", "Cleo"]).bye("Ben", 2)
        >>> t.round(2)
        Round(byes=((2, Bye.HALF_POINT),))
        """
        core(self)
        who = self._find_player(player)
        number = self._coming_round(round, PAIRED_ALREADY)
        try:
            given = Bye(kind)
        except ValueError:
            raise WordError(NO_BYE, found=show_value(kind)) from None
        if not given.requested:
            raise WordError(NO_BYE, found=show_value(kind))
        rounds = [*self.rounds, *[Round()] * (number - len(self.rounds))]
        others = [one for one in rounds[number - 1].byes if one[0] != who.id]
        rounds[number - 1] = Round(byes=tuple(sorted([*others, (who.id, given)])))
        return self._with_parts(rounds=rounds)

    def with_lineup(
        self, team: Who, players: Iterable[Who | None], round: int | None = None
    ) -> Tournament:
        """Set the line-up of a team for the next round, or a later one: a player for each board.

        None is an empty board. Without a line-up a team plays with its first players.

        >>> teams = {"Lions": ["Ada", "Ben", "Cleo"], "Bears": ["Dan", "Eva"]}
        >>> t = Tournament.new("Cup", 3, teams=teams, initial_colour="white")
        >>> t = t.with_lineup("Lions", ["Ada", "Cleo"])
        """
        from crivello.front.teams import with_lineup

        whole = core(self)
        number = self._coming_round(round, LINEUP_TOO_LATE)
        changed = with_lineup(whole, self._find_player(team).id, players, number)
        return of_model(changed, self.warnings, self.repairs)

    def _coming_round(self, round: int | None, too_late: str) -> int:
        """Return a round that is still to be paired, by default the next one."""
        whole = core(self)
        number = whole.next_round if round is None else round
        if type(number) is not int or not 1 <= number <= 100:
            raise Illegal(NO_ROUND, round=show_value(number))
        if number <= whole.paired_rounds:
            raise Illegal(too_late, round=number)
        return number

    def with_pairing(self, pairing: RoundPairing) -> Tournament:
        """Add the next round as it was paired, without results.

        Byes that were requested for the round are kept. Players who are neither paired nor have a
        bye are absent. Teams play with the line-ups that are set, or by default with their first
        players. A match of two games fills two rounds.
        """
        from crivello.model.pairing import Board, RoundPairing

        whole = core(self)
        if not isinstance(pairing, RoundPairing):
            raise Illegal(NOT_A_PAIRING, found=type(pairing).__name__)
        wrong = [
            *find_misfits(int, pairing.round, "pairing.round"),
            *find_misfits(tuple[Board, ...], pairing.boards, "pairing.boards"),
            *find_misfits(int | None, pairing.bye, "pairing.bye"),
        ]
        if wrong:
            raise refuse(wrong)
        if pairing.round != whole.next_round:
            raise Illegal(OTHER_ROUND, round=pairing.round, next=whole.next_round)
        return self._with_games(with_pairing(as_event(whole), pairing))

    def with_results(self, results: Results, round: int | None = None) -> Tournament:
        """Enter results of the last paired round, or of another one.

        Results are given by board, ``{1: "1-0", 2: "½"}``, by players with White first, ``{("Ada",
        "Ben"): "1-0"}``, or for all boards in order, ``["1-0", "½"]``. They are written as people
        write them, see `Result`; None removes a result. All errors are reported together.

        A match, of two teams or of two games, takes the results of all its boards, ``{1: ["1-0",
        "½"]}``, or those of single boards, ``{"1.2": "½"}``; they begin with the side that is named
        first. `round` counts rounds as they are paired.

        >>> t = Tournament.new("Two", 3, ["Ada", "Ben"], system="doubleswiss")
        >>> from crivello import pair, standings
        >>> t = t.with_settings(initial_colour="white")
        >>> t = t.with_pairing(pair(t)).with_results({("Ada", "Ben"): ["1-0", "½"]})
        >>> [str(row.points) for row in standings(t)]
        ['1½', '½']
        """
        whole = core(self)
        number = whole.paired_rounds if round is None else round
        if whole.paired_rounds == 0:
            raise Illegal(NOT_PAIRED)
        if type(number) is not int or not 1 <= number <= len(self.rounds):
            raise Illegal(NO_ROUND, round=show_value(number))
        tables = round_tables(whole, number)
        wrong: list[Problem] = []
        for place, given in _by_place(results, len(tables)):
            try:
                index, board, turned = self._find_table(place, tables, number)
                found = _results(given, tables[index], board)
                if turned:
                    found = [one and one.mirrored for one in found]
                seen = results_at(tables[index], board, found)
                games = individual_of(whole).settings
                tables[index] = tables[index].with_results(games, seen)
            except CrivelloError as error:
                wrong.append(Problem(error.sentence, round=number))
        if wrong:
            raise refuse(wrong, WRONG_RESULTS)
        return self._with_games(with_tables(whole, number, tables))

    def _find_table(
        self, place: Any, tables: list[GameTable], number: int
    ) -> tuple[int, int | None, bool]:
        """Return the index of a table, its board if one is named, and True if Black is named
        first.
        """
        table, board = split_place(place) if isinstance(place, str) else (place, None)
        if type(table) is int:
            if not 1 <= table <= len(tables):
                there = ranges(range(1, len(tables) + 1))
                raise Illegal(NO_BOARD, round=number, board=show_value(table), boards=there)
            return table - 1, board, False
        if not isinstance(place, tuple) or len(place) != 2:
            raise Illegal(NOT_A_PLACE, found=type(place).__name__)
        one, other = (self._find_player(who) for who in place)
        for index, found in enumerate(tables):
            if {found.pair.white, found.pair.black} == {one.id, other.id}:
                return index, None, found.pair.white != one.id
        raise Illegal(NO_GAME, round=number, one=one.name or one.id, other=other.name or other.id)

    # How it shows itself

    def to_json(self) -> dict[str, Any]:
        """Return the whole tournament, as `crivello.write` puts it into a ``.json`` file."""
        import json

        from crivello.formats.json_form import write_json

        whole: dict[str, Any] = json.loads(write_json(core(self)))
        return whole

    def _repr_html_(self) -> str:
        """Return an HTML table of the players with their results, round by round."""
        from crivello.front.html import tournament_html

        return tournament_html(core(self))


UNDER_WAY = N_("{name}: {players:one player|{} players}, round {round} of {rounds}")
ROUND_UNKNOWN = N_("{name}: {players:one player|{} players}, round {round}")


def describe_tournament(whole: ModelTournament, language: Language = Language.EN) -> str:
    """Return the tournament in one line: name, players, round."""
    settings = whole.settings
    return say(
        ROUND_UNKNOWN if settings.rounds is None else UNDER_WAY,
        language,
        name=settings.name or "–",
        players=len(whole.players),
        round=whole.paired_rounds,
        rounds=settings.rounds,
    )


def _again(
    players: Any, rounds: Any, settings: Any, warnings: Any, repairs: Any, matches: Any = None
) -> Tournament:
    tournament = Tournament(players, rounds, settings)
    object.__setattr__(tournament, "_matches", matches)
    object.__setattr__(tournament, "warnings", warnings)
    object.__setattr__(tournament, "repairs", repairs)
    return tournament


def of_model(
    whole: ModelTournament,
    warnings: tuple[Problem, ...] = (),
    repairs: tuple[Repair, ...] = (),
) -> Tournament:
    """Return the tournament of the library for one of the core that is known to be valid."""
    tournament = Tournament.__new__(Tournament)
    tournament._set(
        _players=None,
        _rounds=whole.rounds,
        _settings=None,
        _core=whole,
        warnings=warnings,
        repairs=repairs,
    )
    return tournament


def core(tournament: Tournament | ModelTournament) -> ModelTournament:
    """Return the tournament of the core; raise an error if it is invalid. It is validated only
    once.
    """
    if isinstance(tournament, Tournament):
        if tournament._core is None:
            tournament.validate()
            assert tournament._core is not None
        return tournament._core
    if isinstance(tournament, ModelTournament):
        return core(_of_parts(tournament))
    raise no_tournament(tournament)


def public(tournament: Tournament | ModelTournament) -> Tournament:
    if isinstance(tournament, Tournament):
        core(tournament)
        return tournament
    if isinstance(tournament, ModelTournament):
        return _of_parts(tournament)
    raise no_tournament(tournament)


def _of_parts(tournament: ModelTournament) -> Tournament:
    """Return the tournament of the library for one of the core, after validating all of it."""
    wrong = [*find_misfits(ModelTournament, tournament, "tournament")]
    if wrong:
        raise refuse(wrong)
    found, _ = contradictions(tournament)
    if found:
        raise refuse(found)
    return of_model(tournament)


def _iterate(values: Any) -> list[Any]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise Illegal(NOT_AN_ENTRY, found=show_value(values))
    return list(values.items() if isinstance(values, Mapping) else values)


def _find_misfit_players(players: Iterable[Player], place: str) -> Iterator[Problem]:
    for index, one in enumerate(players):
        yield from find_misfits(Player, one, f"{place}[{index}]")


def _entry(given: Any) -> Player:
    """Return the player that a name, tuple or mapping describes."""
    if isinstance(given, Player):
        return given
    if isinstance(given, str):
        return Player(given)
    if isinstance(given, Mapping) and not all(isinstance(name, str) for name in given):
        raise Illegal(NOT_AN_ENTRY, found=show_value(given))
    try:
        if isinstance(given, Mapping):
            return Player(**given)
        if isinstance(given, tuple | list) and 1 <= len(given) <= 4:
            extra = dict(zip(("title", "federation"), given[2:], strict=False))
            return Player(*given[:2], **extra)
    except TypeError:  # fields that a player does not have
        pass
    raise Illegal(NOT_AN_ENTRY, found=show_value(given))


def _with(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    try:
        return replace(settings, **changes)
    except TypeError:
        known = Settings.__dataclass_fields__
        name = next(iter(name for name in changes if name not in known), "")
        raise Illegal(UNKNOWN_SETTING, name=name) from None


def _by_place(results: Any, boards: int) -> list[tuple[Any, Any]]:
    if isinstance(results, Mapping):
        return list(results.items())
    if isinstance(results, str) or not isinstance(results, Sequence):
        raise Illegal(NOT_A_PLACE, found=type(results).__name__)
    if len(results) > boards:
        raise Illegal(TOO_MANY_RESULTS, count=len(results), boards=boards)
    return list(enumerate(results, start=1))


def _results(given: Any, table: GameTable, board: int | None) -> list[Result | None]:
    """Read the value given for a table: one result, or for a match those of its boards."""
    if not table.is_match or board is not None:
        return [_result(given)]
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise Illegal(RESULTS_OF_BOARDS, table=table.number, boards=len(table.boards))
    return [_result(one) for one in given]


def _result(given: Any) -> Result | None:
    from crivello.model.result import read_result

    if given is None or isinstance(given, Result):
        return given
    if not isinstance(given, str):
        raise WordError(NO_RESULT, word=type(given).__name__, examples=RESULT_EXAMPLES)
    return read_result(given)
