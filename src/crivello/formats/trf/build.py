"""From what a file states to a tournament."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from crivello.formats.trf.dates import settle_dates
from crivello.formats.trf.draft import Listed, ReportDraft, Stated, written
from crivello.formats.trf.header import ESTIMATES, MEETING, TEXTS
from crivello.formats.trf.lines import NOT_READABLE, STATED_TWICE
from crivello.formats.trf.pairs import enter_byes, in_board_order, known, rounds_of
from crivello.formats.trf.scoring import combined, in_units, scoring_from, unit_for
from crivello.model.dates import readings
from crivello.model.errors import Malformed, Problem, TooLarge
from crivello.model.keys import SYSTEMS
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
from crivello.rules.acceleration import BAKU_2016, baku_for, baku_of

NO_PLAYERS = N_("The file has no player lines.")
A_PLAYER_LINE = N_("at least one line 001")
COUNT_DIFFERS = N_("Record {tag} does not agree with the lines of the file.")
LISTED_TWICE = N_("Record {tag} names player {player} twice.")
DATE_UNKNOWN = N_(
    "Record 192 asks for an acceleration without saying which edition; {method} is taken, as the"
    " file has no start date that would tell it."
)
NATIONAL_TWICE = N_("Line {other} gives player {player} another national record.")
TOO_MANY_RANGED = N_("The records 250 give virtual points in more than {limit} places.")
MAX_RANGED = 1_000_000
"""Players times rounds of all records 250: beyond any tournament."""
ONE_NATIONAL = N_("one line for each player and federation")


def build(draft: ReportDraft) -> Tournament:
    """The tournament; what contradicts itself is reported and left out."""
    if not draft.players and draft.report.clean:
        raise Malformed(
            NOT_READABLE, [Problem(Sentence(NO_PLAYERS), 1, 1, "", A_PLAYER_LINE)], count=1
        )
    settle_dates(draft)
    enter_byes(draft)
    points = combined(draft)
    virtual = _virtual(draft)
    unit = unit_for(
        (
            *points.values(),
            *{fact.value for row in virtual.values() for fact in row if fact},
            *(record.points for record in draft.adjustments),
        )
    )
    rounds = rounds_of(draft)
    tournament = Tournament(_players(draft), rounds, _settings(draft, points, virtual, unit))
    _compare_counts(draft, tournament)
    return in_board_order(tournament)


def _players(draft: ReportDraft) -> tuple[Player, ...]:
    national: dict[int, dict[str, Stated]] = {}
    for line in draft.national:
        if not known(draft, line.number, line.line, 5, line.record.federation):
            continue
        records = national.setdefault(line.number, {})
        before = records.setdefault(line.record.federation, Stated(line.record, line.line, 5))
        if before.value != line.record:
            draft.report.illegal(
                NATIONAL_TWICE,
                line.line,
                5,
                str(line.number),
                ONE_NATIONAL,
                player=line.number,
                changes_pairing=False,
                other=before.line,
            )
    estimates = dict(draft.fact(ESTIMATES) or ())
    players = [
        replace(
            entry.player,
            estimate=estimates.get(entry.number),
            number=place if draft.ranked else entry.number,
            national=tuple(fact.value for fact in national.get(entry.number, {}).values()),
        )
        for place, entry in enumerate(draft.players.values(), start=1)
    ]
    return tuple(sorted(players, key=lambda player: player.number))


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
        forbidden=tuple(_forbidden(draft)),
        must_meet=_meetings(draft),
        adjustments=tuple(
            PointsAdjustment(
                _known_players(draft, record.who),
                in_units(record.points, unit),
                record.round,
                record.award,
            )
            for record in draft.adjustments
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
    """Record 192; a comment of ours says which edition of it, or what it has no code for."""
    stated: str | None = draft.fact("system")
    edition = draft.facts.get("edition")
    if edition is None:
        return stated
    named: str = edition.value
    if stated not in (None, named, SYSTEMS[named].family):
        other = draft.facts["system"]
        draft.report.illegal(
            STATED_TWICE, edition.line, edition.column, named, str(stated), other=other.line
        )
    return named


def _meetings(draft: ReportDraft) -> tuple[tuple[int, int], ...]:
    """Pairs announced for round 1, if the file has both players."""
    stated = draft.facts.get(MEETING)
    if stated is None:
        return ()
    return tuple(
        pair
        for pair in stated.value
        if all(known(draft, player, stated.line, stated.column, "###") for player in pair)
    )


def _options(draft: ReportDraft) -> Options:
    options = Options()
    for option in OPTIONS:
        word = draft.fact(option.key)
        if word is not None:
            options = option.put(options, word)
    return options


def _known_players(draft: ReportDraft, who: Listed) -> tuple[int, ...]:
    """The players of a record, each once."""
    found: dict[int, None] = {}
    for player, column in zip(who.players, who.columns, strict=True):
        if not known(draft, player, who.line, column, who.tag):
            continue
        if player in found:
            draft.report.warn(
                LISTED_TWICE, who.line, column, str(player), player=player, tag=who.tag
            )
        found[player] = None
    return tuple(found)


def _forbidden(draft: ReportDraft) -> Iterable[Apart]:
    """Forbidden groups; a range that reaches the last round has no end of its own."""
    rounds = draft.fact("rounds")
    for record in draft.apart:
        last = record.last_round
        if last is not None and rounds is not None and last >= rounds:
            last = None
        yield Apart(_known_players(draft, record.who), record.first_round, last)


Row = list[Stated | None]
"""What is stated about a player's virtual points, round by round."""


def _virtual(draft: ReportDraft) -> dict[int, Row]:
    """Virtual points of XXA and 250 together, by player."""
    rows: dict[int, Row] = {}
    for (player, number), fact in draft.virtual.items():
        if player in rows or known(draft, player, fact.line, 5, "XXA"):
            _enter(draft, rows, player, number, fact)
    work = 0
    for record in draft.ranges:
        fact = Stated(record.points, record.line, 10)
        covered = [p for p in draft.players if record.first_player <= p <= record.last_player]
        work += len(draft.players) + len(covered) * (record.last_round - record.first_round + 1)
        if work > MAX_RANGED:
            raise TooLarge(TOO_MANY_RANGED, limit=MAX_RANGED)
        for player in covered:
            for number in range(record.first_round, record.last_round + 1):
                if not _enter(draft, rows, player, number, fact):
                    break
    return rows


def _enter(
    draft: ReportDraft, rows: dict[int, Row], player: int, number: int, fact: Stated
) -> bool:
    row = rows.setdefault(player, [])
    row.extend([None] * (number - len(row)))
    before = row[number - 1]
    if before is None:
        row[number - 1] = fact
    elif before.value != fact.value:
        draft.report.illegal(
            STATED_TWICE,
            fact.line,
            fact.column,
            written(fact.value),
            written(before.value),
            player=player,
            round=number,
            taken=written(before.value),
            other=before.line,
        )
        return False
    return True


def _by_player(rows: dict[int, Row], unit: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Virtual points in units; zeros at the end of a row say nothing and are left out."""
    table = []
    for player in sorted(rows):
        row = [in_units(fact.value, unit) if fact else 0 for fact in rows[player]]
        while row and not row[-1]:
            row.pop()
        if row:
            table.append((player, tuple(row)))
    return tuple(table)


def baku_edition(system: str, start: str) -> str | None:
    """The Baku method that goes with a system key or, if that has no edition, with a start date."""
    if system in SYSTEMS:
        return baku_of(system)
    methods = {"baku-2026" if day >= "2026/02/01" else "baku-2016" for day in readings(start)}
    return methods.pop() if len(methods) == 1 else None


def _method(draft: ReportDraft) -> str | None:
    if draft.accelerated is None:
        return None
    method = baku_edition(draft.fact("edition") or draft.fact("system"), draft.fact("start") or "")
    if method is None:
        method = "baku-2026"
        place = draft.accelerated
        draft.report.warn(DATE_UNKNOWN, place.line, place.column, place.value, method=method)
    return baku_for(draft.fact("rounds")).key if method == BAKU_2016.key else method


def _compare_counts(draft: ReportDraft, tournament: Tournament) -> None:
    """062, 072 and 082 against the lines of the file."""
    counts = {
        "062": len(tournament.players),
        "072": sum(player.rating is not None for player in tournament.players),
        "082": len(tournament.settings.teams)
        or sum(text.startswith("310") for text in draft.team_records),
    }
    for tag, count in counts.items():
        stated = draft.facts.get(tag)
        if stated is not None and stated.value != count and draft.report.clean:
            draft.report.warn(
                COUNT_DIFFERS, stated.line, stated.column, str(stated.value), str(count), tag=tag
            )
