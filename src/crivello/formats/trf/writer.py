"""The writer of report files: the same tournament always gives the same file.

First come functions that each write the record of one tag; then those that put a file together.
Anything without a record is left out here and listed by `losses`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction

from crivello.formats.trf.canonical_form import canonical, rename_players
from crivello.formats.trf.lines import MAX_PLAYERS, MAX_ROUNDS, ReportLine
from crivello.formats.trf.player_line import CATEGORY_TAG, looks_national
from crivello.formats.trf.records import (
    ADJUSTED_LETTER,
    BAKU,
    CAPTAIN,
    ESTIMATES,
    MEETING,
    OURS,
    TEXTS,
)
from crivello.formats.trf.scoring import DEFAULT, XXS, as_points
from crivello.formats.trf.team_records import FORFEIT_SIGNS, type_code
from crivello.model.consistency import errors
from crivello.model.dates import readings
from crivello.model.errors import Illegal, Problem, TooLarge
from crivello.model.history import histories
from crivello.model.keys import ACCELERATIONS, FAMILY_CODES, SYSTEMS, in_force
from crivello.model.matches import MatchTournament, by_team, individual_of
from crivello.model.player import NationalRecord, Player
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import Apart, PrimaryScore, Scoring, TeamEvent, list_choices
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import virtual_points
from crivello.standard.classes import replace


class Dialect(Enum):
    """A dialect to write; the reader accepts all of them at once."""

    TRF16 = "trf16"
    """FIDE's records of 2016 only: a report for rating."""
    TRFX = "trfx"
    """JaVaFo's TRF(x): rounds, colours, scoring, acceleration, forbidden pairs as XX records."""
    TRFBX = "trfbx"
    """bbpPairings' TRF(bx): some XX records, scoring as BB records."""
    TRF26 = "trf26"
    """FIDE's records of 2026."""

    @property
    def line_end(self) -> str:
        """The end of a line. TRF26 requires CR; with LF after it, every other program can read the
        file.
        """
        return "\r\n" if self is Dialect.TRF26 else "\n"

    @property
    def ranks(self) -> bool:
        """True if files of this dialect can have ids that differ from pairing numbers (``XXC
        rank``).
        """
        return self in (Dialect.TRFX, Dialect.TRFBX)


_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_DATE = re.compile(r"(19[7-9]|20[0-6])[0-9]/[0-9]{2}/[0-9]{2}\Z")


def place(*fields: tuple[int, str]) -> str:
    """Return a line with each text at its column."""
    line = ""
    for column, text in fields:
        line = line.ljust(column - 1) + text
    return line.rstrip()


def clean(text: str, width: int | None = None) -> str:
    """Return text for one line: blanks for control characters, at most `width` characters."""
    return _CONTROL.sub(" ", text)[:width].strip()


def amount(points: int, unit: int, width: int = 4) -> str | None:
    """Return points, right-aligned in their columns; None if they do not fit exactly."""
    text = as_points(points, unit)
    return None if text is None or len(text) > width else text.rjust(width)


def players_list(tag: str, start: int, players: Iterable[int], *fields: tuple[int, str]) -> str:
    """Return a record with players in four columns each from `start` on."""
    who = [(start + 5 * place_, f"{player:4}") for place_, player in enumerate(players)]
    return place((1, tag), *fields, *who)


# Tournament lines, TRF16


def texts(tournament: Tournament, tags: tuple[str, ...]) -> Iterator[str]:
    for tag in tags:
        text = clean(getattr(tournament.settings, TEXTS[tag]))
        if text:
            yield f"{tag} {text}"


def counts(tournament: Tournament) -> Iterator[str]:
    yield f"062 {len(tournament.players)}"
    yield f"072 {sum(player.rating is not None for player in tournament.players)}"
    if tournament.settings.teams:
        yield f"082 {len(tournament.settings.teams)}"


def deputies(tournament: Tournament) -> Iterator[str]:
    for name in filter(None, map(clean, tournament.settings.deputy_arbiters)):
        yield f"112 {name}"


def round_dates(tournament: Tournament) -> Iterator[str]:
    dates = [date if _DATE.match(date) else "" for date in tournament.settings.round_dates]
    cells = [(92 + 10 * place_, date[2:]) for place_, date in enumerate(dates[:MAX_ROUNDS]) if date]
    if cells:
        yield place((1, "132"), *cells)


def teams(tournament: Tournament, dialect: Dialect) -> Iterator[str]:
    """Write records 013: groups of players; teams too, in a dialect without record 310."""
    for team in tournament.settings.teams:
        if not team.number or dialect is not Dialect.TRF26:
            yield players_list("013", 37, team.members, (5, clean(team.name, 32)))


# TRF26


def byes_240(tournament: Tournament) -> Iterator[str]:
    """Write records 240: byes after the coming round, as the columns of the rounds end before
    them.
    """
    for number in range(tournament.next_round + 1, min(len(tournament.rounds), MAX_ROUNDS) + 1):
        byes = tournament.round(number).byes
        for bye in (Bye.FULL_POINT, Bye.HALF_POINT, Bye.ZERO_POINT):
            who = [player for player, kind in byes if kind is bye]
            if who:
                yield players_list("240", 11, who, (5, bye.value), (7, f"{number:03}"))


def team_records(tournament: Tournament) -> Iterator[str]:
    """Write the informative records of a team tournament (801, 802) as they were read."""
    for record in tournament.settings.team_records:
        yield clean_line(record)


# Teams (TRF26)


def match_points(tournament: Tournament) -> Iterator[str]:
    """Write records 352 and 362; captains become comments that only crivello reads."""
    event = tournament.settings.team_event
    if event is None:
        return
    if event.colours:
        yield f"352 {event.colours}"
    scoring = event.scoring
    worth = {"TW": scoring.win, "TD": scoring.draw, "TL": scoring.loss}
    cells = [symbol + (amount(points, scoring.unit) or "") for symbol, points in worth.items()]
    yield "362 " + "   ".join(cells)
    for team in tournament.settings.teams:
        if captain := clean(team.captain):
            yield f"### {OURS} {CAPTAIN}={team.number}:{captain}"


def team_lines(tournament: Tournament) -> Iterator[str]:
    """Write records 310, 320, 330, 300, and 240, 250, 260 and 299 of teams."""
    event = tournament.settings.team_event
    if event is None:
        return
    matches = by_team(tournament, event)
    yield from _teams_310(matches, event)
    games = tournament.settings.scoring
    free = {number: team for number, team, bye in event.byes if bye is Bye.PAIRING_ALLOCATED}
    if free or event.bye_points is not None:
        points = matches.boards * games.draw if event.bye_points is None else event.bye_points
        worth = amount(event.scoring.pairing_allocated_bye, event.scoring.unit)
        last = max(free, default=0)
        teams_free = "".join(f" {free.get(number, 0):03}" for number in range(1, last + 1))
        yield f"320 {worth} {amount(points, games.unit)}{teams_free}"
    for match in event.forfeits:
        sign = FORFEIT_SIGNS[match.result]
        yield f"330 {sign} {match.round:03} {match.white:03} {match.black:03}"
    for lineup in event.lineups:
        opponent = _opponent(matches, lineup.round, lineup.team)
        seats = ("0000" if player is None else f"{player:4}" for player in lineup.players)
        boards = " ".join(seats)
        yield f"300 {lineup.round:3} {lineup.team:3} {opponent:3} {boards}"
    yield from _byes_of_teams(event)
    yield from _rules_of_teams(tournament, event)


def _teams_310(matches: MatchTournament, event: TeamEvent) -> Iterator[str]:
    number = matches.next_round
    first = {team: one.score for team, one in histories(matches, number).items()}
    second = matches.secondary_scores(number)
    units = event.scoring.unit, matches.individual.settings.scoring.unit
    by_games = matches.settings.options.primary_score is PrimaryScore.GAME
    for team in matches.teams:
        scores = first[team.number], second.get(team.number, 0)
        match, game = scores[::-1] if by_games else scores
        yield place(
            (1, "310"),
            (5, f"{team.number:3}"),
            (9, clean(team.name, 32)),
            (42, clean(team.short_name, 5)),
            (48, format_number(team.strength, 6)),
            (55, (as_points(match, units[0]) or "").rjust(6)),
            (62, (as_points(game, units[1]) or "").rjust(6)),
            (69, format_number(team.rank, 3)),
            *((74 + 5 * at, f"{player:4}") for at, player in enumerate(team.members)),
        )


def _opponent(matches: MatchTournament, number: int, team: int) -> int:
    for match in matches.round_matches(number):
        if team in (match.white, match.black):
            return match.black if match.white == team else match.white
    return 0


def _byes_of_teams(event: TeamEvent) -> Iterator[str]:
    rounds = sorted({number for number, _, bye in event.byes if bye.requested})
    for number in rounds:
        for bye in (Bye.FULL_POINT, Bye.HALF_POINT, Bye.ZERO_POINT):
            who = [team for at, team, kind in event.byes if (at, kind) == (number, bye)]
            if who:
                yield players_list("240", 11, who, (5, bye.value), (7, f"{number:03}"))


def _rules_of_teams(tournament: Tournament, event: TeamEvent) -> Iterator[str]:
    """Write acceleration, forbidden pairs and special points of teams."""
    by_games = tournament.settings.options.primary_score is PrimaryScore.GAME
    unit = tournament.settings.scoring.unit if by_games else event.scoring.unit
    for team, row in event.acceleration.virtual:
        for first, last, points in _spans(row):
            cells = ("    ", amount(points, unit)) if by_games else (amount(points, unit), " 0.0")
            yield f"250 {cells[0]} {cells[1]} {first:03} {last:03} {team:4} {team:4}"
    yield from _write_260(event.forbidden, tournament.settings.rounds)
    for adjustment in event.adjustments:
        letter = ADJUSTED_LETTER.get(adjustment.award) or " "
        number = f"{adjustment.round:03}" if adjustment.round else ""
        at = 14 if by_games else 8
        cell = amount(adjustment.points, unit) or ""
        yield players_list("299", 24, adjustment.players, (5, letter), (at, cell), (20, number))


def clean_line(text: str) -> str:
    """Return a whole line, with blanks for control characters."""
    return _CONTROL.sub(" ", text).rstrip()


def comments(tournament: Tournament) -> Iterator[str]:
    for comment in tournament.settings.comments:
        yield f"### {clean(comment)}".rstrip()


def options(tournament: Tournament) -> Iterator[str]:
    """Write the options of the pairing system, as comments that only crivello reads."""
    for key, word in list_choices(tournament.settings.options):
        yield f"### {OURS} {key}={word}"


def announcements(tournament: Tournament) -> Iterator[str]:
    """Write pairs announced for round 1 and estimated strengths, as comments that only crivello
    reads.
    """
    pairs = tournament.settings.must_meet
    if pairs:
        yield f"### {OURS} {MEETING}={','.join(f'{one}-{other}' for one, other in pairs)}"
    estimates = [p for p in tournament.players if p.estimate is not None and p.estimate < 10000]
    if estimates:
        yield f"### {OURS} {ESTIMATES}={','.join(f'{p.id}:{p.estimate}' for p in estimates)}"


def edition_without_code(tournament: Tournament) -> Iterator[str]:
    """Write a comment with the edition, if record 192 names only the family."""
    system = SYSTEMS.get(tournament.settings.system or "")
    code = system_code(tournament)
    named = code is not None and (
        code.removesuffix(BAKU) not in FAMILY_CODES and not system_is_of_teams(tournament)
    )
    if system is not None and not named:
        yield f"### {OURS} system={system.key}"


def system_is_of_teams(tournament: Tournament) -> bool:
    return tournament.settings.team_event is not None


def rounds_and_colour(tournament: Tournament) -> Iterator[str]:
    settings = tournament.settings
    if settings.rounds is not None and settings.rounds <= MAX_ROUNDS:
        yield f"142 {settings.rounds}"
    if settings.initial_colour is not None:
        yield f"152 {settings.initial_colour.value.upper()}"


def scoring_162(tournament: Tournament) -> Iterator[str]:
    """Write record 162: points that differ from the default.

    The symbol X also means that games with a blank result are open.
    """
    scoring = tournament.settings.scoring
    adjourned = any(
        game.result is Result.ADJOURNED for this in tournament.rounds for game in this.games
    )
    stated = list(_symbols(scoring, "WDLAP"))
    worth = amount(scoring.adjourned, scoring.unit)
    if (adjourned or scoring.adjourned != scoring.white_draw) and scoring.adjourned >= 0 and worth:
        stated.append(("X", worth))
    if stated:
        yield place((1, "162"), *((6 + 9 * i, s + t) for i, (s, t) in enumerate(stated)))


def _symbols(scoring: Scoring, symbols: str) -> Iterator[tuple[str, str]]:
    """Yield symbol and points for each of these symbols of record 162 or BB, if they differ from
    the default.
    """
    known = {
        "W": (scoring.white_win, scoring.unit),
        "D": (scoring.white_draw, Fraction(scoring.unit, 2)),
        "L": (scoring.white_loss, 0),
        "F": (scoring.forfeit_loss, 0),
        **dict.fromkeys("AZ", (scoring.zero_point_bye, 0)),
        **dict.fromkeys("PU", (scoring.pairing_allocated_bye, scoring.white_win)),
    }
    for symbol in symbols:
        points, usual = known[symbol]
        text = amount(points, scoring.unit)
        if points != usual and points >= 0 and text is not None:
            yield symbol, text


def more_of_2026(tournament: Tournament) -> Iterator[str]:
    # C.04.2.A.2 (1)
    settings = tournament.settings
    if method := clean(settings.rating_method):
        federation, _, name = method.rpartition(" ")
        yield place((1, "172"), (5, federation), (9, name))
    yield from texts(tournament, ("182",))
    if code := system_code(tournament):
        yield f"192 {code}"
    for tag, codes in (("202", settings.tie_breaks), ("212", settings.standings_order)):
        if codes:
            yield f"{tag} {','.join(clean(code) for code in codes)}"
    if control := clean(settings.time_control_code):
        yield f"222 {control}"


def system_code(tournament: Tournament) -> str | None:
    """Return the type code of record 192 that other programs understand best; None without a
    system.

    All of them know the code of the family, which means the edition in force on the first day.
    Other editions get a code with a year: 2025 for the rules of 2026.
    """
    key = tournament.settings.system
    if key is None:
        return None
    event = tournament.settings.team_event
    if event is not None:
        accelerated = event.acceleration.method in ACCELERATIONS
        return type_code(tournament.settings.options) + (BAKU if accelerated else "")
    system = SYSTEMS.get(key)
    code = {name: code for code, name in FAMILY_CODES.items()}.get(system.family if system else key)
    if system is not None and system.codes and key not in _in_force_at_start(tournament):
        code = system.codes[-1]
    method = tournament.settings.acceleration.method
    return code + BAKU if code and method in ACCELERATIONS else code


def _in_force_at_start(tournament: Tournament) -> frozenset[str]:
    """Return the editions certainly in force on the first day of the tournament."""
    days = [in_force(day) for day in readings(tournament.settings.start)]
    return frozenset.intersection(*days) if days else frozenset()


def acceleration_250(tournament: Tournament) -> Iterator[str]:
    """Write records 250: one line for neighbouring players with the same points in the same
    rounds.
    """
    unit = tournament.settings.scoring.unit
    rows = dict(tournament.settings.acceleration.virtual)
    spans: dict[tuple[int, int, int], list[list[int]]] = {}
    for index, player in enumerate(tournament.players):
        for span in _spans(rows.get(player.id, ())):
            blocks = spans.setdefault(span, [])
            if blocks and blocks[-1][1] == index - 1:
                blocks[-1][1] = index
            else:
                blocks.append([index, index])
    ids = [player.id for player in tournament.players]
    for (first, last, points), blocks in sorted(spans.items()):
        text = amount(points, unit) if points >= 0 else None
        for start, end in blocks if text is not None else ():
            yield f"250      {text} {first:03} {last:03} {ids[start]:4} {ids[end]:4}"


def _spans(row: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Yield ranges of rounds with equal points, as (first, last, points); ranges of zeros are left
    out.
    """
    start = 0
    for index in range(1, min(len(row), MAX_ROUNDS) + 1):
        if index == min(len(row), MAX_ROUNDS) or row[index] != row[start]:
            if row[start]:
                yield start + 1, index, row[start]
            start = index


def forbidden_260(tournament: Tournament) -> Iterator[str]:
    return _write_260(tournament.settings.forbidden, tournament.settings.rounds)


def _write_260(forbidden: Iterable[Apart], rounds: int | None) -> Iterator[str]:
    for apart in forbidden:
        last = apart.last_round or rounds
        if apart.last_round is None and last is not None and last < apart.first_round:
            last = None
        if apart.players and apart.first_round <= MAX_ROUNDS and (last or 0) <= MAX_ROUNDS:
            span = (5, f"{apart.first_round:03}"), (9, f"{last:03}" if last else "")
            yield players_list("260", 13, apart.players, *span)


def adjustments_299(tournament: Tournament) -> Iterator[str]:
    unit = tournament.settings.scoring.unit
    for adjustment in tournament.settings.adjustments:
        letter = ADJUSTED_LETTER.get(adjustment.award)
        text = amount(adjustment.points, unit)
        number = adjustment.round or 0
        if letter and text and adjustment.players and number <= MAX_ROUNDS:
            fields = (5, letter), (14, text), (20, f"{number:03}" if number else "")
            yield players_list("299", 24, adjustment.players, *fields)


def national(player: Player) -> Iterator[str]:
    """Write a national line for each federation of a player."""
    federations: set[str] = set()
    for record in player.national:
        line = _national(player, record)
        if record.federation not in federations and looks_national(ReportLine(1, line)):
            federations.add(record.federation)
            yield line


def _national(player: Player, record: NationalRecord) -> str:
    return place(
        (1, clean(record.federation, 3)),
        (5, f"{player.id:4}"),
        (10, clean(record.sex, 1)),
        (11, clean(record.title, 3).rjust(3)),
        (15, clean(record.name, 33)),
        (49, format_number(record.rating, 4)),
        (54, clean(record.classification, 3)),
        (58, clean(record.identifier, 11).rjust(11)),
        (70, clean(record.birth, 10)),
    )


def format_number(number: int | None, width: int) -> str:
    """Return a number, right-aligned; blanks if there is none or it does not fit."""
    if number is None or number < 0 or len(str(number)) > width:
        return " " * width
    return f"{number:{width}}"


# JaVaFo and bbpPairings


def xxr(tournament: Tournament) -> Iterator[str]:
    rounds = tournament.settings.rounds
    if rounds is not None and rounds <= MAX_ROUNDS:
        yield f"XXR {rounds}"


def xxc(tournament: Tournament) -> Iterator[str]:
    words = []
    if any(player.id != player.number for player in tournament.players):
        words.append("rank")
    if tournament.settings.initial_colour is not None:
        white = tournament.settings.initial_colour is Colour.WHITE
        words.append("white1" if white else "black1")
    if words:
        yield "XXC " + " ".join(words)


_XXS_ORDER = ("W", "D", "WL", "BL", "ZPB", "PAB", "FL")
"""The order of the codes. W and D stand for several codes, which are spelt out if their points
differ.
"""
_XXS_CODES = {names[0]: code for code, names in XXS.items() if len(names) == 1}


def xxs(tournament: Tournament) -> Iterator[str]:
    """Write record XXS: the points that differ from the default."""
    scoring = tournament.settings.scoring
    words = []
    for code in _XXS_ORDER:
        points = {name: Fraction(getattr(scoring, name), scoring.unit) for name in XXS[code]}
        if all(value == DEFAULT[name] for name, value in points.items()):
            continue
        if len(set(points.values())) == 1:
            points = {XXS[code][0]: points[XXS[code][0]]}
            codes = {XXS[code][0]: code}
        else:
            codes = _XXS_CODES
        for name, value in points.items():
            text = as_points(value.numerator, value.denominator)
            if text is not None and value >= 0:
                words.append(f"{codes[name]}={text.removesuffix('.0')}")
    if words:
        yield "XXS " + " ".join(words)


def bb(tournament: Tournament) -> Iterator[str]:
    for symbol, text in _symbols(tournament.settings.scoring, "WDLZFU"):
        yield f"BB{symbol} {text}"


def xxa(tournament: Tournament) -> Iterator[str]:
    """Write records XXA: virtual points of each player, as this dialect cannot name a method."""
    unit = tournament.settings.scoring.unit
    rows = _virtual_points(tournament)
    for player in tournament.players:
        row = rows.get(player.id, ())
        if row:  # as long as the tournament: other programs want every round
            rounds = min(tournament.settings.rounds or 0, MAX_ROUNDS)
            row = (*row[:MAX_ROUNDS], *[0] * (rounds - len(row)))
        cells = [amount(points, unit) if points >= 0 else None for points in row]
        if cells and None not in cells:
            yield f"XXA {player.id:4} " + " ".join(cell or "" for cell in cells)


def _virtual_points(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    """Return the virtual points of each player, round by round; empty if the method does not
    fit.
    """
    acceleration, rounds = tournament.settings.acceleration, tournament.settings.rounds or 0
    if acceleration.method is None:
        return dict(acceleration.virtual)
    try:
        points = virtual_points(tournament, rounds)
    except Illegal:
        return {}
    rows: dict[int, list[int]] = {}
    for (player, number), lent in points.items():
        rows.setdefault(player, [0] * rounds)[number - 1] = lent
    return {player: tuple(row) for player, row in rows.items()}


def xxp(tournament: Tournament) -> Iterator[str]:
    """Write records XXP: the pairs forbidden in the coming round; this dialect has no ranges of
    rounds.
    """
    for apart in tournament.settings.forbidden:
        if apart.players and apart.applies(tournament.next_round):
            yield "XXP " + " ".join(str(player) for player in apart.players)


# The file


INCONSISTENT = N_(
    "The tournament contradicts itself: 1 problem.",
    "The tournament contradicts itself: {count} problems.",
)
NO_PLAYERS = N_("The tournament has no players.")
TOO_LARGE = N_(
    "A report file holds {players} players with numbers up to {players}, and {rounds} rounds."
)


def write_trf(tournament: Tournament, dialect: Dialect | str) -> str:
    """Write the tournament as a report file; `losses` lists what the dialect cannot store.

    Raises `Illegal` for a tournament that contradicts itself, `TooLarge` beyond 9,999 players.
    """
    dialect = Dialect(dialect)
    lines = _lines(prepare(tournament, dialect), dialect)
    return "".join(line + dialect.line_end for line in lines)


def prepare(tournament: Tournament, dialect: Dialect) -> Tournament:
    """Return the tournament as it will be written: in canonical form, with ids that the dialect can
    store.

    An event of matches becomes the tournament of its games.
    """
    tournament = individual_of(tournament)
    found = errors(tournament)
    if not tournament.players:
        found.append(Problem(Sentence(NO_PLAYERS)))
    if found:
        raise Illegal(INCONSISTENT, found, count=len(found))
    if (
        max((player.number for player in tournament.players), default=0) > MAX_PLAYERS
        or len(tournament.rounds) > MAX_ROUNDS
    ):
        raise TooLarge(TOO_LARGE, players=MAX_PLAYERS, rounds=MAX_ROUNDS)
    tournament = _teams_by_number(canonical(tournament))
    numbers = {player.id: player.number for player in tournament.players}
    if all(player == number for player, number in numbers.items()):
        return tournament
    in_places = list(numbers.values()) == list(range(1, len(numbers) + 1))
    if dialect.ranks and in_places and max(numbers) <= MAX_PLAYERS:
        return tournament
    return rename_players(tournament, numbers)


def _teams_by_number(tournament: Tournament) -> Tournament:
    """Renumber the teams, because a file identifies a team by its number."""
    settings = tournament.settings
    if not any(team.id for team in settings.teams):
        return tournament
    teams = tuple(replace(team, id=0) for team in settings.teams)
    return replace(tournament, settings=replace(settings, teams=teams))


_HEAD = ("012", "022", "032", "042", "052")
_RULES_OF_2026 = (
    rounds_and_colour,
    scoring_162,
    more_of_2026,
    edition_without_code,
    match_points,
)
_Records = Mapping[Dialect, tuple[Callable[[Tournament], Iterable[str]], ...]]
_RULES: _Records = {
    Dialect.TRF16: (),
    Dialect.TRFX: (xxr, xxc, xxs, options, announcements),
    Dialect.TRFBX: (xxr, xxc, bb, options, announcements),
    Dialect.TRF26: (*_RULES_OF_2026, options, announcements),
}
"""The records of each dialect before the player lines …"""
_FOOT: _Records = {
    Dialect.TRF16: (),
    Dialect.TRFX: (xxa, xxp),
    Dialect.TRFBX: (xxa, xxp),
    Dialect.TRF26: (
        byes_240,
        acceleration_250,
        forbidden_260,
        adjustments_299,
        team_lines,
        team_records,
    ),
}
"""… and those after the player lines."""


def _lines(tournament: Tournament, dialect: Dialect) -> Iterator[str]:
    if dialect is Dialect.TRF26:
        yield from comments(tournament)
    yield from texts(tournament, _HEAD)
    yield from counts(tournament)
    yield from texts(tournament, ("092", "102"))
    yield from deputies(tournament)
    yield from texts(tournament, ("122",))
    yield from round_dates(tournament)
    for record in _RULES[dialect]:
        yield from record(tournament)
    yield from _player_lines(tournament)
    if dialect is Dialect.TRF26:
        for player in tournament.players:
            yield from national(player)
    if dialect is not Dialect.TRFBX:  # bbpPairings refuses files with teams
        yield from teams(tournament, dialect)
    for record in _FOOT[dialect]:
        yield from record(tournament)


def _player_lines(tournament: Tournament) -> Iterator[str]:
    cells = _cells(tournament)
    points = _points(tournament)
    for player in tournament.players:
        rounds = cells[player.id]
        yield place(
            *_static(player),
            (81, points[player.id]),
            (86, format_number(player.rank, 4)),
            *((92 + 10 * (number - 1), rounds[number]) for number in sorted(rounds)),
        )


def _static(player: Player) -> tuple[tuple[int, str], ...]:
    return (
        (1, "001"),
        (5, f"{player.id:4}"),
        (10, player.sex.value if player.sex else ""),
        (11, _title(player).rjust(3)),
        (15, clean(player.name, 33)),
        (49, format_number(player.rating, 4)),
        (54, clean(player.federation, 3)),
        (58, format_number(player.fide_id, 11)),
        (70, clean(player.birth, 10)),
    )


def _title(player: Player) -> str:
    """Return a FIDE title, else a category that fits into the same columns."""
    if player.title is not None:
        return player.title.value
    category = dict(player.tags).get(CATEGORY_TAG, "")
    return category if len(category) <= 3 else ""


def _cells(tournament: Tournament) -> dict[int, dict[int, str]]:
    """Return the cells of every player by round: opponent, colour and result."""
    cells: dict[int, dict[int, str]] = {player.id: {} for player in tournament.players}
    for number, this in enumerate(tournament.rounds, start=1):
        for game in this.games:
            for player in (game.white, game.black):
                colour = game.colour(player)
                award = game.result.of(colour) if game.result else Award.ADJOURNED
                letter = " " if award is Award.ADJOURNED else award.value
                cells[player][number] = f"{game.opponent(player):4} {colour.value} {letter}"
        if number <= tournament.next_round:
            # With later byes, other programs think the player is absent, or refuse the file.
            for player, bye in this.byes:
                cells[player][number] = f"0000 - {bye.value}"
    for player in list_absent(tournament):
        cells[player].setdefault(tournament.next_round, f"0000 - {Bye.ZERO_POINT.value}")
    return cells


def list_absent(tournament: Tournament) -> list[int]:
    """Return the players absent in the coming round because they have withdrawn or not yet
    entered.
    """
    coming = tournament.next_round
    rounds = tournament.settings.rounds
    if rounds is not None and coming > rounds:
        return []
    return [
        player.id
        for player in tournament.players
        if player.entered > coming
        or (player.withdrawn_after is not None and player.withdrawn_after < coming)
    ]


def _points(tournament: Tournament) -> dict[int, str]:
    """Return the points of each player (columns 81-84), with byes already entered for the coming
    round.

    Other programs form scoregroups from this column. A game without a result adds zero; an
    adjourned one adds what it counts for pairing. Points that do not fit are left blank.
    """
    coming = tournament.next_round
    scoring = tournament.settings.scoring
    points = {player: history.score for player, history in histories(tournament, coming).items()}
    for this in tournament.rounds:
        for game in this.games:
            if game.result is None:
                for player in (game.white, game.black):
                    points[player] -= scoring.points(Award.ADJOURNED, Colour.WHITE)
    byes = dict(tournament.round(coming).byes)
    for player in list_absent(tournament):
        byes.setdefault(player, Bye.ZERO_POINT)
    for player, bye in byes.items():
        points[player] += scoring.points(bye.award, None)
    return {player: amount(total, scoring.unit) or "" for player, total in points.items()}
