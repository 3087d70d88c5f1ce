"""The reader of Swiss-Manager files: records become a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from enum import IntEnum
from itertools import islice
from typing import Any

from crivello.formats.repairs import NOTHING, Repair
from crivello.formats.swiss_manager.structure import (
    CUT_OFF,
    TOO_MANY,
    Block,
    Layout,
    LayoutSection,
    split_records,
)
from crivello.formats.trf.lines import MAX_PROBLEMS, MAX_ROUNDS, NOT_READABLE, Values
from crivello.formats.trf.reader import TournamentDocument
from crivello.model.errors import Malformed, Problem, Severity, TooLarge
from crivello.model.keys import ROUND_ROBIN as ONE_CYCLE
from crivello.model.keys import TEAM_ROUND_ROBIN, TEAM_SWISS, TEAMS
from crivello.model.matches import MatchTournament, by_team, event_of
from crivello.model.player import NationalRecord, Player, Sex, Title
from crivello.model.result import Bye, Result
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import (
    MATCH_POINTS,
    Apart,
    ForfeitedMatch,
    Lineup,
    Options,
    PrimaryScore,
    Scoring,
    Settings,
    Team,
    TeamEvent,
)
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.field import inferred_initial_colour
from crivello.rules.round_robin import round_robin_for
from crivello.words.federation_names import federation_code

PLAYERS_DIFFER = N_("The file announces {stated} players and lists {count}.")
ROUNDS_DIFFER = N_("The file announces {stated} rounds; it has entries of {count}.")
TEAMS_DIFFER = N_("The file announces {stated} teams and lists {count}.")
ROWS_DIFFER = N_(
    "The schedule counts {stated} pairings, but the file has {count}; a new round is "
    "assumed where a player occurs again."
)
UNKNOWN_PLAYER = N_("Round {round} pairs player {player}, who is not in the list.")
TWICE = N_("Player {player} occurs twice in round {round}; the first pairing counts.")
UNKNOWN_RESULT = N_("Round {round}: the result {code} of player {player} is not understood.")
SECOND_BYE = N_("Round {round}: player {player} has a second pairing-allocated bye.")
EMPTY_BOARD = N_("Round {round}: player {player} has a board without an opponent.")
UNKNOWN_TYPE = N_("The type {code} of the tournament is not understood.")
NO_TIE_BREAK = N_("The tie-break {code} of Swiss-Manager has no counterpart here.")
TEAM_TIE_BREAK = N_("The tie-break {code} of Swiss-Manager, which ranks teams, is left out.")
TIE_BREAK_OPTIONS = N_("The options of tie-break {code} of Swiss-Manager are not understood.")
NO_DATE = N_("{number} is not a date.")
BY_HAND = N_("Round {round}: the pairing of player {player} was set by hand.")
MATCHES_DIFFER = N_("The schedule counts {stated} matches, but the file has {count}.")
NO_BOARDS = N_("Round {round}: the match of teams {first} and {second} has no games.")
TEAMS_APART = N_("Teams {first} and {second} are not to meet; this event is not paired here.")
UNKNOWN_APART = N_("The forbidden pairs name player {player}, who is not in the list.")
UNKNOWN_TEAM_APART = N_("The forbidden pairs name team {team}, which is not in the list.")
NO_MATCHES = N_(
    "Round {round}: the games do not make one match for each team, so that the teams are only"
    " shown as groups of players."
)
FULL_POINT = N_("a full-point bye")
NO_POINT = N_("a zero-point bye")
NO_RESULT = N_("no result yet")
A_SWISS = N_("a Swiss tournament")


# What the numbers of Swiss-Manager stand for

RESULTS: dict[int, Result | None] = {
    0: None,
    1: Result.WHITE_WINS,
    2: Result.DRAW,
    3: Result.BLACK_WINS,
    4: Result.WHITE_WINS_BY_FORFEIT,
    5: Result.BLACK_WINS_BY_FORFEIT,
    6: Result.DOUBLE_FORFEIT,
    15: Result.SHORT_WHITE_WINS,
    16: Result.SHORT_DRAW,
    17: Result.SHORT_BLACK_WINS,
}
"""Results of games; those from 15 on are not rated."""

BYE, NOT_PAIRED = 0xFFFF, 0xFFFE
"""In the place of Black: the player has a bye, or is not paired."""
NOBODY = 0
"""In the place of White or Black: a board of a team without a player."""

BYES: dict[tuple[int, int], Bye] = {
    (BYE, 0): Bye.PAIRING_ALLOCATED,
    (BYE, 9): Bye.PAIRING_ALLOCATED,
    (NOT_PAIRED, 0): Bye.ZERO_POINT,
    (NOT_PAIRED, 1): Bye.FULL_POINT,
    (NOT_PAIRED, 2): Bye.HALF_POINT,
    (NOT_PAIRED, 3): Bye.ZERO_POINT,
}
"""The bye for each number in the place of Black and result."""


_TIE_BREAK_NUMBERS = {
    "PTS": (1,),
    "BH": (2, 37, 84),
    "BH/C1": (3,),
    "BH/M1": (4, 34),
    "SB": (7, 35, 52, 85),
    "PS": (8, 86),
    "ARO": (10, 36, 80),
    "ARO/C1": (20,),
    "DE": (11, 81),
    "WIN": (12, 68),
    "TPR": (21,),
    "KS": (45, 87),
    "BPG": (53,),
    "AOB": (77,),
    "REP": (79,),
}
"""Tie-breaks of C.07; the other numbers rank by hand, by the rules of one event, or teams."""
TIE_BREAKS = {number: code for code, numbers in _TIE_BREAK_NUMBERS.items() for number in numbers}
WITH_CUTS = frozenset({36, 37, 52, 80, 84, 85, 86})
"""Tie-breaks whose first option byte is the number of values cut at the low end."""
VICTORIES = 68
"""A tie-break that counts wins or games: wins if this bit of the second byte of its options is
set.
"""
VICTORIES_BIT = 0x01
KOYA, HALF = 87, 50
"""The number of the tie-break Koya. The third and fourth byte of its options are the limit in
percent.
"""

GAME_POINTS, ENCOUNTERS, THREE_FOR_A_WIN = 1, 14, 40
"""Tie-breaks of teams: game points, direct encounters by match points, match points with 3 for a
win.
"""
TEAM_TIE_BREAKS = {GAME_POINTS: "GPTS", 13: "MPTS", THREE_FOR_A_WIN: "MPTS"}
"""Other tie-breaks are left out, as it is not known whether they use match points or game
points.
"""


def our_tie_break(number: int, options: bytes) -> tuple[str | None, bool]:
    """Return our code for a tie-break (None if there is none), and whether its options are
    understood.
    """
    code = TIE_BREAKS.get(number)
    if code is None:
        return None, False
    if number == KOYA:
        limit = int.from_bytes(options[2:4], "little")
        return code, limit == HALF and not any(options[:2] + options[4:])
    if number == VICTORIES:
        wins = len(options) > 1 and options[1] & VICTORIES_BIT
        return (code if wins else None), False
    if number not in WITH_CUTS:
        return code, not any(options)
    cuts = options[0] if options else 0
    if cuts > 2:
        return None, False
    return code + (f"/C{cuts}" if cuts else ""), not any(options[1:])


class PairingKind(IntEnum):
    """The type of tournament, a byte of the file; the ending of the file's name is ignored."""

    SWISS = 0
    ROUND_ROBIN = 1
    TEAM_ROUND_ROBIN = 2
    TEAM_SWISS = 3


TEAM_EVENTS = (PairingKind.TEAM_SWISS, PairingKind.TEAM_ROUND_ROBIN)
KINDS = {
    PairingKind.SWISS: ("Individual: Swiss-System", None),
    PairingKind.ROUND_ROBIN: ("Individual: Round-Robin", ONE_CYCLE),
    PairingKind.TEAM_ROUND_ROBIN: ("Team: Round-Robin", TEAM_ROUND_ROBIN),
    PairingKind.TEAM_SWISS: ("Team: Swiss-System", TEAM_SWISS),
}
"""The type in a report file (record 092), and the key of the system; none for a Swiss tournament,
as in most report files."""

# Places in the settings.
_ROUNDS, _KIND, _CURRENT, _PLAYERS = 0x00, 0x0B, 0x11, 0x13
_TIE_BREAK_COUNT, _TIE_BREAKS, _MOST_TIE_BREAKS = 0x1B, 0x1D, 9
_TEAMS = 0x2F
_START, _END = 0x47, 0x4B
_OPTIONS, _OPTIONS_SIZE = 0x28B, 19

# Texts at the beginning of the file.
_NAME, _CITY, _VENUE, _FEDERATION = 0, 10, 5, 20
_CHIEF_ARBITER, _DEPUTY, _ARBITERS, _TIME_CONTROL = 21, 35, 6, 14
_COMMENTS = {
    1: "subtitle",
    2: "remark",
    3: "director",
    4: "organiser",
    5: "venue",
    13: "categories",
    23: "e-mail",
    24: "website",
}
"""Texts without a record in a report file, which become comments."""

# Places in the block of a round.
_DATE, _ROWS, _MATCHES = 0x1E, 0x24, 0x26

# Texts and places in the block of a player.
_SURNAME, _FIRST_NAME, _AFFIX, _TITLE, _NATIONAL_ID = 0, 1, 2, 4, 5
_CLUB, _PLAYER_FEDERATION, _TYPE, _GROUP = 9, 10, 11, 12
_SEX, _RATING, _NATIONAL_RATING, _BIRTH, _FIDE_ID = 0x06, 0x08, 0x0A, 0x0E, 0x18
_TEAM, _TEAM_BOARD, _MISSED, _TABLE = 0x1C, 0x1E, 0x34, 0x36
_TAGS = {_CLUB: "club", _TYPE: "type", _GROUP: "group", _AFFIX: "affix"}

# Places in a row: White, Black, result, set by hand.
_WHITE, _BLACK, _RESULT, _BY_HAND = 0, 2, 4, 6


def read_swiss_manager(data: bytes, tolerant: bool = False) -> TournamentDocument:
    """Read the tournament in a Swiss-Manager file.

    A strict reading raises `Malformed` with everything not understood that could change a pairing;
    a tolerant one lists it among the repairs. Both raise `Malformed` for a file without settings or
    players, and `TooLarge` beyond the limits.
    """
    reading = _Reading(split_records(data))
    tournament = reading.tournament()
    repairs = reading.layout.repairs
    if tolerant:
        return TournamentDocument(
            tournament, tuple(reading.warnings), tuple(repairs), reading.by_hand
        )
    problems = [repair.as_problem() for repair in repairs if repair.changes_pairing]
    if problems:
        raise Malformed(NOT_READABLE, problems, count=len(problems))
    warnings = (*reading.warnings, *(each.as_problem(Severity.WARNING) for each in repairs))
    return TournamentDocument(tournament, warnings, by_hand=reading.by_hand)


class _Reading:
    """The reading of one file; whatever is not understood becomes a repair of its layout."""

    has_matches = False
    """True for an event of teams whose matches are known."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.warnings: list[Problem] = []
        self.by_hand: dict[int, frozenset[int]] = {}
        self.known = range(1, len(layout.players) + 1)
        self.known_teams = range(1, len(layout.teams) + 1)
        self.team = [0, *(entry.short(_TEAM) for entry in layout.players)]
        """By the number of the player."""
        self.forfeits: list[ForfeitedMatch] = []
        self.team_byes: list[tuple[int, int, Bye]] = []
        code = layout.settings.byte(_KIND)
        if code in KINDS:
            self.kind = PairingKind(code)
        else:
            self.kind = PairingKind.SWISS
            self._repair(UNKNOWN_TYPE, code, A_SWISS, code=code)

    def tournament(self) -> Tournament:
        self._compare(PLAYERS_DIFFER, self.layout.settings.short(_PLAYERS), len(self.known))
        rows = self._rows_by_round()
        rounds = [self._round(number, these) for number, these in enumerate(rows, start=1)]
        while rounds and rounds[-1] == Round():
            rounds.pop()
        self.has_matches = self._makes_matches(rounds)
        self._compare_matches(rounds)
        first = _first_rounds(rounds)
        players = tuple(
            self._player(number, entry, first.get(number))
            for number, entry in enumerate(self.layout.players, start=1)
        )
        people = Tournament(players, tuple(rounds), self._settings(len(rounds)))
        if self.has_matches:
            people = self._with_team_event(people, rows)
        swiss = self.has_matches or self.kind is PairingKind.SWISS
        if swiss and any(this.games for this in rounds):
            colour = inferred_initial_colour(event_of(people))
            people = replace(people, settings=replace(people.settings, initial_colour=colour))
        return event_of(people)

    # Notes

    def _repair(
        self,
        template: str,
        found: object,
        taken: str = NOTHING,
        changes_pairing: bool = True,
        **values: Any,
    ) -> None:
        """Note as a repair what is not understood; `player` and `round` among the values say where
        it is.
        """
        values = {name: value for name, value in values.items() if value is not None}
        sentence, where = Sentence(template, **values), (values.get("player"), values.get("round"))
        repair = Repair(sentence, None, None, str(found), taken, changes_pairing, *where)
        self.layout.repair(repair)

    def _compare(self, template: str, stated: int, count: int, changes: bool = True) -> None:
        if stated != count:
            self._repair(template, stated, str(count), changes, stated=stated, count=count)

    # Rounds

    def _schedule(self) -> list[Block]:
        """Return the entries of the schedule; of a very long one, those of rounds."""
        schedule = self.layout.schedule
        if len(schedule) <= MAX_ROUNDS:
            return schedule
        used = [place for place, one in enumerate(schedule, 1) if one.short(_ROWS)]
        announced = min(self.layout.settings.short(_ROUNDS), MAX_ROUNDS)
        last = max(announced, *used[-1:])
        if last > MAX_ROUNDS:
            raise TooLarge(TOO_MANY, section=f"{LayoutSection.SCHEDULE:02X}", limit=MAX_ROUNDS)
        return schedule[:last]

    def _rows_by_round(self) -> list[list[Block]]:
        """Return the pairings of each round, split by the counts of the schedule.

        If these counts are wrong, a new round begins where a player occurs again.
        """
        rows, schedule = self.layout.rows, self._schedule()
        counts = [entry.short(_ROWS) for entry in schedule]
        if sum(counts) == len(rows):
            if not self.layout.complete:
                self._repair(CUT_OFF, "", changes_pairing=False)
            ends = [sum(counts[:place]) for place in range(1, len(counts) + 1)]
            return [rows[end - count : end] for count, end in zip(counts, ends, strict=True)]
        if not self.layout.complete:
            self._repair(CUT_OFF, "")
        self._compare(ROWS_DIFFER, sum(counts), len(rows))
        return _by_occurrence(rows)[:MAX_ROUNDS]

    def _compare_matches(self, rounds: list[Round]) -> None:
        """Compare the stated matches with those that follow from the games.

        A stated match without games is noted as a bye or forfeit; if it is neither, it is reported.
        """
        stated = [entry.short(_MATCHES) for entry in self._schedule()]
        matches = self.layout.matches
        self._compare(MATCHES_DIFFER, sum(stated), len(matches), changes=False)
        if sum(stated) != len(matches):
            return
        rest = iter(matches)
        for number, (count, this) in enumerate(zip(stated, rounds, strict=False), start=1):
            played = {frozenset(self._teams_of(game)) for game in this.games}
            free = set(self.known_teams).difference(*played)
            for match in islice(rest, count):
                first, second = match.short(0), match.short(2)
                if frozenset((first, second)) in played:
                    continue
                if not self._is_bye_or_forfeit(number, first, second, this, free):
                    about = {"round": number, "first": first, "second": second}
                    self._repair(
                        NO_BOARDS, f"{first}-{second}", NOTHING, changes_pairing=False, **about
                    )

    def _is_bye_or_forfeit(
        self, number: int, first: int, second: int, this: Round, free: set[int]
    ) -> bool:
        """Note a match without games as a bye or a forfeit; return False if it is neither.

        In a forfeited match only one team came. `free` are the teams without a match in this round.
        """
        if not self.has_matches:
            return False
        bye = BYES.get((second, 0))
        if bye is not None and first in free:
            self.team_byes.append((number, first, bye))
            free.remove(first)
            return True
        alone = {self.team[player] for player, bye in this.byes if bye is Bye.FULL_POINT}
        if not {first, second} <= free or (first in alone) == (second in alone):
            return False
        won = Result.WHITE_WINS_BY_FORFEIT if first in alone else Result.BLACK_WINS_BY_FORFEIT
        self.forfeits.append(ForfeitedMatch(number, first, second, won))
        free -= {first, second}
        return True

    def _teams_of(self, game: Game) -> tuple[int, int]:
        return self.team[game.white], self.team[game.black]

    def _makes_matches(self, rounds: list[Round]) -> bool:
        """Return True for a team Swiss in which no team meets two others in one round; report any
        other.
        """
        if self.kind is not PairingKind.TEAM_SWISS or not self.known_teams:
            return False
        for number, this in enumerate(rounds, start=1):
            opponent: dict[int, int] = {}
            for game in this.games:
                one, other = self._teams_of(game)
                if (
                    one == other
                    or not {one, other} <= set(self.known_teams)
                    or opponent.setdefault(one, other) != other
                    or opponent.setdefault(other, one) != one
                ):
                    self._repair(NO_MATCHES, "", NOTHING, changes_pairing=False, round=number)
                    return False
        return True

    def _round(self, number: int, rows: list[Block]) -> Round:
        games: list[Game] = []
        byes: dict[int, Bye] = {}
        seen: set[int] = set()
        by_hand: set[int] = set()
        for row in rows:
            white, black, code = row.short(_WHITE), row.short(_BLACK), row.short(_RESULT)
            here = [player for player in (white, black) if player not in (NOBODY, NOT_PAIRED, BYE)]
            if not here or not self._may_occur(here, number, seen):
                continue
            seen.update(here)
            if row.byte(_BY_HAND):
                by_hand.update(here)
                self._warn_by_hand(number, here[0])
            if len(here) == 2:
                games.append(self._game(number, white, black, code))
            else:
                byes[here[0]] = self._bye(number, here[0], white, black, code)
        if by_hand:
            self.by_hand[number] = frozenset(by_hand)
        self._one_allocated(number, byes, by_hand)
        return Round(tuple(games), tuple(sorted(byes.items(), key=lambda item: item[0])))

    def _warn_by_hand(self, number: int, player: int) -> None:
        if len(self.warnings) < MAX_PROBLEMS:
            where: Values = {"round": number, "player": player}
            warning = Problem(Sentence(BY_HAND, **where), severity=Severity.WARNING, **where)
            self.warnings.append(warning)

    def _one_allocated(self, number: int, byes: dict[int, Bye], by_hand: set[int]) -> None:
        """Report each pairing-allocated bye of a round after the first; the byes stay as they
        are.
        """
        if self.kind in TEAM_EVENTS:
            return  # all players of a team have its bye
        allocated = [player for player, bye in byes.items() if bye is Bye.PAIRING_ALLOCATED]
        allocated.sort(key=lambda player: (player in by_hand, -player))
        for player in allocated[1:]:
            self._repair(SECOND_BYE, "U", "U", changes_pairing=False, player=player, round=number)

    def _may_occur(self, here: list[int], number: int, seen: set[int]) -> bool:
        """Return True if the players of a row are known and not yet in this round; report any who
        are not.
        """
        for player in here:
            if player not in self.known:
                self._repair(UNKNOWN_PLAYER, player, player=player, round=number)
                return False
            if player in seen or here.count(player) > 1:
                self._repair(TWICE, player, player=player, round=number)
                return False
        return True

    def _game(self, number: int, white: int, black: int, code: int) -> Game:
        if code not in RESULTS:
            about: Values = {"player": white, "round": number, "code": code}
            self._repair(UNKNOWN_RESULT, code, NO_RESULT, **about)
        return Game(white, black, RESULTS.get(code))

    def _bye(self, number: int, player: int, white: int, black: int, code: int) -> Bye:
        """Return the bye that a row without an opponent means.

        The row can be an allocated or requested bye, or a board of a team without an opponent.
        """
        if NOBODY in (white, black):
            result = RESULTS.get(code)
            points = result and (result.white if player == white else result.black)
            won = points is not None and points.value in "1W+"
            taken = FULL_POINT if won else NO_POINT
            self._repair(
                EMPTY_BOARD, code, taken, changes_pairing=False, player=player, round=number
            )
            return Bye.FULL_POINT if won else Bye.ZERO_POINT
        bye = BYES.get((black, code)) if player == white else None
        if bye is Bye.PAIRING_ALLOCATED and self.kind is PairingKind.ROUND_ROBIN:
            return Bye.ZERO_POINT  # the free round of an odd field is worth nothing
        if bye is None:
            about: Values = {"player": player, "round": number, "code": code}
            self._repair(UNKNOWN_RESULT, code, NO_POINT, **about)
        return bye or Bye.ZERO_POINT

    # Players

    def _player(self, number: int, entry: Block, first: int | None) -> Player:
        texts = entry.texts
        title = texts[_TITLE].upper()
        fide_title = Title(title) if title in Title.__members__ else None
        national_rating = entry.short(_NATIONAL_RATING) or None
        federation = federation_code(texts[_PLAYER_FEDERATION])
        national = NationalRecord(
            federation or federation_code(self._title(_FEDERATION)),
            title="" if fide_title else texts[_TITLE],
            rating=national_rating,
            identifier=texts[_NATIONAL_ID],
        )
        stated = bool(national.title or national.rating or national.identifier)
        missed = entry.short(_MISSED)
        entered = missed + 1 if missed < MAX_ROUNDS else 1
        tags = [(key, texts[place]) for place, key in _TAGS.items() if texts[place]]
        if table := entry.short(_TABLE):
            tags.append(("table", str(table)))
        return Player(
            id=number,
            number=number,
            name=", ".join(part for part in (texts[_SURNAME], texts[_FIRST_NAME]) if part),
            title=fide_title,
            rating=entry.short(_RATING) or national_rating,
            federation=federation,
            fide_id=entry.long(_FIDE_ID) or None,
            birth=self._birth(entry.long(_BIRTH), number),
            sex=Sex.FEMALE if entry.byte(_SEX) == 1 else None,
            tags=tuple(tags),
            entered=min(entered, first or entered),
            national=(national,) if stated and national.federation else (),
        )

    def _birth(self, number: int, player: int) -> str:
        year, rest = divmod(number, 10_000)
        if number == 0:
            return ""
        if rest == 0 and 1850 <= year <= 2100:
            return f"{year}/00/00"
        return self._date(number, player)

    def _date(self, number: int, player: int | None = None) -> str:
        """Return a date from the number YYYYMMDD; 0 for none."""
        if number == 0:
            return ""
        year, month, day = number // 10_000, number // 100 % 100, number % 100
        try:
            return date(year, month, day).strftime("%Y/%m/%d")
        except ValueError:
            self._repair(
                NO_DATE, number, NOTHING, changes_pairing=False, player=player, number=number
            )
            return ""

    # Settings

    def _title(self, place: int) -> str:
        titles = self.layout.titles
        return titles[place] if place < len(titles) else ""

    def _announced_rounds(self, found: int) -> int | None:
        """Return the number of rounds by the schedule and the games; report if the file announces
        another.
        """
        announced = self.layout.settings.short(_ROUNDS)
        count = max(len(self._schedule()) or min(announced, MAX_ROUNDS), found)
        self._compare(ROUNDS_DIFFER, announced, count)
        return count or None

    def _settings(self, found: int) -> Settings:
        block = self.layout.settings
        kind, system = KINDS[self.kind]
        if self.has_matches:
            system = TEAMS
        rounds = self._announced_rounds(found)
        if self.kind is PairingKind.ROUND_ROBIN:
            system = round_robin_for(len(self.known), rounds)
        dates = [self._date(entry.long(_DATE)) for entry in self._schedule()]
        deputies = (*_names(self._title(_DEPUTY)), *_names(self._title(_ARBITERS)))
        return Settings(
            name=self._title(_NAME),
            city=self._title(_CITY) or self._title(_VENUE),
            federation=federation_code(self._title(_FEDERATION)),
            start=self._date(block.long(_START)),
            end=self._date(block.long(_END)),
            round_dates=tuple(dates) if all(dates) else (),
            kind=kind,
            chief_arbiter=self._title(_CHIEF_ARBITER),
            deputy_arbiters=deputies,
            time_control=self._title(_TIME_CONTROL),
            rounds=rounds,
            system=system,
            forbidden=() if self.has_matches else tuple(self._forbidden_pairs()),
            tie_breaks=tuple(self._tie_breaks()),
            program="Swiss-Manager",
            teams=tuple(self._teams()),
            comments=tuple(
                f"{label}: {' '.join(text.split())}"
                for place, label in _COMMENTS.items()
                if (text := self._title(place))
            ),
            options=Options(primary_score=self._primary_score()),
        )

    def _first_tie_break(self) -> int | None:
        block = self.layout.settings
        return block.short(_TIE_BREAKS) if block.short(_TIE_BREAK_COUNT) else None

    def _primary_score(self) -> PrimaryScore:
        """Return the score by which a team event is paired: its first tie-break."""
        by_games = self.has_matches and self._first_tie_break() == GAME_POINTS
        return PrimaryScore.GAME if by_games else PrimaryScore.MATCH

    def _tie_break(self, number: int, options: bytes) -> tuple[str | None, bool]:
        """Return our code for a tie-break (None if there is none), and whether its options are
        understood.
        """
        if not self.has_matches:
            return our_tie_break(number, options)
        code = TEAM_TIE_BREAKS.get(number)
        if number == ENCOUNTERS and self._primary_score() is PrimaryScore.MATCH:
            code = "DE"
        return code, not any(options)

    def _tie_breaks(self) -> Iterator[str]:
        block = self.layout.settings
        for place in range(min(block.short(_TIE_BREAK_COUNT), _MOST_TIE_BREAKS)):
            number = block.short(_TIE_BREAKS + 2 * place)
            at = _OPTIONS + _OPTIONS_SIZE * place
            code, understood = self._tie_break(number, block.data[at : at + _OPTIONS_SIZE])
            if self.kind in TEAM_EVENTS and (code is None or not self.has_matches):
                self._repair(TEAM_TIE_BREAK, number, NOTHING, changes_pairing=False, code=number)
            elif code is None:
                self._repair(NO_TIE_BREAK, number, NOTHING, changes_pairing=False, code=number)
            else:
                if not understood:
                    self._repair(
                        TIE_BREAK_OPTIONS, number, code, changes_pairing=False, code=number
                    )
                yield code

    def _forbidden_pairs(self) -> Iterator[Apart]:
        """Yield the pairs that must not meet: pairs of teams if teams are paired, else of
        players.
        """
        for block in self.layout.apart:
            first, second = block.short(0), block.short(2)
            if self.has_matches:
                missing = [team for team in (first, second) if team not in self.known_teams]
                if missing:
                    self._repair(UNKNOWN_TEAM_APART, missing[0], team=missing[0])
                elif first != second:
                    yield Apart((first, second))
                continue
            if self.kind in TEAM_EVENTS:
                about = {"first": first, "second": second}
                self._repair(
                    TEAMS_APART, f"{first}-{second}", NOTHING, changes_pairing=False, **about
                )
                continue
            unknown = [player for player in (first, second) if player not in self.known]
            if unknown:
                self._repair(UNKNOWN_APART, unknown[0], player=unknown[0])
            elif first != second:
                yield Apart((first, second))

    def _teams(self) -> Iterator[Team]:
        if self.kind not in TEAM_EVENTS:
            return
        self._compare(TEAMS_DIFFER, self.layout.settings.short(_TEAMS), len(self.layout.teams))
        members: dict[int, list[tuple[int, int]]] = {}
        for number, entry in enumerate(self.layout.players, start=1):
            place = (entry.short(_TEAM_BOARD), number)
            members.setdefault(entry.short(_TEAM), []).append(place)
        for number, (name, short_name, captain) in enumerate(self.layout.teams, start=1):
            team = Team(name, tuple(player for _, player in sorted(members.get(number, []))))
            if self.has_matches:
                short_name = "" if short_name == name else short_name
                team = replace(team, number=number, short_name=short_name, captain=captain)
            yield team

    # Matches

    def _with_team_event(self, people: Tournament, rows: list[list[Block]]) -> Tournament:
        """Return the tournament of single games together with the team event: line-ups, byes,
        forfeits.
        """
        self.by_hand = {
            number: frozenset(self.team[player] for player in players)
            for number, players in self.by_hand.items()
        }
        scoring = MATCH_POINTS
        if self._first_tie_break() == THREE_FOR_A_WIN:
            scoring = Scoring.of_units(3, 1, 0, 1, unit=1)
        teams, rounds = people.settings.teams, enumerate(people.rounds, start=1)
        event = TeamEvent(
            scoring=scoring,
            lineups=tuple(
                lineup
                for (number, this), these in zip(rounds, rows, strict=False)
                for lineup in self._lineups(teams, number, these, this)
            ),
            forfeits=tuple(self.forfeits),
            byes=tuple(self.team_byes),
            forbidden=tuple(self._forbidden_pairs()),
        )
        event = _with_colours(event, by_team(people, event))
        return replace(people, settings=replace(people.settings, team_event=event))

    def _lineups(
        self, teams: tuple[Team, ...], number: int, rows: list[Block], this: Round
    ) -> Iterator[Lineup]:
        """Yield a line-up for each team whose players did not sit in the order of its members."""
        opponent: dict[int, int] = {}
        alone = (Bye.FULL_POINT, Bye.PAIRING_ALLOCATED)
        came = {player for player, bye in this.byes if bye in alone}
        for game in this.games:
            one, other = self._teams_of(game)
            opponent |= {one: other, other: one}
            came |= {game.white, game.black}
        there = came | {player for player, _ in this.byes}
        seats: dict[int, list[int | None]] = {team: [] for team in opponent}
        for row in rows:
            pair = row.short(_WHITE), row.short(_BLACK)
            if not there & set(pair) or not set(pair) <= there | {NOBODY}:
                continue
            there -= set(pair)
            for player, facing in (pair, pair[::-1]):
                team = self.team[player] if player else opponent.get(self.team[facing], 0)
                if team in seats:
                    seats[team].append(player or None)
        for team, players in sorted(seats.items()):
            if players != [player for player in teams[team - 1].members if player in came]:
                yield Lineup(number, team, tuple(players))


def _with_colours(event: TeamEvent, found: MatchTournament) -> TeamEvent:
    """Set the number of boards and their colours, if the colours alternate in every match."""
    alternate = all(
        board.game is None
        or board.home is None
        or board.game.colour(board.home) is event.colour(place)
        for matches in found.matches
        for match in matches
        for place, board in enumerate(match.boards)
    )
    if not alternate:
        return event
    colours = "".join("WB"[place % 2] for place in range(found.boards))
    return replace(event, boards=found.boards, colours=colours)


def _by_occurrence(rows: Iterable[Block]) -> list[list[Block]]:
    """Split rows into rounds: a new one begins where a player occurs again."""
    rounds: list[list[Block]] = []
    seen: set[int] = set()
    for row in rows:
        here = {row.short(_WHITE), row.short(_BLACK)} - {NOBODY, NOT_PAIRED, BYE}
        if not rounds or here & seen:
            rounds.append([])
            seen = set()
        rounds[-1].append(row)
        seen |= here
    return rounds


def _first_rounds(rounds: list[Round]) -> dict[int, int]:
    """Return the first round in which each player was paired."""
    first: dict[int, int] = {}
    for number, this in enumerate(rounds, start=1):
        for game in this.games:
            first.setdefault(game.white, number)
            first.setdefault(game.black, number)
        for player, bye in this.byes:
            if not bye.requested:
                first.setdefault(player, number)
    return first


def _names(text: str) -> tuple[str, ...]:
    """Split the names of arbiters at semicolons."""
    return tuple(name for part in text.split(";") if (name := " ".join(part.split())))
