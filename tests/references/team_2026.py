"""The Swiss Team System (C.04.6, in force from 2026-02-01), article by article.

Article 3 is the same as in C.04.5: see `double_swiss_2026`. Teams are in records 310, their games
in the lines of their members, requested byes in 240, pairing-allocated ones in 320.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.references.double_swiss_2026 import Competitors, Pair, pairs_and_bye
from tests.references.report_file import Cell, Report, Round, read

STRONG, MILD = 2, 1


@dataclass(frozen=True)
class Match:
    """One team's match, or bye, in one round."""

    opponent: int | None = None
    colour: str = ""
    """The scheduled colour of the first board."""
    played: bool = False
    """True if a game was played on any board."""
    match_points: Fraction = Fraction(0)
    game_points: Fraction = Fraction(0)
    bye: str = ""
    """The code of a round without an opponent."""


class Teams(Competitors):
    """All teams, with the facts that the rules need about them."""

    def __init__(self, text: str) -> None:
        report = read(text)
        self.initial, self.rounds = report.initial, report.rounds
        lines = text.splitlines()
        records = {tag: [line for line in lines if line[:3] == tag] for tag in ("310", "240")}
        self.members = {
            int(line[4:7]): [int(word) for word in line[73:].split()] for line in records["310"]
        }
        of_player = {one: team for team, own in self.members.items() for one in own}
        self.type_code = next(line[4:].strip() for line in lines if line[:3] == "192")
        option = report.options.get("last-round-preference")
        self.balanced_has_none = "_TYPEB" in self.type_code and option == "none"
        self.values = _match_points(lines)
        byes = {
            (int(word), int(line[6:9])): line[4]
            for line in records["240"]
            for word in line[10:].split()
        }
        self.bye_points = _bye_points(lines, byes)
        past = max((number for (_, number), kind in byes.items() if kind == "U"), default=0)
        past = max(past, *(_last_game(one.row) for one in report.players.values()))
        self.round = past + 1
        # C.04.2: 3.2, 3.3. Withdrawn and absent teams are not paired.
        self.players = sorted(team for team in self.members if (team, self.round) not in byes)
        self.matches: dict[int, list[Match]] = {
            team: [
                self._bye(report, team, byes[team, number])
                if (team, number) in byes
                else self._match(report, of_player, team, number)
                for number in range(1, self.round)
            ]
            for team in self.members
        }
        self.by_games = self.type_code.replace("_BAKU", "").endswith("_GP_MP")
        self.scores = {team: self.score_in(team, self.round) for team in self.members}

    def _bye(self, report: Report, team: int, kind: str) -> Match:
        """Return a bye; the PAB is a drawn match unless the competition states otherwise in 320
        (1.4).
        """
        boards, values, worth = len(self.members[team]), self.values, report.worth
        points = {
            "U": self.bye_points or (values["D"], worth["="] * boards),
            "F": (values["W"], worth["1"] * boards),
            "H": (values["D"], worth["="] * boards),
        }
        return Match(None, "", False, *points.get(kind, (Fraction(0), Fraction(0))), kind)

    def _match(self, report: Report, of_player: dict[int, int], team: int, number: int) -> Match:
        """Return a team's match: match points, game points (1.2), and the colour of the first board
        (1.6).

        A match that both teams forfeit is lost by both (docs/decisions/teams-forfeited-by-both.md).
        """
        games = [report.players[one].row[number - 1] for one in self.members[team]]
        opponents = [cell.opponent for cell in games if cell.opponent is not None]
        mine = sum((report.worth[cell.code] for cell in games), Fraction(0))
        codes = [report.players[one].row[number - 1].code for one in opponents]
        theirs = sum((report.worth[code] for code in codes), Fraction(0))
        played = any(cell.played for cell in games)
        result = "W" if mine > theirs else "L" if mine < theirs else "D"
        if not played and mine == theirs == 0:
            result = "L"
        opponent = of_player[opponents[0]]
        return Match(opponent, games[0].colour, played, self.values[result], mine)

    def points(self, team: int, before: int, by_games: bool) -> Fraction:
        """Return match points or game points before a round."""
        matches = self.matches[team][: before - 1]
        return sum((m.game_points if by_games else m.match_points for m in matches), Fraction(0))

    def score_in(self, team: int, round_: int) -> Fraction:
        """Return the primary score with which a team is paired, with virtual points (C.04.7)."""
        return self.points(team, round_, self.by_games) + self._virtual(team, round_)

    def _virtual(self, team: int, round_: int) -> Fraction:
        """Return the virtual points of Baku acceleration, by match points: a win, then half of it,
        for group GA.

        GA is half of the teams paired in round 1, rounded up to an even number; its last one stays
        the border (docs/decisions/baku-border.md).
        """
        if not self.type_code.endswith("_BAKU"):
            return Fraction(0)
        accelerated = -(-self.rounds // 2)
        full = -(-accelerated // 2)
        if self.round == 1:
            divided = self.players
        else:
            first = {one: matches[0] for one, matches in self.matches.items()}
            divided = [one for one, m in first.items() if m.opponent or m.bye == "U"]
        border = sorted(divided)[: 2 * -(-len(divided) // 4)][-1]
        if team > border or round_ > accelerated:
            return Fraction(0)
        return Fraction(2 if round_ <= full else 1)

    # Article 1.

    def floated(self, number: int) -> bool:
        """Return True if the team played an opponent of a different score in the previous round
        (1.5).
        """
        if self.round == 1:
            return False
        last = self.matches[number][-1]
        if last.opponent is None or not last.played:
            return False
        before = self.round - 1
        return self.score_in(number, before) != self.score_in(last.opponent, before)

    def colours(self, number: int) -> list[str]:
        """Return the colours of the first board in the matches that were played (1.6)."""
        return [match.colour for match in self.matches[number] if match.played]

    def difference(self, number: int) -> int:
        """Return Whites minus Blacks (1.6)."""
        return self.colours(number).count("w") - self.colours(number).count("b")

    def preference(self, number: int) -> tuple[str, int]:
        """Return the colour that a team prefers, and how strongly; type A has only one strength
        (1.7).

        Type B, last round, as many Whites as Blacks, the last two equal: a strong preference
        (docs/decisions/teams-last-round-preference.md, with the option).
        """
        had, difference = self.colours(number), self.difference(number)
        if "_TYPE" not in self.type_code:
            return "", 0
        if self.balanced_has_none and not difference and self.round >= self.rounds:
            return "", 0
        for colour, sign in (("w", -1), ("b", 1)):
            other = _other(colour)
            if sign * difference > 1 or (difference in (0, sign) and had[-2:] == [other, other]):
                return colour, STRONG
        if "_TYPEB" in self.type_code:
            for colour, sign in (("w", -1), ("b", 1)):
                if difference == sign:
                    return colour, MILD
                if not difference and self.round < self.rounds and had[-1:] == [_other(colour)]:
                    return colour, MILD
        return "", 0

    # Article 2.

    def c1(self, one: int, other: int) -> bool:
        """Return True unless they have met (C1); a match without any game does not count (C.04.2:
        3.5).
        """
        return not any(match.opponent == other and match.played for match in self.matches[one])

    def c2(self, number: int) -> bool:
        """Return True without an earlier PAB, match won by forfeit, or full-point bye (C2)."""
        for index, match in enumerate(self.matches[number]):
            if match.bye in ("U", "F"):
                return False
            if match.opponent is not None and not match.played:
                theirs = self.matches[match.opponent][index]
                if match.game_points > theirs.game_points:
                    return False
        return True

    def played(self, number: int) -> int:
        """Return the number of matches in which a game was played (3.4)."""
        return sum(match.played for match in self.matches[number])

    @property
    def floats_lapse(self) -> bool:
        """True in the last two rounds, where C7 and C10 do not apply."""
        return self.round >= self.rounds - 1

    def broken(self, pairs: Sequence[Pair], ups: Sequence[int]) -> list[int]:
        """Return the values of C8, C9 and C10: preferences, strong preferences, opponents of
        upfloaters.
        """
        wanted = [(self.preference(one), self.preference(other)) for one, other in pairs]
        same = [(a[1], b[1]) for a, b in wanted if a[0] == b[0] != ""]
        strong = sum(min(both) == STRONG for both in same)
        return [len(same), strong if "_TYPEB" in self.type_code else 0, *super().broken(pairs, ups)]


def _last_game(row: Sequence[Cell]) -> int:
    return max((index for index, cell in enumerate(row, 1) if cell.opponent), default=0)


def _match_points(lines: Sequence[str]) -> dict[str, Fraction]:
    """Return the points of a match (362)."""
    values = {"W": Fraction(2), "D": Fraction(1), "L": Fraction(0)}
    for line in lines:
        if line[:3] == "362":
            for start in range(4, len(line), 9):
                if line[start : start + 2].strip():
                    values[line[start + 1]] = Fraction(line[start + 2 : start + 6].strip())
    return values


def _bye_points(
    lines: Sequence[str], byes: dict[tuple[int, int], str]
) -> tuple[Fraction, Fraction] | None:
    """Return the points of the PAB (320), and enter the teams that had it into `byes`."""
    for line in lines:
        if line[:3] == "320":
            for number, word in enumerate(line[14:].split(), 1):
                if int(word):
                    byes[int(word), number] = "U"
            return Fraction(line[4:8].strip()), Fraction(line[9:13].strip())
    return None


def pair(text: str) -> Round | None:
    """Pair the coming round; None if there is no legal pairing."""
    teams = Teams(text)
    paired = pairs_and_bye(teams)
    if paired is None:
        return None
    pairs, bye = paired
    return frozenset(colours(teams, one, other) for one, other in pairs), bye


# Article 4: colours of the first board.


def colours(teams: Teams, one: int, other: int) -> Pair:
    """Return White and Black on the first board.

    4.2: the first team has the higher primary score, the higher secondary score, the smaller TPN;
    without virtual points (docs/decisions/matches-under-acceleration.md).
    """

    def rank(team: int) -> tuple[Fraction, Fraction, int]:
        primary = teams.points(team, teams.round, teams.by_games)
        return -primary, -teams.points(team, teams.round, not teams.by_games), team

    first, second = sorted((one, other), key=rank)
    white = _colour_of(teams, first, second)
    return (first, second) if white == "w" else (second, first)


def _colour_of(teams: Teams, first: int, second: int) -> str:
    """Return the colour of the first team."""
    had, had_2 = teams.colours(first), teams.colours(second)
    if not had and not had_2:  # 4.3.1
        return teams.initial if first % 2 else _other(teams.initial)
    (mine, strength), (theirs, strength_2) = teams.preference(first), teams.preference(second)
    if mine != theirs:  # 4.3.2, 4.3.3
        return mine or _other(theirs)
    if strength != strength_2:  # 4.3.4
        return mine if strength > strength_2 else _other(mine)
    if teams.difference(first) != teams.difference(second):  # 4.3.5
        return "w" if teams.difference(first) < teams.difference(second) else "b"
    for my, their in zip(reversed(had), reversed(had_2), strict=False):  # 4.3.6
        if my != their:
            return _other(my)
    if mine:  # 4.3.7
        return mine
    return _other(had[-1]) if had else had_2[-1]  # 4.3.8, 4.3.9


def _other(colour: str) -> str:
    return "b" if colour == "w" else "w"
