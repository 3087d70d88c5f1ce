"""Records of team tournaments (TRF26): teams, line-ups, byes and forfeits of teams, match points.

In a file with teams the records 240, 250, 260 and 299 name teams, not players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crivello.formats.trf.lines import (
    MAX_PLAYERS,
    MAX_ROUNDS,
    PLAYER_NUMBER,
    Location,
    ReportLine,
    Values,
    blanks_at,
    decimal,
    number_at,
    points_at,
    read_whole_number,
    round_at,
)
from crivello.formats.trf.pairs import in_board_order
from crivello.formats.trf.scoring import as_points, in_units, unit_for
from crivello.formats.trf.statements import MatchPoints, ReportDraft, TeamRecord
from crivello.model.history import histories
from crivello.model.matches import MatchTournament, by_team
from crivello.model.result import Bye, Result
from crivello.model.sentence import N_
from crivello.model.settings import (
    MATCH_POINTS,
    Acceleration,
    Apart,
    ColourPreferences,
    ForfeitedMatch,
    Lineup,
    Options,
    PointsAdjustment,
    PrimaryScore,
    Scoring,
    Team,
    TeamEvent,
)
from crivello.model.tournament import Tournament
from crivello.standard.classes import replace
from crivello.standard.exact_fraction import Fraction
from crivello.standard.patterns import pattern

TEAM_NUMBER = N_("the number of a team, from 1 to 999")
FORFEIT = N_("+-, -+ or --")
MATCH_SYMBOLS = N_("TW, TD and TL with their points, such as TW 2.0   TD 1.0   TL 0.0")
COLOURS = N_("the colours of the boards, such as WBWB")
SAME_TEAM = N_("Line {other} has the same team.")
UNKNOWN_TEAM = N_("Record {tag} names team {team}, which the file does not have.")
TWO_TEAMS = N_("Player {player} belongs to two teams; the first one holds.")
TEAM_POINTS = N_("Team {team} has {found} in the file; its results give {points}.")
KNOWN_TEAMS = N_("the number of a team with a record 310")
MAX_TEAMS = 999

TYPE_CODE = pattern(r"FIDE_TEAM(?P<type>_TYPE[AB])?(?P<first>_[MG]P)?(?P<second>_[MG]P)?\Z")
"""The type code of record 192. ``FIDE_TEAM`` alone means type A; with scores but without a type
there are no colour preferences.
"""
_TYPES = {
    "_TYPEA": ColourPreferences.TYPE_A,
    "_TYPEB": ColourPreferences.TYPE_B,
    None: ColourPreferences.NONE,
}
_FORFEITS = {
    "+-": Result.WHITE_WINS_BY_FORFEIT,
    "-+": Result.BLACK_WINS_BY_FORFEIT,
    "--": Result.DOUBLE_FORFEIT,
}
FORFEIT_SIGNS = {result: sign for sign, result in _FORFEITS.items()}
_SYMBOL = pattern(r"(?i)T?([WDL]) *=? *([0-9]+(?:\.[0-9]+)?)")
_IN_COLUMNS = pattern(r"(?:T[WDL][ 0-9.]{4}(?: {3}|\Z))+\Z")


def options_of(code: str, options: Options) -> Options | None:
    """Return the options in the type code of a team tournament; None for any other code."""
    found = TYPE_CODE.match(code) if code.startswith("FIDE_TEAM") else None
    if found is None:
        return None
    bare = code == "FIDE_TEAM"
    return replace(
        options,
        colour_preferences=ColourPreferences.TYPE_A if bare else _TYPES[found["type"]],
        primary_score=PrimaryScore.GAME if found["first"] == "_GP" else PrimaryScore.MATCH,
    )


def type_code(options: Options) -> str:
    """Return the type code that record 192 has for a team tournament with these options."""
    kind = next(text for text, one in _TYPES.items() if one is options.colour_preferences)
    scores = "_GP_MP" if options.primary_score is PrimaryScore.GAME else "_MP_GP"
    return f"FIDE_TEAM{kind or ''}{scores}"


# Line by line


def read_310(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 310: number, names, strength, match points, game points, rank, members."""
    report = draft.report
    number = number_at(report, line, 5, 7, TEAM_NUMBER, MAX_TEAMS)
    if number is None:
        return
    if number in draft.team_lines:
        other = draft.team_lines[number].line
        report.illegal(
            SAME_TEAM, Location(line.number, 5, line.cut(5, 7)), TEAM_NUMBER, other=other
        )
        return
    strength, rank = (
        decimal(line.cut(48, 53) or "0"),
        read_whole_number(line.cut(69, 71) or "0", 0, MAX_TEAMS),
    )
    members = []
    for first in range(74, len(line.text) + 1, 5):
        text = line.cut(first, first + 3)
        player = read_whole_number(text, 1, MAX_PLAYERS) if text else None
        if player is not None:
            members.append((player, first))
        elif text:
            report.misreads(line, first, text, PLAYER_NUMBER)
    draft.team_lines[number] = TeamRecord(
        line.number,
        number,
        line.cut(9, 40),
        line.cut(42, 46),
        int(strength) if strength else None,
        (decimal(line.cut(55, 60)), decimal(line.cut(62, 67))),
        rank or None,
        members,
    )


def read_300(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 300: round, team, opponent, and the player at each board (``0000``: no
    player).
    """
    report = draft.report
    if not blanks_at(report, line, (4, 8, 12, 16, *range(21, len(line.text) + 1, 5))):
        return
    number = round_at(report, line, 5, 7)
    team = number_at(report, line, 9, 11, TEAM_NUMBER, MAX_TEAMS)
    players: list[int | None] = []
    for first in range(17, len(line.text) + 1, 5):
        player = number_at(
            report, line, first, first + 3, PLAYER_NUMBER, MAX_PLAYERS, 0, required=False
        )
        players.append(player or None)
    if number is not None and team is not None:
        draft.lineups.append((Lineup(number, team, tuple(players)), line.number))


def read_320(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 320: the points of the pairing-allocated bye, and the team that had it in each
    round.
    """
    report = draft.report
    worth = [points_at(report, line, 5, 8), points_at(report, line, 10, 13)]
    if None not in worth:
        draft.state("team_bye", (worth[0], worth[1]), line)
    for number, first in enumerate(range(15, len(line.text) + 1, 4), start=1):
        team = number_at(report, line, first, first + 2, TEAM_NUMBER, MAX_TEAMS, 0, required=False)
        if team and number <= MAX_ROUNDS:
            draft.team_byes.append((number, team, Bye.PAIRING_ALLOCATED, line.number))


def read_330(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 330, a forfeited match: type, round, White, Black."""
    report = draft.report
    sign = line.cut(5, 6)
    result = _FORFEITS.get(sign)
    if result is None:
        report.misreads(line, 5, sign, FORFEIT)
    number = round_at(report, line, 8, 10)
    white = number_at(report, line, 12, 14, TEAM_NUMBER, MAX_TEAMS)
    black = number_at(report, line, 16, 18, TEAM_NUMBER, MAX_TEAMS)
    if result is not None and number is not None and white is not None and black is not None:
        match = ForfeitedMatch(number, white, black, result)
        draft.forfeited_matches.append((match, line.number))


def read_352(draft: ReportDraft, line: ReportLine) -> None:
    text = line.text[4:].strip().upper()
    if text and not set(text) <= set("WB"):
        draft.report.misreads(line, 5, text, COLOURS)
    elif text:
        draft.state("board_colours", text, line)


def read_362(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 362, match points; other programs write them without T, or out of their
    columns.
    """
    text = line.text[4:].rstrip()
    found = {symbol.upper(): decimal(points) for symbol, points in _SYMBOL.findall(text)}
    if not _IN_COLUMNS.match(text) or not found:
        taken = " ".join(f"T{symbol} {float(value or 0):g}" for symbol, value in found.items())
        draft.report.misreads(line, 5, text.strip(), MATCH_SYMBOLS, taken, not found)
    for symbol, value in found.items():
        draft.state(f"match_{symbol}", value, line)


# Together


def team_event(draft: ReportDraft, tournament: Tournament) -> MatchTournament:
    """Build the team event of a file; `tournament` has the players and their single games."""
    known = {number for number in draft.team_lines if number}
    settings = tournament.settings
    scoring = _match_scoring(draft)
    by_games = settings.options.primary_score is PrimaryScore.GAME
    unit = settings.scoring.unit if by_games else scoring.unit
    worth = draft.fact("team_bye")
    event = TeamEvent(
        boards=len(draft.fact("board_colours") or ""),
        colours=draft.fact("board_colours") or "",
        scoring=scoring,
        lineups=tuple(_lineups(draft, known, tournament)),
        forfeits=tuple(
            match
            for match, at in draft.forfeited_matches
            if _require_known(draft, known, at, "330", match.white, match.black)
        ),
        byes=tuple(sorted(_byes(draft, known), key=lambda bye: bye[:2])),
        acceleration=replace(settings.acceleration, virtual=_virtual(draft, known, by_games, unit)),
        forbidden=tuple(_read_apart(draft, known, settings.rounds)),
        adjustments=tuple(_adjustments(draft, known, by_games, unit)),
    )
    if not event.boards:
        event = replace(event, boards=max((len(one.players) for one in event.lineups), default=0))
    if worth is not None:
        points = _units(worth[1], settings.scoring.unit)
        if points != event.boards * settings.scoring.draw:
            event = replace(event, bye_points=points)
    individual = replace(
        tournament,
        settings=replace(
            settings,
            teams=tuple(_teams(draft, tournament)),
            team_event=event,
            acceleration=Acceleration(),
        ),
    )
    found = by_team(individual, event)
    _compare_points(draft, found)
    return by_team(_in_order_of_matches(individual, found), event)


def _in_order_of_matches(individual: Tournament, found: MatchTournament) -> Tournament:
    """Return the players with the games of each round in the order of its matches.

    The order of the matches then follows from that of the games, in every format.
    """
    rounds = []
    for number, this in enumerate(in_board_order(found).rounds, start=1):
        place = {
            frozenset((game.white, game.black)): index for index, game in enumerate(this.games)
        }
        of_game = {
            (board.game.white, board.game.black): place[frozenset((match.white, match.black))]
            for match in found.round_matches(number)
            for board in match.boards
            if board.game is not None
        }
        games = individual.round(number)
        rounds.append(
            replace(
                games,
                games=tuple(
                    sorted(
                        games.games,
                        key=lambda game: of_game.get((game.white, game.black), len(of_game)),
                    )
                ),
            )
        )
    return replace(individual, rounds=(*rounds, *individual.rounds[len(rounds) :]))


def _match_scoring(draft: ReportDraft) -> Scoring:
    usual = {"W": MATCH_POINTS.win, "D": MATCH_POINTS.draw, "L": MATCH_POINTS.loss}
    stated = {symbol: draft.fact(f"match_{symbol}") for symbol in usual}
    win, draw, loss = (
        Fraction(usual[symbol]) if value is None else value for symbol, value in stated.items()
    )
    worth = draft.fact("team_bye")
    bye = draw if worth is None else worth[0]
    whole_points = all(value.denominator == 1 for value in (win, draw, loss, bye))
    unit = 1 if whole_points else unit_for((win, draw, loss, bye))
    return Scoring.of_units(
        _units(win, unit), _units(draw, unit), _units(loss, unit), _units(bye, unit), unit
    )


def _units(value: Fraction, unit: int) -> int:
    return in_units(value, unit) if (value * unit).denominator == 1 else round(value * unit)


def _teams(draft: ReportDraft, tournament: Tournament) -> Iterator[Team]:
    taken: set[int] = set()
    for number, record in sorted(draft.team_lines.items()):
        members = []
        for player, column in record.members:
            where = Location(record.line, column, str(player))
            if player not in tournament.player:
                about: Values = {"tag": "310", "player": player}
                draft.report.malformed(UNKNOWN_PLAYER, where, PLAYER_NUMBER, **about)
            elif player in taken:
                draft.report.warn(TWO_TEAMS, where, player=player)
            else:
                taken.add(player)
                members.append(player)
        captain = dict(draft.fact("captains") or ()).get(number, "")
        yield Team(
            record.name,
            tuple(members),
            number,
            record.short_name,
            captain,
            record.strength,
            record.rank,
        )


def _lineups(draft: ReportDraft, known: set[int], tournament: Tournament) -> Iterator[Lineup]:
    for lineup, at in draft.lineups:
        if not _require_known(draft, known, at, "300", lineup.team):
            continue
        players: list[int | None] = []
        for board, player in enumerate(lineup.players):
            if player is not None and player not in tournament.player:
                where = Location(at, 17 + 5 * board, str(player))
                about: Values = {"tag": "300", "player": player}
                draft.report.malformed(UNKNOWN_PLAYER, where, PLAYER_NUMBER, **about)
                player = None
            players.append(player)
        yield replace(lineup, players=tuple(players))


UNKNOWN_PLAYER = N_("Record {tag} names player {player}, who is not in the file.")


def _require_known(draft: ReportDraft, known: set[int], line: int, tag: str, *teams: int) -> bool:
    for team in teams:
        if team not in known:
            where = Location(line, 5, str(team))
            draft.report.illegal(UNKNOWN_TEAM, where, KNOWN_TEAMS, tag=tag, team=team)
            return False
    return True


def _byes(draft: ReportDraft, known: set[int]) -> Iterator[tuple[int, int, Bye]]:
    for number, team, bye, at in draft.team_byes:
        if _require_known(draft, known, at, "320", team):
            yield number, team, bye
    for record in draft.requested:
        for team, _ in record.who.places:
            if _require_known(draft, known, record.who.line, "240", team):
                yield record.round, team, record.bye


def _read_apart(draft: ReportDraft, known: set[int], rounds: int | None) -> Iterator[Apart]:
    for record in draft.apart:
        teams = [team for team, _ in record.who.places]
        if _require_known(draft, known, record.who.line, "260", *teams):
            last = record.last_round
            if last is not None and rounds is not None and last >= rounds:
                last = None
            yield Apart(tuple(teams), record.first_round, last)


def _adjustments(
    draft: ReportDraft, known: set[int], by_games: bool, unit: int
) -> Iterator[PointsAdjustment]:
    for record in draft.adjustments:
        teams = [team for team, _ in record.who.places]
        points = record.points if by_games else record.match_points
        if _require_known(draft, known, record.who.line, "299", *teams):
            yield PointsAdjustment(tuple(teams), _units(points, unit), record.round, record.award)


def _virtual(
    draft: ReportDraft, known: set[int], by_games: bool, unit: int
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    rows: dict[int, list[int]] = {}
    for record in draft.ranges:
        points = _units(record.points if by_games else record.match_points, unit)
        for team in sorted(known):
            if record.first_player <= team <= record.last_player:
                row = rows.setdefault(team, [])
                row += [0] * (record.last_round - len(row))
                for number in range(record.first_round, record.last_round + 1):
                    row[number - 1] = points
    return tuple((team, tuple(row)) for team, row in sorted(rows.items()))


def _compare_points(draft: ReportDraft, event: MatchTournament) -> None:
    """Warn if the points stated in records 310 differ from those of the results."""
    if not draft.report.clean:
        return
    number = event.next_round
    primary = {team: one.score for team, one in histories(event, number).items()}
    secondary = event.secondary_scores(number)
    game_unit = event.individual.settings.scoring.unit
    team_event_ = event.individual.settings.team_event
    match_unit = 1 if team_event_ is None else team_event_.scoring.unit
    by_games = event.settings.options.primary_score is PrimaryScore.GAME
    for team, record in draft.team_lines.items():
        scores = (
            (secondary.get(team, 0), primary[team])
            if by_games
            else (
                primary[team],
                secondary.get(team, 0),
            )
        )
        for stated, score, unit, column in zip(
            record.points, scores, (match_unit, game_unit), (55, 62), strict=True
        ):
            if stated is not None and stated != Fraction(score, unit):
                found, points = as_points(int(stated * 2), 2), as_points(score, unit)
                where = Location(record.line, column, found or "")
                draft.report.warn(TEAM_POINTS, where, team=team, found=found, points=points)


# Refusing match points where there are no teams


def refuse_match_points(draft: ReportDraft, records: Iterable[MatchPoints]) -> None:
    for line, column, text in records:
        draft.report.misreads(line, column, text, NO_MATCH_POINTS)


NO_MATCH_POINTS = N_("blanks, as match points belong to team tournaments")
