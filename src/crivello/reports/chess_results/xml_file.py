"""Write the XML file for chess-results.com.

It has the published tournament: data, rounds, players with their rank, teams, and all pairings.
Whatever has no place there, or is cut, is listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from crivello.model.errors import Problem, Unsupported
from crivello.model.keys import has_two_games, is_round_robin
from crivello.model.matches import MatchTournament, event_of, has_teams, individual_of
from crivello.model.player import Player, Sex
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Game, Tournament
from crivello.reports.chess_results.xml_fields import (
    ADJOURNED,
    BYE,
    FORFEIT,
    IMPORTED,
    LIMITS,
    NEITHER,
    NO,
    NOT_PAIRED,
    NUMBERS,
    SECTIONS,
    TIE_BREAKS,
    UNKNOWN,
    UNRATED,
    YES,
    ChessResultsType,
)
from crivello.standings.standings import Standings, StandingsRow, standings
from crivello.standings.tie_breaks import TieBreak
from crivello.standings.wording import PLACES

CUT = N_("Cut to {most} characters: {text}")
NO_NUMBER = N_("{code} has no number there: its values are sent as imported ones.")
TOO_MANY = N_("Only {most} tie-breaks have a place there; not sent: {codes}.")
TWO_GAMES = N_("chess-results.com has no form for matches of two games between two players.")

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f￾￿]")
_DAY = re.compile(r"(\d{4})\D(\d\d)\D(\d\d)")
_YEAR = re.compile(r"\d{4}")

Row = Mapping[str, object]


class ResultsFile(NamedTuple):
    """The XML text, and what is cut in it or has no place there."""

    text: str
    losses: tuple[Problem, ...]


def write_chess_results(
    tournament: Tournament, key: str = "", creator: str = "", security: Row | None = None
) -> ResultsFile:
    """Write the file of a tournament, while it runs or at its end.

    `key` is the tournament's key there, `creator` the user's number; `security` is what an upload
    adds. Without them the file can be looked at, but not uploaded.
    """
    document = _Document(tournament, key, creator)
    sections = document.sections()
    if security is not None:
        sections["security"] = [security]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<chessresults>"]
    for name, rows in sections.items():
        lines.append(f"<{name}>")
        lines += [document.element(SECTIONS[name], row) for row in rows]
        lines.append(f"</{name}>")
    return ResultsFile("\n".join([*lines, "</chessresults>", ""]), tuple(document.losses))


class _Document:
    """The file of one tournament while it is written."""

    def __init__(self, tournament: Tournament, key: str, creator: str) -> None:
        if has_two_games(tournament.settings.system):
            raise Unsupported(TWO_GAMES)
        self.event = event_of(tournament)
        self.games = individual_of(self.event)
        self.settings = self.games.settings
        self.key, self.creator = key, creator
        self.teams = has_teams(self.event)
        self.table = standings(self.event)
        self.own = standings(self.games, self.table.round, ()) if self.teams else self.table
        self.losses: list[Problem] = []
        keys = [one for one in self.table.keys if self.teams or one.rule.code != "PTS"]
        self.keys = keys[:TIE_BREAKS]
        if keys[TIE_BREAKS:]:
            codes = ", ".join(one.code for one in keys[TIE_BREAKS:])
            self._lose(TOO_MANY, most=TIE_BREAKS, codes=codes)

    def sections(self) -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = {
            "tournamentdata": [self._tournament()],
            "rounds": list(self._rounds()),
            "players": list(self._players()),
        }
        if isinstance(self.event, MatchTournament) and self.teams:
            found["teams"] = list(self._teams(self.event))
            found["playerpairings"] = list(self._boards(self.event))
            found["teampairings"] = list(self._matches(self.event))
        else:
            found["playerpairings"] = list(self._pairings())
        return found

    def element(self, name: str, row: Row) -> str:
        limits = LIMITS.get(name, {})
        written = [
            f"{field}={quoteattr(self._cut(str(value), limits.get(field)))}"
            for field, value in row.items()
        ]
        return f"<{name} {' '.join(written)}/>"

    def _cut(self, text: str, most: int | None) -> str:
        clean = _CONTROLS.sub(" ", text).strip()
        if most is None or len(clean) <= most:
            return clean
        self._lose(CUT, most=most, text=clean)
        return clean[:most].rstrip()

    def _lose(self, template: str, **values: object) -> None:
        self.losses.append(Problem(Sentence(template, **values)))

    # The tournament

    @property
    def _kind(self) -> ChessResultsType:
        robin = is_round_robin(self.settings.system)
        if self.teams:
            return ChessResultsType.TEAM_ROUND_ROBIN if robin else ChessResultsType.TEAM_SWISS
        return ChessResultsType.ROUND_ROBIN if robin else ChessResultsType.SWISS

    def _tournament(self) -> Row:
        settings, paired = self.settings, self.event.paired_rounds
        rounds = settings.rounds or paired
        ratings = [one.rating for one in self.games.players if one.rating]
        row: dict[str, object] = {
            "key": self.key,
            "type": self._kind.value,
            "name": settings.name,
            "fideeventid": "",
            "remark": "",
            "director": "",
            "organiser": "",
            "location": settings.city,
            "arbiter": ", ".join([settings.chief_arbiter, *settings.deputy_arbiters]).strip(", "),
            "rounds": rounds,
            "currentround": paired,
            "rankinground": self.table.round,
            "sortstartrank": 2,
            "from": _date(settings.start),
            "to": _date(settings.end),
            "ratedfide": UNKNOWN,
            "ratednational": UNKNOWN,
        }
        numbers = [self._number(one) for one in self.keys]
        for place in range(TIE_BREAKS):
            row[f"tb{place + 1}no"] = numbers[place][0] if place < len(numbers) else 0
        team_event = settings.team_event
        row |= {
            "replay": 1,
            "timecontrol": settings.time_control,
            "homecolor": _home_colour(team_event.colours) if team_event else "",
            "samecolor": _same_colour(team_event.colours) if team_event else "",
            "playerperteam": team_event.boards if team_event else "",
            "category": 0,
            "ratingavg": round(sum(ratings) / len(ratings)) if ratings else 0,
            "endstatus": YES if self.table.round >= rounds and not self.table.open_games else NO,
        }
        for place in range(TIE_BREAKS):
            row[f"tb{place + 1}_detail"] = numbers[place][1] if place < len(numbers) else ""
        return row | {
            "chiefarbiter": settings.chief_arbiter,
            "deputyarbiter": ", ".join(settings.deputy_arbiters),
            "homepageorganiser": "",
            "mail": "",
            "federation": settings.federation,
            "creator": self.creator,
        }

    def _number(self, key: TieBreak) -> tuple[int, str]:
        """Return the number of a tie-break and its parameter; an imported value without one."""
        found = NUMBERS.get(key.code)
        if found is not None:
            return found
        self._lose(NO_NUMBER, code=key.code)
        before = [one for one in self.keys[: self.keys.index(key)] if one.code not in NUMBERS]
        return IMPORTED[len(before) % len(IMPORTED)], ""

    def _rounds(self) -> Iterator[Row]:
        for number in range(1, (self.settings.rounds or self.event.paired_rounds) + 1):
            dates = self.settings.round_dates
            day = _date(dates[number - 1]) if len(dates) >= number else ""
            yield {"round": number, "date": day, "time": ""}

    # Players and teams

    def _players(self) -> Iterator[Row]:
        team, board = self._places_in_teams()
        rows = {row.player.id: (place, row) for place, row in enumerate(self.own.rows, start=1)}
        equal = _tied_with_former(self.own.rows)
        for player in sorted(self.games.players, key=lambda one: one.number):
            rank, row = rows.get(player.id, ("", None))
            shared = player.id in equal
            yield self._player(player, team.get(player.id, 0), board.get(player.id, 0)) | {
                "rank": rank,
                **self._tie_breaks(self.own, row, () if self.teams else self.keys),
                "pts": _points(row.score, self.own.unit) if row else "",
                "equal": YES if shared else NO,
                "kfaktor": "",
                "state": self._state(player),
            }

    def _state(self, player: Player) -> str:
        """Return the state of a player of a round robin: here the results of all count."""
        if self._kind is not ChessResultsType.ROUND_ROBIN:
            return ""
        return "0" if player.withdrawn_after is None else "2"

    def _player(self, player: Player, team: int, board: int) -> dict[str, object]:
        national = next((one.rating for one in player.national if one.rating is not None), None)
        rating = player.rating if player.rating is not None else national
        surname, _, given = player.name.partition(",")
        tags = dict(player.tags)
        return {
            "no": player.number,
            "id": player.number,
            "lastname": surname,
            "firstname": given,
            "atitle": "",
            "title": player.title.value if player.title else "",
            "rtg": rating or "",
            "rtgfide": player.rating or "",
            "rtgnat": national or "",
            "dob": _birth_year(player.birth),
            "sex": {Sex.FEMALE: "w", Sex.MALE: "m", None: ""}[player.sex],
            "fed": player.federation,
            "board": board,
            "teamno": team,
            "clubname": tags.get("club", ""),
            "fideid": player.fide_id or "",
            "club": "",
            "typ": "",
            "group": "",
        }

    def _places_in_teams(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return the team of each player, and the place in the team's order of boards."""
        if not isinstance(self.event, MatchTournament):
            return {}, {}
        found = [
            (member, team.number, place)
            for team in self.event.teams
            for place, member in enumerate(team.members, start=1)
        ]
        return {one: team for one, team, _ in found}, {one: place for one, _, place in found}

    def _teams(self, event: MatchTournament) -> Iterator[Row]:
        rows = {row.player.id: (place, row) for place, row in enumerate(self.table.rows, start=1)}
        equal = _tied_with_former(self.table.rows)
        for team in sorted(event.teams, key=lambda one: one.number):
            rank, row = rows[team.competitor]
            yield {
                "no": team.number,
                "teamname": team.name,
                "teamshort": team.short_name or team.name[: LIMITS["team"]["teamshort"]],
                "rank": rank,
                "points": _points(row.score, self.table.unit),
                **self._tie_breaks(self.table, row, self.keys),
                "captain": team.captain,
                "equal": YES if team.competitor in equal else NO,
                "federation": event.player[team.competitor].federation,
                "state": "",
                "rtg_average": team.strength or "",
            }

    def _tie_breaks(
        self, table: Standings, row: StandingsRow | None, keys: Sequence[TieBreak]
    ) -> dict[str, object]:
        found: dict[str, object] = {}
        for place in range(TIE_BREAKS):
            value = "" if row is None or place >= len(keys) else _value(table, keys[place], row)
            found[f"tb{place + 1}"] = value
        return found

    # Pairings

    def _pairings(self) -> Iterator[Row]:
        numbers = {one.id: one.number for one in self.games.players}
        for number in range(1, self.games.paired_rounds + 1):
            this = self.games.round(number)
            place = 0
            for place, game in enumerate(this.games, start=1):
                yield self._game(number, place, 1, game, numbers)
            for player, bye in sorted(this.byes, key=lambda one: (one[1].requested, one[0])):
                place += 1
                yield self._bye(number, place, numbers[player], bye)

    def _game(
        self, number: int, place: int, board: int, game: Game, numbers: Mapping[int, int]
    ) -> Row:
        white, black, mark = self._result(game.result)
        return {
            "round": number,
            "pairing": place,
            "board": board,
            "whiteno": numbers[game.white],
            "blackno": numbers[game.black],
            "reswhite": white,
            "resblack": black,
            "forfeit": mark,
        }

    def _result(self, result: Result | None) -> tuple[str, str, str]:
        if result is None:
            return "", "", ""
        if result is Result.ADJOURNED:
            return "", "", ADJOURNED
        scoring = self.settings.scoring
        white, black = (
            _result_points(scoring.points(award, colour), scoring.unit)
            for award, colour in ((result.white, Colour.WHITE), (result.black, Colour.BLACK))
        )
        both_lost = {result.white, result.black} <= {Award.LOSS, Award.SHORT_LOSS}
        mark = ""
        if not result.played:
            mark = FORFEIT
        elif both_lost:
            mark = NEITHER
        elif not result.rated:
            mark = UNRATED
        return white, black, mark

    def _bye(self, number: int, place: int, player: int, bye: Bye) -> Row:
        scoring = self.settings.scoring
        points = scoring.points(bye.award, None)
        allocated = bye is Bye.PAIRING_ALLOCATED
        return {
            "round": number,
            "pairing": place,
            "board": 1,
            "whiteno": player,
            "blackno": BYE if allocated else NOT_PAIRED,
            "reswhite": _result_points(points, scoring.unit) if points else "",
            "resblack": "",
            "forfeit": "",
        }

    def _boards(self, event: MatchTournament) -> Iterator[Row]:
        numbers = {one.id: one.number for one in self.games.players}
        for number in range(1, event.paired_rounds + 1):
            for place, match in enumerate(event.round_matches(number), start=1):
                for at, board in enumerate(match.boards, start=1):
                    if board.game is not None:
                        yield self._game(number, place, at, board.game, numbers)

    def _matches(self, event: MatchTournament) -> Iterator[Row]:
        unit = self.settings.scoring.unit
        for number in range(1, event.paired_rounds + 1):
            place = 0
            for place, match in enumerate(event.round_matches(number), start=1):
                home, guest = match.points_so_far
                known = match.result is not None
                yield {
                    "round": number,
                    "pairing": place,
                    "no1": event.team[match.white].number,
                    "no2": event.team[match.black].number,
                    "res1": _result_points(home, unit) if known else "",
                    "res2": _result_points(guest, unit) if known else "",
                }
            for team, bye in event.round(number).byes:
                place += 1
                yield {
                    "round": number,
                    "pairing": place,
                    "no1": event.team[team].number,
                    "no2": BYE if bye is Bye.PAIRING_ALLOCATED else NOT_PAIRED,
                    "res1": "",
                    "res2": "",
                }


# Values


def _tied_with_former(rows: Sequence[StandingsRow]) -> set[int]:
    """Return the players whose rank is that of the one before."""
    return {later.player.id for first, later in pairwise(rows) if first.rank == later.rank}


def _value(table: Standings, key: TieBreak, row: StandingsRow) -> str:
    index = table.keys.index(key)
    if key.rule.compute is None:
        encounter = table.encounters[index].get(row.player.id)
        return "" if encounter is None else str(encounter.value)
    value = row.values[index]
    if value is None:
        return ""
    scale = key.rule.scale
    exact = Fraction(value) / scale.parts(table.unit)
    return f"{float(round(exact, PLACES[scale])):.{PLACES[scale]}f}".replace(".", ",")


def _points(score: int, unit: int) -> str:
    """Return points as in the standings: ``2,5``."""
    return _decimal(Fraction(score, unit)).replace(".", ",")


def _result_points(points: int, unit: int) -> str:
    """Return points as at a board: ``0.5``."""
    return _decimal(Fraction(points, unit))


def _decimal(points: Fraction) -> str:
    return f"{float(points):.2f}".removesuffix("0")


def _date(text: str) -> str:
    """Return a day as the file writes it: ``20260301``; empty if it is not a day."""
    found = _DAY.match(text)
    return "".join(found.groups()) if found else ""


def _birth_year(text: str) -> str:
    """Return the year of birth: the day is nobody's business there, and the format allows it."""
    year = _YEAR.match(text)
    return year[0] if year and year[0] != "0000" else ""


def _home_colour(colours: str) -> str:
    """Return the home team's colour on board 1."""
    return "s" if colours[:1].lower() == "b" else "w"


def _same_colour(colours: str) -> str:
    """Return whether all boards of a team have one colour."""
    return YES if len(set(colours.lower())) == 1 and len(colours) > 1 else NO
