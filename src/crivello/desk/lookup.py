"""Find players and tables by the names that people type, in the same way at every interface.

A player can be named by pairing number, FIDE id, name, the beginnings of the words of a name, or
``id:`` and the id in the file. Several are named as ``3-7,9``, or one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from crivello.model.dates import read_time
from crivello.model.errors import WordError
from crivello.model.grammar import (
    NO_TABLE,
    is_number,
    ranges,
    read_boards,
    read_entry,
    read_named_entry,
    read_numbers,
    split_list,
)
from crivello.model.player_lookup import (
    LISTED,
    LONGEST_NAME,
    MAX_NUMBER,
    NO_FIDE_ID,
    NOBODY_NAMED,
    WHICH_PLAYER,
    begins,
    find_called,
    no_name,
    no_number,
    words,
)
from crivello.model.result import Result, read_result
from crivello.model.sentence import N_, ListOf
from crivello.model.tables import MATCH_BOARDS, BoardResult, GameTable
from crivello.words.columns import clean

if TYPE_CHECKING:
    from crivello.desk.events import Boards
    from crivello.desk.state import DeskState, PublishedRound, Section
    from crivello.model.player import Player

ID = "id:"
_BOARD_ENTRY = re.compile(r"([0-9]{1,6})[./]([0-9]{1,3})(?:\s*:\s*|\s+)(\S.*)")
_MATCH_ENTRY = re.compile(r"([0-9]{1,6})(?:\s*:\s*|\s+)(\S.*)")
_NUMBERS = re.compile(r"[0-9]{1,11}(-[0-9]{1,6})?([\s,]+[0-9]{1,11}(-[0-9]{1,6})?)*")
NO_RANGE = N_("{word!r} is not a range of numbers: write the lower number first, such as 3-7.")
NOT_EVERYBODY = N_("Write the numbers of all {count} players in their new order, such as 3 1 2.")
NOT_A_TABLE = N_("{word!r} is not the number of a table.")
WHICH_GAME = N_(
    "{word!r} can be more than one player; with their tables: {candidates}. "
    "Type the table, or more of the name."
)
TURNED_BOARD = N_(
    "Reversed colours apply to one board: name it, such as {table}.1, with its result."
)
NO_MATCH_ENTRY = N_(
    "{word!r} is not a result of a match. Type table, board and result, such as 3.2 1-0, or the "
    "table and the results of all {boards} boards, such as 3 1 = 0 1; the side named first comes "
    "first. For an adjourned match type 3 adj."
)
BOARDS_MISSING = N_("Table {table} takes {boards} results, but got {found}; missing: {missing}.")
BOARDS_EMPTY = N_(
    "Table {table} takes {boards} results, but got {found}. A board without an opponent takes "
    "none: {empty}."
)
BOARDS_MISSING_AND_EMPTY = N_(
    "Table {table} takes {boards} results, but got {found}; missing: {missing}. A board without an "
    "opponent takes none: {empty}."
)
NOTHING_TO_ADJOURN = N_(
    "Every board of table {table} has a result. Name the board that is adjourned, such as "
    "{table}.1 adj."
)
NO_MEMBER = N_(
    "{word!r} is not a place in the team: the places are 1 to {last}, and 0 is an empty board."
)
NO_GAME = N_("{player} has no game in round {round}.")
WHOSE_RESULT = N_(
    "{player} has Black, so {word} can be read in two ways. Type the player's own result "
    "(1, = or 0), or the table: {table} {word}."
)


def labels(section: Section) -> dict[int, str]:
    """Return the label of each registered player, such as ``7 Rossi, Mario``."""
    numbers = {player.id: player.number for player in section.listed_players}
    named = {
        player: f"{numbers.get(player, f'{ID}{player}')} {clean(one.player.name)}".rstrip()
        for player, one in section.registrations.items()
    }
    if section.has_teams:
        named |= {player: clean(one.name) for player, one in section.people.items()}
    return named


def find_player(section: Section, text: str) -> int:
    """Return the id of the one player whom a text names; raise `WordError` if it is none or
    several.
    """
    players = list(dict.fromkeys(_resolve(section, text.strip())))
    if len(players) > 1:
        raise _ambiguous(section, text, players)
    return players[0]


def find_players(section: Section, words: Iterable[str]) -> tuple[int, ...]:
    """Return the ids of all players named, each once."""
    return tuple(dict.fromkeys(one for word in words for one in _resolve(section, word.strip())))


def find_pairs(section: Section, text: str) -> Boards:
    """Read boards as pairing numbers, White first, such as ``5-1 2-7``; return player ids."""
    return tuple(
        (find_player(section, str(white)), find_player(section, str(black)))
        for white, black in read_boards(text)
    )


def find_order(section: Section, text: str) -> tuple[int, ...]:
    """Read a new order of all players as pairing numbers, such as ``3 1 2``; return player ids."""
    order = tuple(find_player(section, str(number)) for number in read_numbers(text))
    listed = [player.id for player in section.listed_players]
    if sorted(order) != sorted(listed):
        raise WordError(NOT_EVERYBODY, count=len(listed))
    return order


def split_players(line: str) -> list[str]:
    """Return the players named in one line, separated by commas; raise `WordError` if there is
    none.
    """
    parts = [part for part in map(str.strip, re.split("[,;\n]", line)) if part]
    if not parts:
        raise WordError(NOBODY_NAMED)
    return parts


def _resolve(section: Section, word: str) -> Iterator[int]:
    if not word:
        raise WordError(NOBODY_NAMED)
    if _NUMBERS.fullmatch(word):
        yield from _by_numbers(section, word)
    elif word.startswith(ID) and is_number(word[len(ID) :]):
        player = int(word[len(ID) :])
        section.registration(player)
        yield player
    else:
        yield _by_name(section, word)


def _by_numbers(section: Section, word: str) -> Iterator[int]:
    by_number = {player.number: player.id for player in section.listed_players}
    for part in re.split(r"[\s,]+", word):
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        if low > MAX_NUMBER and not last:
            yield _by_fide_id(section, low)
            continue
        if low > high:
            raise WordError(NO_RANGE, word=part)
        for number in range(low, high + 1):
            if number not in by_number:
                raise no_number(number, by_number)
            yield by_number[number]


def _by_fide_id(section: Section, fide_id: int) -> int:
    for player, one in section.registrations.items():
        if one.player.fide_id == fide_id:
            return player
    raise WordError(NO_FIDE_ID, word=fide_id, section=section.key)


def _by_name(section: Section, text: str) -> int:
    """Return the player with this name, or else the one whose names begin with the typed words.

    Accents and capitals do not matter.
    """
    found = players_called(section, text)
    if not found:
        names = {player: one.player.name for player, one in section.registrations.items()}
        raise no_name(text, labels(section), names, section=section.key)
    if len(found) > 1:
        raise _ambiguous(section, text, found)
    return found[0]


def players_called(section: Section, text: str, among: Container[int] | None = None) -> list[int]:
    """Return the players who may be meant by a name; an exact name excludes the others."""
    names = {
        player: one.player.name
        for player, one in section.registrations.items()
        if among is None or player in among
    }
    return find_called(names, text)


def search(section: Section, text: str) -> list[int]:
    """Return the players who match an unfinished text, in the order of pairing numbers.

    A number is a pairing number or a FIDE id. Players with words that begin with the typed ones are
    preferred; if there are none, those whose names contain all the words.
    """
    word = text.strip()
    wanted = words(word)
    if not wanted or len(word) > LONGEST_NAME:
        return []
    listed = {player.id: player.number for player in section.listed_players}
    people = {player: one.player for player, one in section.registrations.items()}
    if is_number(word, 11):
        number = int(word)
        known = [one for one in people if number in (listed.get(one), people[one].fide_id)]
        if known:
            return known
    names = {player: words(one.name) for player, one in people.items()}
    found = [player for player, name in names.items() if begins(name, wanted)]
    if not found:
        whole = {player: " ".join(name) for player, name in names.items()}
        found = [one for one in whole if all(part in whole[one] for part in wanted)]
    return sorted(found, key=lambda one: (listed.get(one, MAX_NUMBER + 1), people[one].name))


def _ambiguous(section: Section, text: str, players: list[int]) -> WordError:
    known = labels(section)
    candidates = ListOf(tuple(known[player] for player in players), LISTED)
    return WordError(WHICH_PLAYER, word=text[:60], candidates=candidates)


def find_board(this: PublishedRound, round: int, table: str | int) -> int:
    """Return the place in the list of the table with this number."""
    word = str(table).strip()
    if not is_number(word):
        raise WordError(NOT_A_TABLE, word=word[:60])
    if int(word) not in this.tables:
        raise WordError(NO_TABLE, round=round, table=int(word), tables=ranges(this.tables))
    return this.tables.index(int(word)) + 1


def find_results(
    section: Section, number: int, text: str, turned: bool | None = None
) -> tuple[BoardResult, ...]:
    """Return the results that a typed entry means, such as ``57 1`` or ``rossi 1``.

    In a match, an entry names a board, ``12.4 1-0``, or has the results of all boards, ``3 1 = 0
    1``, beginning with the side named first. ``3 adj`` adjourns every board of the match without a
    result. `turned`: True if the one game was played with the colours of the pairing reversed,
    False if not; None if the colours stay as recorded.
    """
    this = section.rounds[number - 1]
    read = _read_match_entry if this.boards else _read_table_entry
    return read(section, this, number, text.strip(), turned)


def _read_table_entry(
    section: Section, this: PublishedRound, number: int, text: str, turned: bool | None
) -> tuple[BoardResult, ...]:
    """Read one result: by table, as White and Black; or by name, where `1` is a win of that
    player.
    """
    if not text or text[0].isdecimal():
        name, typed = read_entry(text)
        place, result = find_board(this, number, name), typed
        turns = turned not in (None, this.games[place - 1].reversed)
        own_of_black = False
    else:
        named = read_named_entry(text)
        place, player = _seat_of(section, number, named.name)
        result = named.result
        turns = turned not in (None, this.games[place - 1].reversed)
        had_white = (player == this.games[place - 1].white) != turns
        if not had_white and named.doubtful:
            table = this.tables[place - 1]
            who = section.registration(player).player.name
            raise WordError(WHOSE_RESULT, player=who, word=named.typed, table=table)
        own_of_black = named.own and not had_white
    if result is not None and own_of_black != turns:
        result = result.mirrored
    return (BoardResult(place, 1, result, turned),)


def _read_match_entry(
    section: Section, this: PublishedRound, number: int, text: str, turned: bool | None
) -> tuple[BoardResult, ...]:
    one = _BOARD_ENTRY.fullmatch(text)
    if one is not None:
        place, board = find_board(this, number, one[1]), int(one[2])
        return (BoardResult(place, board, read_result(one[3]), turned),)
    whole = _MATCH_ENTRY.fullmatch(text)
    if whole is None:
        raise WordError(NO_MATCH_ENTRY, word=text[:60], boards=section.boards)
    if turned is not None:
        raise WordError(TURNED_BOARD, table=whole[1])
    table = this.table(find_board(this, number, whole[1]))
    boards, words = table.boards, whole[2].split()
    results = [read_result(word) for word in words]
    if results == [Result.ADJOURNED] and len(boards) > 1:
        boards = table.undecided_boards
        if not boards:
            raise WordError(NOTHING_TO_ADJOURN, table=whole[1])
        results *= len(boards)
    if len(results) != len(boards):
        raise _wrong_count(table, len(results))
    return tuple(
        BoardResult(table.place, board, result)
        for board, result in zip(boards, results, strict=True)
    )


def _wrong_count(table: GameTable, found: int) -> WordError:
    """Return the error for a wrong number of results, with the boards that need or take none."""
    played = [table.label(board) for board in table.boards]
    empty = [
        table.label(board) for board in range(1, len(table.games) + 1) if board not in table.boards
    ]
    values: dict[str, object] = {"table": table.number, "boards": len(played), "found": found}
    if empty:
        values["empty"] = ListOf(tuple(empty))
    if found < len(played):
        values["missing"] = ListOf(tuple(played[found:]))
        return WordError(BOARDS_MISSING_AND_EMPTY if empty else BOARDS_MISSING, (), **values)
    return WordError(BOARDS_EMPTY if empty else MATCH_BOARDS, (), **values)


def find_members(section: Section, team: int, text: str) -> tuple[int | None, ...]:
    """Read a line-up as places in the team, such as ``1,2,4,5``; 0 or ``-`` is an empty board."""
    members = section.registration(team).members
    found: list[int | None] = []
    for word in split_list(text) or [text]:
        if word in ("0", "-"):
            found.append(None)
        elif is_number(word, 3) and 1 <= int(word) <= len(members):
            found.append(members[int(word) - 1].id)
        else:
            raise WordError(NO_MEMBER, word=word[:60], last=len(members))
    return (*found, *(None,) * (section.boards - len(found)))


def _seat_of(section: Section, number: int, name: str) -> tuple[int, int]:
    """Return the board and the player of the round who is meant by a name."""
    this = section.rounds[number - 1]
    boards = {
        player: board
        for board, game in enumerate(this.games, start=1)
        for player in (game.white, game.black)
    }
    found = players_called(section, name, boards)
    if not found:
        away = section.registration(_by_name(section, name)).player.name
        raise WordError(NO_GAME, player=away, round=number)
    if len(found) > 1:
        candidates = tuple(
            f"{this.tables[boards[one] - 1]} {clean(section.registration(one).player.name)}"
            for one in found
        )
        raise WordError(WHICH_GAME, word=name[:60], candidates=ListOf(candidates, LISTED))
    return boards[found[0]], found[0]


def keep_known_id(player: Player, section: str, state: DeskState) -> Player:
    """Return the player with the id and name of the same person in another section.

    The person is recognised by FIDE id.
    """
    for other in state.sections.values():
        for registration in other.registrations.values():
            known = registration.player
            if other.key != section and player.fide_id and known.fide_id == player.fide_id:
                return replace(player, id=known.id, name=known.name)
    return player


def last_time(word: str, now: datetime) -> datetime:
    """Return the last moment at which a clock showed this time of day."""
    hour, minute = read_time(word)
    here = now.astimezone()
    then = here.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return then if then <= here else then - timedelta(days=1)
