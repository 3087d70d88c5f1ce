"""Read a file for chess-results.com back, and compare it with the tournament.

Nothing here is shared with the writer but the names of the sections.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from xml.etree import ElementTree

from crivello.model.errors import Malformed, Problem
from crivello.model.matches import MatchTournament, event_of, individual_of
from crivello.model.result import Colour, Result
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Tournament
from crivello.reports.chess_results.xml_fields import LIMITS, SECTIONS
from crivello.standings.standings import standings

NOT_XML = N_("This is not a file for chess-results.com: {why}.")
TOO_LONG = N_("{field} of {what} has {found} characters; at most {most} are allowed.")
OTHERWISE = N_("{what} {which}: the file has {found}, the tournament {expected}.")

Elements = Mapping[str, list[dict[str, str]]]


def read_chess_results(text: str) -> Elements:
    """Return the attributes of all elements, by section."""
    if "<!DOCTYPE" in text:
        raise Malformed(NOT_XML, why="DOCTYPE")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise Malformed(NOT_XML, why=str(error)) from None
    if root.tag != "chessresults":
        raise Malformed(NOT_XML, why=f"<{root.tag}>")
    found: dict[str, list[dict[str, str]]] = {name: [] for name in SECTIONS}
    for section in root:
        if section.tag not in SECTIONS:
            raise Malformed(NOT_XML, why=f"<{section.tag}>")
        for one in section:
            if one.tag != SECTIONS[section.tag]:
                raise Malformed(NOT_XML, why=f"<{one.tag}>")
            found[section.tag].append(dict(one.attrib))
    return found


def compare(text: str, tournament: Tournament) -> list[Problem]:
    """Return every point in which the file differs from the tournament, or breaks a limit."""
    found = read_chess_results(text)
    event = event_of(tournament)
    problems = list(_too_long(found))
    problems += _differences(found, event)
    return problems


def _too_long(found: Elements) -> Iterator[Problem]:
    for section, rows in found.items():
        limits = LIMITS.get(SECTIONS[section], {})
        for row in rows:
            for field, most in limits.items():
                length = len(row.get(field, ""))
                if length > most:
                    what = f"{SECTIONS[section]} {row.get('no', '')}".strip()
                    values = {"field": field, "what": what, "found": length, "most": most}
                    yield Problem(Sentence(TOO_LONG, **values))


def _differences(found: Elements, event: Tournament) -> Iterator[Problem]:
    games = individual_of(event)
    by_number = {str(one.number): one for one in games.players}
    rows = {row["no"]: row for row in found["players"]}
    if {*rows} != {*by_number}:
        yield _otherwise("players", "", sorted(rows), sorted(by_number))
        return
    for number, row in rows.items():
        player = by_number[number]
        name = ",".join(filter(None, (row["lastname"], row["firstname"])))
        own = ",".join(part.strip() for part in player.name.split(",", 1) if part.strip())
        if not own.startswith(name[:20].rstrip()):
            yield _otherwise("player", number, name, own)
    if not isinstance(event, MatchTournament) and not games.settings.adjustments:
        after = int(found["tournamentdata"][0]["rankinground"])
        scores = _add_points(games, after)
        for number, row in rows.items():
            points = Fraction(scores[by_number[number].id], games.settings.scoring.unit)
            if row["pts"] and Fraction(row["pts"].replace(",", ".")) != points:
                yield _otherwise("points of", number, row["pts"], points)
    yield from _pairings(found, games, event)
    if isinstance(event, MatchTournament) and event.teams:
        yield from _teams(found, event)


def _add_points(games: Tournament, after: int) -> dict[int, int]:
    """Return the points of all players in the rounds up to `after`, from results that are known."""
    scoring = games.settings.scoring
    scores = {one.id: 0 for one in games.players}
    for number in range(1, after + 1):
        this = games.round(number)
        for game in this.games:
            if game.result is not None and game.result is not Result.ADJOURNED:
                scores[game.white] += scoring.points(game.result.white, Colour.WHITE)
                scores[game.black] += scoring.points(game.result.black, Colour.BLACK)
        for player, bye in this.byes:
            scores[player] += scoring.points(bye.award, None)
    return scores


def _pairings(found: Elements, games: Tournament, event: Tournament) -> Iterator[Problem]:
    numbers = {one.id: one.number for one in games.players}
    written: dict[tuple[str, int, int], dict[str, str]] = {}
    for row in found["playerpairings"]:
        written[row["round"], int(row["whiteno"]), int(row["blackno"])] = row
    expected: dict[tuple[str, int, int], str] = {}
    for number in range(1, event.paired_rounds + 1):
        for game in games.round(number).games:
            key = (str(number), numbers[game.white], numbers[game.black])
            expected[key] = "" if game.result is None else game.result.figures
        if not isinstance(event, MatchTournament):
            for player, bye in games.round(number).byes:
                expected[str(number), numbers[player], -2 if bye.requested else -1] = "bye"
    if {*written} != {*expected}:
        yield _otherwise("pairings", "", sorted(written), sorted(expected))
        return
    for place, figures in expected.items():
        row = written[place]
        if figures in ("bye", "", "adj-adj"):
            continue
        awards = [one.removesuffix("F").replace("½", "0.5") for one in figures.split("-")]
        standard = [row["reswhite"], row["resblack"]] == [f"{float(one):.1f}" for one in awards]
        own_points = games.settings.scoring != type(games.settings.scoring)()
        if not standard and not own_points:
            shown = f"{row['reswhite']}-{row['resblack']}"
            yield _otherwise("result of", "-".join(map(str, place)), shown, figures)
        if ("F" in figures) != (row["forfeit"] == "K"):
            yield _otherwise("forfeit of", "-".join(map(str, place)), row["forfeit"], figures)


def _teams(found: Elements, event: MatchTournament) -> Iterator[Problem]:
    table = standings(event)
    written = {row["no"]: row for row in found["teams"]}
    for place, one in enumerate(table.rows, start=1):
        team = event.team[one.player.id]
        row = written.get(str(team.number))
        if row is None or row["rank"] != str(place):
            yield _otherwise("rank of team", team.number, row and row["rank"], place)
    pairs = {
        (row["round"], int(row["no1"]), int(row["no2"]))
        for row in found["teampairings"]
        if int(row["no2"]) > 0
    }
    expected = {
        (str(number), event.team[one.white].number, event.team[one.black].number)
        for number in range(1, event.paired_rounds + 1)
        for one in event.round_matches(number)
    }
    if pairs != expected:
        yield _otherwise("matches", "", sorted(pairs), sorted(expected))


def _otherwise(what: str, which: object, found: object, expected: object) -> Problem:
    values = {"what": what, "which": str(which), "found": str(found), "expected": str(expected)}
    return Problem(Sentence(OTHERWISE, **values))
