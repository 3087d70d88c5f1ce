"""The reader of report files, which accepts TRF16, TRF(x), TRF(bx) and TRF26 in one file.

Each line is first read by itself into a draft; then the draft becomes a tournament.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter

from crivello.formats.repairs import Repair, refuse_uncertain
from crivello.formats.trf.dates import settle_dates
from crivello.formats.trf.lines import (
    MAX_PLAYERS,
    NOT_READABLE,
    STATED_TWICE,
    Location,
    NamedPlayers,
    Report,
    Values,
    decode,
    in_file_order,
    split_lines,
)
from crivello.formats.trf.pairs import check_player, enter_byes, in_board_order, rounds_of
from crivello.formats.trf.player_line import enter_unnumbered, read_plain_cells
from crivello.formats.trf.records import ESTIMATES, MEETING, TEXTS, read_line
from crivello.formats.trf.round_columns import plain_rounds
from crivello.formats.trf.scoring import (
    check_points,
    combine_points,
    in_units,
    scoring_from,
    unit_for,
)
from crivello.formats.trf.statements import RangeRecord, ReportDraft, Statement
from crivello.formats.trf.team_records import options_of, refuse_match_points, team_event
from crivello.model.dates import readings
from crivello.model.errors import Malformed, Problem, TooLarge
from crivello.model.keys import SYSTEMS, TEAM_SWISS, TEAMS
from crivello.model.matches import event_of, individual_of
from crivello.model.player import Player
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import (
    OPTIONS,
    Acceleration,
    Apart,
    Options,
    PointsAdjustment,
    Scoring,
    Settings,
    Team,
)
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import BAKU_2016, BAKU_2026, baku_for, baku_of, baku_on
from crivello.standard.classes import field, frozen, replace
from crivello.standard.exact_fraction import Fraction
from crivello.standard.garbage import without_collection

NOBODY_READ = N_("No player line of this file can be read.")
TOO_MANY_PLAYERS = N_("The file has {count} player lines; the limit is {limit}.")
NO_PLAYERS = N_("The file has no player lines.")
A_PLAYER_LINE = N_("at least one line 001")
COUNT_DIFFERS = N_("Record {tag} does not agree with the lines of the file.")
LISTED_TWICE = N_("Record {tag} names player {player} twice.")
DATE_UNKNOWN = N_(
    "Record 192 asks for an acceleration without naming an edition; {method} is assumed, as "
    "the file has no start date to decide it."
)
NATIONAL_TWICE = N_("Line {other} gives player {player} another national record.")
TOO_MANY_RANGED = N_("The records 250 give virtual points in more than {limit} places.")
MAX_RANGED = 1_000_000
"""Players times rounds in all records 250: more than in any tournament."""
ONE_NATIONAL = N_("one line for each player and federation")


@frozen
class TournamentDocument:
    """The tournament in a file, and the defects that the reader found."""

    tournament: Tournament
    warnings: tuple[Problem, ...] = ()
    repairs: tuple[Repair, ...] = ()
    """What a tolerant reader repaired; a strict one repairs nothing."""
    by_hand: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """By round, the players whose game or bye the file marks as set by hand."""
    states_points: bool = True
    """False for a report file without a record of points; 1, ½ and 0 are assumed."""

    def to_pair(self) -> Tournament:
        """Return the tournament if it is certain enough to pair a round.

        Raise `Illegal`, naming the repairs, if one of them could change a pairing.
        """
        refuse_uncertain(self.repairs)
        return self.tournament


def read_trf(data: bytes | str, tolerant: bool = False) -> TournamentDocument:
    """Read a report file of any dialect, or of several mixed.

    Raises `Malformed` or `Illegal` with every problem found, `Unsupported` for a team tournament,
    `TooLarge` beyond 9,999 players. A tolerant reading repairs what it can and lists the repairs.
    """
    return _read(data, check=True, tolerant=tolerant)


OF_TRF26 = ("142", "152", "172", "182", "192", "202", "212", "222")


def read_unchecked(text: str) -> Tournament:
    """Read a file that was just written: tolerantly, and without checking the points."""
    return individual_of(_read(text, check=False, tolerant=True).tournament)


@without_collection
def _read(data: bytes | str, check: bool, tolerant: bool = False) -> TournamentDocument:
    draft = ReportDraft(Report(tolerant=tolerant))
    lines = split_lines(decode(data, draft.report))
    count = sum(line.text.startswith("001") for line in lines)
    if count > MAX_PLAYERS:
        raise TooLarge(TOO_MANY_PLAYERS, count=count, limit=MAX_PLAYERS)
    for line in lines:
        read_line(draft, line)
    if draft.unnumbered:
        enter_unnumbered(draft)
    if tolerant and count and not draft.players:
        raise Malformed(NOBODY_READ)
    tournament = build(draft)
    if draft.team_lines:
        # Byes of a whole team stand on the lines of its players, each program with other points.
        tournament = team_event(draft, tournament)
    elif check and draft.players:
        tournament = check_points(draft, tournament)
    draft.report.refuse()
    tournament = event_of(tournament)
    warnings, repairs = in_file_order(draft.report.warnings), in_file_order(draft.report.repairs)
    # TRF26 says itself what holds without record 162; earlier forms do not.
    stated = bool(draft.scoring) or any(line.text[:3] in OF_TRF26 for line in lines)
    return TournamentDocument(tournament, tuple(warnings), tuple(repairs), states_points=stated)


# From the draft to the tournament


def build(draft: ReportDraft) -> Tournament:
    """Build the tournament of a draft; contradictions are reported and left out."""
    if not draft.players and draft.report.clean:
        problem = Problem(Sentence(NO_PLAYERS), 1, 1, "", A_PLAYER_LINE)
        raise Malformed(NOT_READABLE, [problem], count=1)
    settle_dates(draft)
    if draft.team_lines:
        draft.requested, draft.byes = draft.byes, []
    else:
        refuse_match_points(draft, draft.match_points)
        draft.ranges = [record for record in draft.ranges if not record.match_points]
        draft.adjustments = [one for one in draft.adjustments if not one.match_points]
    rounds = plain_rounds(draft)
    if rounds is None:
        read_plain_cells(draft)
        enter_byes(draft)
    points = combine_points(draft)
    virtual = {} if draft.team_lines else _virtual(draft)
    unit = unit_for(
        (
            *points.values(),
            *{fact.value for row in virtual.values() for fact in row if fact},
            *(record.points for record in draft.adjustments),
            *((draft.fact("team_bye") or ())[1:]),
        )
    )
    if rounds is None:
        rounds = rounds_of(draft)
    tournament = Tournament(_players(draft), rounds, _settings(draft, points, virtual, unit))
    _compare_counts(draft, tournament)
    return in_board_order(tournament)


def _players(draft: ReportDraft) -> tuple[Player, ...]:
    national: dict[int, dict[str, Statement]] = {}
    for line in draft.national:
        if not check_player(draft, line.number, line.line, 5, line.record.federation):
            continue
        records = national.setdefault(line.number, {})
        before = records.setdefault(line.record.federation, Statement(line.record, line.line, 5))
        if before.value != line.record:
            where = Location(line.line, 5, str(line.number))
            about: Values = {"player": line.number, "other": before.line}
            draft.report.illegal(
                NATIONAL_TWICE, where, ONE_NATIONAL, changes_pairing=False, **about
            )
    estimates = dict(draft.fact(ESTIMATES) or ())
    players = []
    for place, entry in enumerate(draft.players.values(), start=1):
        player, number = entry.player, entry.number
        if draft.ranked or number in estimates or number in national:
            player = replace(
                player,
                estimate=estimates.get(number),
                number=place if draft.ranked else number,
                national=tuple(fact.value for fact in national.get(number, {}).values()),
            )
        players.append(player)
    return tuple(sorted(players, key=attrgetter("number")))


def _settings(
    draft: ReportDraft,
    points: dict[str, Fraction],
    virtual: dict[int, Row],
    unit: int,
) -> Settings:
    texts = {name: draft.fact(name) for name in TEXTS.values() if draft.fact(name)}
    return Settings(
        **texts,
        round_dates=draft.fact("round_dates") or (),
        deputy_arbiters=tuple(draft.deputy_arbiters),
        time_control_code=draft.fact("time_control_code") or "",
        rounds=draft.fact("rounds"),
        initial_colour=draft.fact("initial_colour"),
        system=_system(draft),
        scoring=scoring_from(points, unit) if draft.scoring or unit != 2 else Scoring(),
        acceleration=Acceleration(method=_method(draft), virtual=_by_player(virtual, unit)),
        forbidden=() if draft.team_lines else tuple(_forbidden_groups(draft)),
        must_meet=_meetings(draft),
        adjustments=tuple(
            PointsAdjustment(
                _known_players(draft, record.who),
                in_units(record.points, unit),
                record.round,
                record.award,
            )
            for record in draft.adjustments
            if not draft.team_lines
        ),
        tie_breaks=draft.fact("tie_breaks") or (),
        standings_order=draft.fact("standings_order") or (),
        rating_method=draft.fact("rating_method") or "",
        teams=tuple(Team(team.name, _known_players(draft, team.who)) for team in draft.teams),
        team_records=tuple(draft.team_records),
        comments=tuple(draft.comments),
        options=_options(draft),
    )


def _system(draft: ReportDraft) -> str | None:
    """Return the key of the pairing system: of record 192, or of our comment.

    The comment names an edition, or a system without a code.
    """
    stated: str | None = draft.fact("system")
    if draft.team_lines and stated is None:
        stated = TEAMS
    elif stated == TEAMS and not draft.team_lines:
        stated = TEAM_SWISS
    edition = draft.facts.get("edition")
    if edition is None:
        return stated
    named: str = edition.value
    if stated not in (None, named, SYSTEMS[named].family):
        other = draft.facts["system"].line
        draft.report.illegal(STATED_TWICE, edition.where, str(stated), other=other)
    return named


def _meetings(draft: ReportDraft) -> tuple[tuple[int, int], ...]:
    """Return the pairs announced for round 1; both players must be in the file."""
    stated = draft.facts.get(MEETING)
    if stated is None:
        return ()
    return tuple(
        pair
        for pair in stated.value
        if all(check_player(draft, player, stated.line, stated.column, "###") for player in pair)
    )


def _options(draft: ReportDraft) -> Options:
    options = options_of(draft.fact("team_code") or "", Options()) or Options()
    for option in OPTIONS:
        if (word := draft.fact(option.key)) is not None:
            options = option.put(options, word)
    return options


def _known_players(draft: ReportDraft, who: NamedPlayers) -> tuple[int, ...]:
    """Return the players that a record names, each once; players who are not in the file are
    reported.
    """
    found: dict[int, None] = {}
    for player, column in who.places:
        if not check_player(draft, player, who.line, column, who.tag):
            continue
        if player in found:
            where = Location(who.line, column, str(player))
            draft.report.warn(LISTED_TWICE, where, player=player, tag=who.tag)
        found[player] = None
    return tuple(found)


def _forbidden_groups(draft: ReportDraft) -> Iterable[Apart]:
    """Yield the forbidden groups; if the range reaches the last round, `last_round` is None."""
    rounds = draft.fact("rounds")
    for record in draft.apart:
        last = record.last_round
        if last is not None and rounds is not None and last >= rounds:
            last = None
        yield Apart(_known_players(draft, record.who), record.first_round, last)


Row = list[Statement | None]
"""The virtual points stated for a player, round by round."""


def _virtual(draft: ReportDraft) -> dict[int, Row]:
    """Return the virtual points of records XXA and 250 together, by player."""
    rows: dict[int, Row] = {}
    for (player, number), fact in draft.virtual.items():
        if player in rows or check_player(draft, player, fact.line, 5, "XXA"):
            _enter(draft, rows, player, number, fact)
    for record, players in _players_of_ranges(draft):
        fact = Statement(record.points, record.line, 10)
        for player in players:
            for number in range(record.first_round, record.last_round + 1):
                if not _enter(draft, rows, player, number, fact):
                    break
    return rows


def _players_of_ranges(draft: ReportDraft) -> list[tuple[RangeRecord, list[int]]]:
    """Return each record 250 with its players; raise `TooLarge` before entering too many points."""
    result, work = [], 0
    for record in draft.ranges:
        players = [p for p in draft.players if record.first_player <= p <= record.last_player]
        work += len(draft.players) + len(players) * (record.last_round - record.first_round + 1)
        if work > MAX_RANGED:
            raise TooLarge(TOO_MANY_RANGED, limit=MAX_RANGED)
        result.append((record, players))
    return result


def _enter(
    draft: ReportDraft, rows: dict[int, Row], player: int, number: int, fact: Statement
) -> bool:
    row = rows.setdefault(player, [])
    row.extend([None] * (number - len(row)))
    before = row[number - 1]
    if before is None:
        row[number - 1] = fact
    elif before.value != fact.value:
        draft.contradiction(fact.where, before, player=player, round=number)
        return False
    return True


def _by_player(rows: dict[int, Row], unit: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the virtual points by player in units; zeros at the end of a row are left out."""
    table = []
    for player in sorted(rows):
        row = [in_units(fact.value, unit) if fact else 0 for fact in rows[player]]
        while row and not row[-1]:
            row.pop()
        if row:
            table.append((player, tuple(row)))
    return tuple(table)


def baku_edition(system: str, start: str) -> str | None:
    """Return the Baku method of a system; if the key names no edition, that of the start date.

    Return None if the date does not decide it.
    """
    if system in SYSTEMS:
        return baku_of(system)
    methods = {baku_on(day) for day in readings(start)}
    return methods.pop() if len(methods) == 1 else None


def _method(draft: ReportDraft) -> str | None:
    if draft.accelerated is None:
        return None
    method = baku_edition(draft.fact("edition") or draft.fact("system"), draft.fact("start") or "")
    if method is None:
        method = BAKU_2026.key
        draft.report.warn(DATE_UNKNOWN, draft.accelerated.where, method=method)
    return baku_for(draft.fact("rounds")).key if method == BAKU_2016.key else method


def _compare_counts(draft: ReportDraft, tournament: Tournament) -> None:
    """Warn if the counts in records 062, 072 and 082 differ from the lines of the file."""
    counts = {
        "062": len(tournament.players),
        "072": sum(player.rating is not None for player in tournament.players),
        "082": len(tournament.settings.teams) or len(draft.team_lines),
    }
    for tag, count in counts.items():
        stated = draft.facts.get(tag)
        if stated is not None and stated.value != count and draft.report.clean:
            draft.report.warn(COUNT_DIFFERS, stated.where, str(count), tag=tag)
