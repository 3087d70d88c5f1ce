"""The check that the files of an event agree: each is read back, and their figures are compared.

Report files are read by their columns, tables for spreadsheets and web pages by the names of their
columns, independently of the data from which the files were made.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html.parser import HTMLParser

from crivello.model.sentence import N_, Points, Sentence, Template
from crivello.standard.classes import frozen
from crivello.words import Language, translator
from crivello.words.escaping import unguard_formula

POINTS = N_("Player {player}: {said} points in {file}, but {other_said} in {other}.")
RANK = N_("Player {player}: rank {said} in {file}, but {other_said} in {other}.")
GAME = N_("Round {round}, {white} – {black}: {said} in {file}, but {other_said} in {other}.")
NORM = N_(
    "Round {round}: for a norm, player {player} has {said} points against {opponent} in {file}, "
    "but the game is {other_said} in {other}."
)
NO_PLAYER = N_("Player {player} is in {other}, but not in {file}.")
NO_GAME = N_("Round {round}, {white} – {black}: in {other}, but not in {file}.")
UNREADABLE = N_("{file} cannot be read back: {detail}.")
OPEN = N_("no result")

Key = tuple[int, ...]
"""A player (one number), or a game: its round and both players, White first."""


@dataclass
class FileFigures:
    """The figures found in one file."""

    file: str
    language: Language = Language.EN
    """The language of the letters for colours; tables for spreadsheets have the English letters."""
    after: int = 0
    """The round after which the points and ranks are; 0 if they cannot be compared."""
    points: dict[Key, Fraction] = field(default_factory=dict)
    ranks: dict[Key, int] = field(default_factory=dict)
    games: dict[Key, str] = field(default_factory=dict)
    """The result of each game: ``1-0``, ``1/2-1/2``, by forfeit ``1F-0F``; empty without a
    result.
    """
    rounds: frozenset[int] = frozenset()
    """The rounds of which the file has all games."""
    norms: list[tuple[Key, Fraction]] = field(default_factory=list)
    """Points that count for a norm, each with round, player and opponent."""
    some: bool = False
    """True if the file has only some of the players."""
    places: bool = False
    """True if players who share a rank may have places of their own, as lots decide them."""


@frozen
class CrossCheck:
    """The files that were compared, and the differences between them."""

    players: int
    games: int
    files: tuple[str, ...]
    """The names of the files that were read back."""
    differences: tuple[Sentence, ...]


def cross_check(
    files: Mapping[str, bytes], after: int, corrected: Iterable[Key] = (), matches: bool = False
) -> CrossCheck:
    """Compare all files whose kind follows from their name; final tables are those after round
    `after`.

    `corrected` are the games (round and both players) sent for rating with a different result:
    report files for rating may differ in them. In an event of `matches`, report files have other
    rounds and games than the tables, so only points are compared.
    """
    read: list[FileFigures] = []
    differences: list[Sentence] = []
    except_for = frozenset(corrected)
    for name, data in files.items():
        try:
            found = _figures(name, data, after, except_for, matches)
        except (ValueError, KeyError, IndexError) as error:
            differences.append(Sentence(UNREADABLE, file=name, detail=str(error)))
            continue
        if found is not None:
            read.append(found)
    differences += _compare_points(read)
    differences += _compare_ranks(read)
    differences += _compare_games(read)
    differences += _compare_norms(read, except_for)
    return CrossCheck(
        players=max((len(one.points) for one in read), default=0),
        games=max((len(one.games) for one in read), default=0),
        files=tuple(one.file for one in read),
        differences=tuple(differences),
    )


def _figures(
    name: str, data: bytes, after: int, corrected: frozenset[Key], matches: bool
) -> FileFigures | None:
    """Return the figures of a file, read as its name says; None for a file without figures."""
    stem, _, ending = name.rpartition("/")[2].rpartition(".")
    if ending == "trf":
        for_rating = stem.endswith("-rating")
        if matches:
            return None if for_rating else _read_match_file(name, data.decode(), after)
        return _of_report_file(name, data.decode(), corrected if for_rating else frozenset())
    found = _NUMBERED.fullmatch(stem)
    kind, number = (found[1], int(found[2])) if found else (stem, after)
    reader = _READERS.get(kind)
    if matches and reader is _read_round:
        return None  # a result there is the points of a match
    if reader is None or ending not in ("csv", "html"):
        return None
    text, figures = data.decode(), FileFigures(name)
    if ending == "html" and (stated := _LANGUAGE.search(text)):
        figures.language = Language.parse(stated[1])
    reader(figures, _csv_rows(text) if ending == "csv" else _html_rows(text), number)
    return figures


_NUMBERED = re.compile(r"([a-z-]+)-(\d+)")
_LANGUAGE = re.compile(r'<html lang="([a-z]+)">')


# Rows of tables, by the names of their columns

Rows = list[dict[str, str]]


def _csv_rows(text: str) -> Rows:
    return [
        {key: unguard_formula(value) for key, value in row.items()}
        for row in csv.DictReader(io.StringIO(text))
    ]


class _TableReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: Rows = []
        self._cell = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append({})
        if tag in ("td", "th"):
            classes = (dict(attrs).get("class") or "").split()
            self._cell = next((one[2:] for one in classes if one.startswith("c-")), "")
            if self._cell and self.rows:
                self.rows[-1][self._cell] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._cell = ""
        if tag == "thead":  # those were headings
            self.rows.pop()

    def handle_data(self, data: str) -> None:
        if self._cell and self.rows:
            self.rows[-1][self._cell] += data


def _html_rows(text: str) -> Rows:
    reader = _TableReader()
    reader.feed(text)
    return reader.rows


def _read_standings(found: FileFigures, rows: Rows, number: int) -> None:
    for row in rows:
        player = (int(row["number"]),)
        found.ranks[player] = int(row["rank"].rstrip("="))
        if "points" in row:  # a list of teams may begin with MPTS
            found.points[player] = _points(row["points"])
    found.after = number


def _read_prizes(found: FileFigures, rows: Rows, number: int) -> None:
    for row in rows:
        player = (int(row["number"]),)
        found.ranks[player] = int(row["rank"])
        found.points[player] = _points(row["points"])
    found.after, found.some = number, True


def _read_norms(found: FileFigures, rows: Rows, number: int) -> None:
    for row in rows:
        if row["counts"]:
            game = (int(row["round"]), int(row["player"]), int(row["number"]))
            found.norms.append((game, _points(row["score"])))


_CELL = re.compile(r"([+=?-]?)(\d+)([A-Z])[↓↑]?([+=?-]?)")
_SIGNS = {"+": "1", "=": "1/2", "-": "0", "?": ""}


def _read_crosstable(found: FileFigures, rows: Rows, number: int) -> None:
    """Read the games of a crosstable; each game is in the rows of both players.

    The crosstable of a round robin has no rounds, so its cells are read by opponent.
    """
    if (rows and "number" not in rows[0]) or "rank" in rows[0]:
        _read_grid(found, rows, number)
        return
    words = translator(found.language)
    white, black = words.colours("W"), words.colours("B")
    sides: dict[Key, dict[str, str]] = {}
    rounds: set[int] = set()
    for row in rows:
        player = int(row["number"])
        found.points[(player,)] = _points(row["points"])
        for key, text in row.items():
            if not key.startswith("round_"):
                continue
            rounds.add(int(key[6:]))
            met = _CELL.fullmatch(text)
            if met is None or met[3] not in (white, black):
                continue
            forfeit = "F" if met[1] and met[1] != "?" else ""
            figure = _SIGNS[met[1] or met[4]] + forfeit
            pair = (player, int(met[2])) if met[3] == white else (int(met[2]), player)
            sides.setdefault((int(key[6:]), *pair), {})[met[3]] = figure
    for game, side in sides.items():
        found.games[game] = _result(side.get(white, "?"), side.get(black, "?"))
    found.rounds = frozenset(rounds)
    if all(found.games.values()):
        found.after = max(rounds, default=0)


def _read_grid(found: FileFigures, rows: Rows, number: int) -> None:
    for row in rows:
        player = (int(row["number"]),)
        if row["rank"]:  # who withdrew early has none
            found.ranks[player] = int(row["rank"].rstrip("="))
            found.points[player] = _points(row["points"])
    found.after = number


def _read_round(found: FileFigures, rows: Rows, number: int) -> None:
    for row in rows:
        if row.get("black_number"):
            game = (number, int(row["white_number"]), int(row["black_number"]))
            found.games[game] = _plain_result(row["result"])
    found.rounds = frozenset({number})


_READERS = {
    "standings": _read_standings,
    "prizes": _read_prizes,
    "crosstable": _read_crosstable,
    "results": _read_round,
    "round": _read_round,
    "norm-games": _read_norms,
}
"""The reader of each kind of file, by the file's name without its round."""
_BY_FORFEIT = {"+": "1F", "–": "0F"}


def _plain_result(text: str) -> str:
    """Return a result as ``1-0`` or ``1F-0F``, whether it was written for a spreadsheet or a
    page.
    """
    if " : " in text:
        return _result(*(_BY_FORFEIT[side] for side in text.split(" : ")))
    white, _, black = text.replace(" – ", "-").replace("½", "1/2").partition("-")
    return _result(white, black) if white[:1].isdecimal() else ""


def _points(text: str) -> Fraction:
    """Parse points written as ``2½``, ``2.5``, ``2,5`` or ``-½``."""
    sign = -1 if text.startswith("-") else 1
    plain = text.lstrip("-").replace(",", ".")
    half = Fraction(1, 2) if plain.endswith("½") else Fraction(0)
    return sign * (Fraction(plain.removesuffix("½") or 0) + half)


def _result(white: str, black: str) -> str:
    return f"{white}-{black}" if white and black else ""


# Report files, by columns

_AWARDS = {
    **dict.fromkeys("1W", "1"),
    **dict.fromkeys("=D", "1/2"),
    **dict.fromkeys("0L", "0"),
    "+": "1F",
    "-": "0F",
    " ": "",
}
FIRST_CELL, CELL = 91, 10


def _of_report_file(name: str, text: str, corrected: frozenset[Key]) -> FileFigures:
    found = FileFigures(name, places=True)
    sides: dict[Key, dict[str, str]] = {}
    last = 0
    for line in text.splitlines():
        if not line.startswith("001"):
            continue
        player = int(line[4:8])
        found.points[(player,)] = _points(line[80:84].strip() or "0")
        if line[85:89].strip():
            found.ranks[(player,)] = int(line[85:89])
        for number, start in enumerate(range(FIRST_CELL, len(line), CELL), start=1):
            cell = line[start : start + CELL].ljust(CELL)
            opponent, colour, award = cell[:4], cell[5], cell[7]
            last = max(last, number if award.strip() else 0)
            if opponent.strip(" 0"):
                pair = (player, int(opponent)) if colour == "w" else (int(opponent), player)
                sides.setdefault((number, *pair), {})[colour] = _AWARDS[award]
    for game, side in sides.items():
        found.games[game] = _result(side.get("w", "?"), side.get("b", "?"))
    found.rounds = frozenset(game[0] for game in sides) - {game[0] for game in corrected}
    # Byes of a coming round are among the points, and open games count for nobody.
    if all(found.games.values()) and last == max((game[0] for game in sides), default=0):
        found.after = last
    if corrected:
        found.points.clear()  # they follow from games that do not count
    return found


def _read_match_file(name: str, text: str, after: int) -> FileFigures | None:
    """Return the points of teams (record 310), or of players who meet for two games; None without
    any.
    """
    found = FileFigures(name, after=after, places=True)
    for line in text.splitlines():
        if line.startswith("310"):
            found.points[(int(line[4:7]),)] = _points(line[54:60].strip() or "0")
    if not found.points and "FIDE_DOUBLESWISS" in text:
        for line in text.splitlines():
            if line.startswith("001"):
                found.points[(int(line[4:8]),)] = _points(line[80:84].strip() or "0")
    return found if found.points else None


# Comparing


def _compare_points(read: list[FileFigures]) -> Iterator[Sentence]:
    having = [one for one in read if one.points and one.after]
    for one, other in _compare_with_first(having):
        yield from _missing_players(one, one.points, other, other.points)
        for player in sorted(one.points.keys() & other.points.keys()):
            if one.points[player] != other.points[player]:
                said, other_said = _as_points(one.points[player]), _as_points(other.points[player])
                yield _differ(POINTS, one, said, other, other_said, player)


def _compare_ranks(read: list[FileFigures]) -> Iterator[Sentence]:
    """Yield the differences between ranks; a report file may have any place that a shared rank
    covers.
    """
    having = [one for one in read if one.ranks and one.after and not one.places]
    for one, other in _compare_with_first(having):
        yield from _missing_players(one, one.ranks, other, other.ranks)
        for player in sorted(one.ranks.keys() & other.ranks.keys()):
            if one.ranks[player] != other.ranks[player]:
                yield _differ(RANK, one, one.ranks[player], other, other.ranks[player], player)
    for one in (one for one in read if one.ranks and one.after and one.places):
        for other in having[:1]:
            sharing = Counter(other.ranks.values())
            yield from _missing_players(one, one.ranks, other, other.ranks)
            for player in sorted(one.ranks.keys() & other.ranks.keys()):
                first = other.ranks[player]
                if not first <= one.ranks[player] < first + sharing[first]:
                    yield _differ(RANK, one, one.ranks[player], other, first, player)


def _compare_with_first(having: list[FileFigures]) -> Iterator[tuple[FileFigures, FileFigures]]:
    """Yield each file together with the first one that has the same figures for all players."""
    for one in having:
        first = next((f for f in having if f.after == one.after and not f.some), one)
        if first is not one:
            yield one, first


def _missing_players(
    one: FileFigures, mine: Mapping[Key, object], other: FileFigures, theirs: Mapping[Key, object]
) -> Iterator[Sentence]:
    for player in sorted(theirs.keys() - mine.keys() if not one.some else ()):
        yield Sentence(NO_PLAYER, player=player[0], file=one.file, other=other.file)
    for player in sorted(mine.keys() - theirs.keys()):
        yield Sentence(NO_PLAYER, player=player[0], file=other.file, other=one.file)


def _compare_games(read: list[FileFigures]) -> Iterator[Sentence]:
    """Yield the differences between games: in each round, from the first file that has the
    round.
    """
    for number in sorted({number for one in read for number in one.rounds}):
        first, *others = (one for one in read if number in one.rounds)
        theirs = _of_round(first, number)
        for one in others:
            mine = _of_round(one, number)
            for game in sorted(theirs.keys() ^ mine.keys()):
                without, having = (first, one) if game in mine else (one, first)
                yield Sentence(NO_GAME, **_names(game), file=without.file, other=having.file)
            for game in sorted(theirs.keys() & mine.keys()):
                if mine[game] != theirs[game]:
                    said, other_said = (found[game] or Sentence(OPEN) for found in (mine, theirs))
                    yield _differ(GAME, one, said, first, other_said, game)


def _compare_norms(read: list[FileFigures], corrected: frozenset[Key]) -> Iterator[Sentence]:
    """Yield the differences between the games of norms and those of the tournament.

    A forfeit may count as lost for a norm (1.4.2c).
    """
    known: dict[Key, tuple[str, str]] = {}
    first = next((one.file for one in read if one.games), "")
    for one in reversed(read):
        known |= {game: (one.file, result) for game, result in one.games.items()}
    for one in read:
        for (number, player, opponent), points in one.norms:
            white, black = (number, player, opponent), (number, opponent, player)
            if white in corrected or black in corrected:
                continue
            game = white if white in known else black
            file, result = known.get(game, (first, ""))
            mine = result.split("-")[0 if game == white else -1]
            if not result or (not mine.endswith("F") and _points(mine) != points):
                yield Sentence(
                    NORM,
                    round=number,
                    player=player,
                    opponent=opponent,
                    said=_as_points(points),
                    file=one.file,
                    other_said=result or Sentence(OPEN),
                    other=file,
                )


def _of_round(one: FileFigures, number: int) -> dict[Key, str]:
    return {game: result for game, result in one.games.items() if game[0] == number}


def _names(key: Key) -> dict[str, int]:
    names = ("player",) if len(key) == 1 else ("round", "white", "black")
    return dict(zip(names, key, strict=True))


def _as_points(points: Fraction) -> Points:
    return Points(points.numerator, points.denominator)


def _differ(
    template: Template,
    one: FileFigures,
    said: object,
    other: FileFigures,
    other_said: object,
    key: Key,
) -> Sentence:
    values = {"said": said, "file": one.file, "other_said": other_said, "other": other.file}
    return Sentence(template, **_names(key), **values)
