"""`crivello result`, `results`, `correct`: what happened at the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crivello.cli.desk_session import DeskSession
from crivello.cli.files import display_name, read_bytes
from crivello.desk.actions import BoardResult, CorrectResult, EnterBoards, EnterResults
from crivello.desk.events import EnteredResult, ResultCorrected
from crivello.desk.lookup import find_boards, find_entry
from crivello.desk.matches import results_from_home
from crivello.desk.notices import Notice
from crivello.desk.refusals import NameTheBoard, NotPublished
from crivello.desk.state import PublishedRound
from crivello.model.errors import Malformed, Problem, WordError
from crivello.model.keys import is_round_robin
from crivello.model.result import Result, read_result
from crivello.model.sentence import Sentence, Template
from crivello.reports.pairings import match_score
from crivello.words import N_

ENTERED = N_("Round {round}, table {table}: {white} – {black} {result}.")
REPLACED = N_("Round {round}, table {table}: {white} – {black} {was} becomes {result}.")
AT_TABLE = N_("Table {table} had a result: {was} becomes {result}.")
TAKEN_BACK = N_("Round {round}, table {table}: {white} – {black} no longer has a result.")
MATCH = N_("Round {round}, table {table}: {white} – {black} {result}.")
MANY_BOARDS = N_(
    "Round {round}: one board entered; matches without a result: {missing}.",
    "Round {round}: {count} boards entered; matches without a result: {missing}.",
)
MANY = N_(
    "Round {round}: one result entered, {missing} missing.",
    "Round {round}: {count} results entered, {missing} missing.",
)
BAD_LINES = N_(
    "One line cannot be used; nothing was entered.",
    "{count} lines cannot be used; nothing was entered.",
)
SEVERAL_ROUNDS = N_(
    "Several rounds of this round robin have games without a result: name the round with {option}, "
    "such as {example}."
)
TABLE_TWICE = N_("Table {table} is also in line {line}.")
EFFECTS = {
    "now": N_("It counts now, in the standings and in the next pairing."),
    "next": N_("It counts from the next pairing on: that of round {round}."),
    "rating": N_("It counts for rating only."),
}
IN_THE_END = N_("It counts in the final standings.")


def one(here: DeskSession) -> int:
    """`result TABLE RESULT`"""
    number, this = _round(here)
    if this.boards:
        return _of_match(here, number)
    turned = "--turned" in here.arguments
    board, result = _read_operands(here, number, turned)
    entered = _board_entry(this, board, result, turned)
    here.act(EnterResults(here.key, (entered,), number))
    was = this.games[board - 1].result
    white, black = _sides(this, board, turned)
    sentence = TAKEN_BACK if result is None else REPLACED if _replaces(was, result) else ENTERED
    return here.reply(
        sentence,
        round=number,
        was=_result_or_dash(was),
        table=this.tables[board - 1],
        white=here.label(white),
        black=here.label(black),
        result=_result_or_dash(result),
    )


def many(here: DeskSession) -> int:
    """`results`: lines of a file, all of them or none."""
    path = here.arguments.require("FILE")
    text = read_bytes(path).decode("utf-8-sig", "replace")
    here.console.source = display_name(path)
    number, this = _round(here)
    if this.boards:
        return _of_matches(here, number, text)
    entered = _lines(here, number, text)
    if not entered:
        raise WordError(N_("There is no result in {path}."), path=here.console.source)
    here.act(EnterResults(here.key, tuple(entered), number))
    here.remark(_replacement_notices(this, entered))
    return _tell_many(here, MANY, number, len(entered))


def _of_match(here: DeskSession, number: int) -> int:
    """`result TABLE.BOARD RESULT`, or `result TABLE RESULTS` with those of all its boards."""
    found = _board_results(here, number)
    replaced = list(_replacing_boards(here, number, found))
    here.act(EnterBoards(here.key, found, number))
    here.remark(replaced)
    return here.reply(MATCH, **_match_values(here, number, found[0].match))


def _board_results(here: DeskSession, number: int) -> tuple[BoardResult, ...]:
    table, word = here.arguments.require("TABLE"), here.arguments.require("RESULT")
    turned = "--turned" in here.arguments
    typed = find_boards(here.section, number, f"{table} {word}", turned)
    return tuple(BoardResult(*one, turned) for one in typed)


def _replacing_boards(
    here: DeskSession, number: int, entered: Iterable[BoardResult]
) -> Iterator[Notice]:
    """Before they are entered: which boards have another result."""
    this = here.section.rounds[number - 1]
    for one in entered:
        match, boards = this.games[one.match - 1], this.boards[one.match - 1]
        if one.board > len(boards):
            continue
        was = results_from_home(match, this.lineups, boards)[one.board - 1]
        if _replaces(was, one.result):
            table = f"{this.tables[one.match - 1]}.{one.board}"
            values = {"table": table, "was": was, "result": _result_or_dash(one.result)}
            yield Notice(Sentence(AT_TABLE, **values))


def _match_values(here: DeskSession, number: int, match: int) -> dict[str, object]:
    """What is said of a match: the points of its games so far."""
    this = here.section.rounds[number - 1]
    game = this.games[match - 1]
    return {
        "round": number,
        "table": this.tables[match - 1],
        "white": here.label(game.white),
        "black": here.label(game.black),
        "result": match_score(here.section.tournament, number, game, here.console.language),
    }


def _of_matches(here: DeskSession, number: int, text: str) -> int:
    """Lines ``3.2 1-0`` or ``3 1 = 0 1``; all of them or none."""
    problems: list[Problem] = []
    found: list[BoardResult] = []
    for place, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].replace(";", " ").strip()
        try:
            if words:
                found += [BoardResult(*one) for one in find_boards(here.section, number, words)]
        except WordError as error:
            problems.append(Problem(Sentence(error.template, **error.values), place, 1))
    if problems:
        raise Malformed(BAD_LINES, problems, count=len(problems))
    if not found:
        raise WordError(N_("There is no result in {path}."), path=here.console.source)
    replaced = list(_replacing_boards(here, number, found))
    here.act(EnterBoards(here.key, tuple(found), number))
    here.remark(replaced)
    return _tell_many(here, MANY_BOARDS, number, len(found))


def _tell_many(here: DeskSession, template: Template, number: int, entered: int) -> int:
    """How many were entered, and the tables still without a result."""
    this = here.section.rounds[number - 1]
    missing = [
        table for table, game in zip(this.tables, this.games, strict=True) if game.result is None
    ]
    text = here.console.say(template, round=number, count=entered, missing=len(missing))
    return here.answer(text, {"round": number, "entered": entered, "missing": missing})


def _result_or_dash(result: Result | None) -> Result | str:
    return "–" if result is None else result


def _replaces(was: Result | None, result: Result | None) -> bool:
    """Does it replace a different result?"""
    return was not in (None, Result.ADJOURNED, result)


def _replacement_notices(this: PublishedRound, entered: list[EnteredResult]) -> Iterator[Notice]:
    for one in entered:
        was = this.games[one.board - 1].result
        if _replaces(was, one.result):
            values = {
                "table": this.tables[one.board - 1],
                "was": was,
                "result": _result_or_dash(one.result),
            }
            yield Notice(Sentence(AT_TABLE, **values))


def _round(here: DeskSession) -> tuple[int, PublishedRound]:
    """The round that is named, else the open one."""
    number = here.arguments.number("--round") or _only_round(here)
    if number == 0:
        raise WordError(N_("No round is published yet; there are no results to enter."))
    if number > len(here.section.rounds):
        raise NotPublished(round=number)
    return number, here.section.rounds[number - 1]


def _only_round(here: DeskSession) -> int:
    """The last one; but in a round robin any may be the one that is played."""
    waiting = [number for number, one in enumerate(here.section.rounds, 1) if not one.complete]
    if not is_round_robin(here.section.settings.system) or not waiting:
        return len(here.section.rounds)
    if len(waiting) > 1:
        raise WordError(SEVERAL_ROUNDS, option="--round", example=f"--round {waiting[0]}")
    return waiting[0]


def _read_operands(here: DeskSession, number: int, turned: bool) -> tuple[int, Result | None]:
    """The board and the result that the operands name: a table or a player, and a result."""
    table, word = here.arguments.require("TABLE"), here.arguments.require("RESULT")
    read_result(word)  # what is wrong with it is said first
    return find_entry(here.section, number, f"{table} {word}", turned)


def _board_entry(
    this: PublishedRound, board: int, result: Result | None, turned: bool = False
) -> EnteredResult:
    """With the players of the board, so that a board changed in the meantime is refused."""
    game = this.games[board - 1]
    return EnteredResult(board, game.white, game.black, result, turned and result is not None)


def _sides(this: PublishedRound, board: int, turned: bool) -> tuple[int, int]:
    """Who had White, and who Black."""
    game = this.games[board - 1]
    return (game.black, game.white) if turned else (game.white, game.black)


def _lines(here: DeskSession, number: int, text: str) -> list[EnteredResult]:
    """One game per line, ``TABLE RESULT``; ``#`` begins a comment. Reports all problems at once."""
    this = here.section.rounds[number - 1]
    problems: list[Problem] = []
    entered: list[EnteredResult] = []
    seen: dict[int, int] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].replace(";", " ").strip()
        if not words:
            continue
        try:
            board, result = find_entry(here.section, number, words)
            table = this.tables[board - 1]
            if table in seen:
                raise WordError(TABLE_TWICE, table=table, line=seen[table])
            seen[table] = place
            entered.append(_board_entry(this, board, result))
        except WordError as error:
            problems.append(Problem(Sentence(error.template, **error.values), place, 1))
    if problems:
        raise Malformed(BAD_LINES, problems, count=len(problems))
    return entered


def correct(here: DeskSession) -> int:
    """A published result that is wrong (C.04.2: 4.3)."""
    number, this = _round(here)
    turned = "--turned" in here.arguments
    if this.boards:
        return _correct_match(here, number)
    board, result = _read_operands(here, number, turned)
    if result is None:
        word = here.arguments.require("RESULT")
        raise WordError(N_("A correction needs a result; {word!r} is not one."), word=word)
    outcome = here.act(CorrectResult(here.key, number, board, result, turned))
    assert isinstance(outcome.event, ResultCorrected)
    effect = outcome.event.effect.value
    white, black = _sides(this, board, turned)
    text = here.console.say(
        "Round {round}, table {table}: {white} – {black} {was} becomes {result}. {effect}",
        round=number,
        table=this.tables[board - 1],
        white=here.label(white),
        black=here.label(black),
        was=_result_or_dash(this.games[board - 1].result),
        result=_result_or_dash(result),
        effect=here.console.say(_effect(here, effect), round=here.section.next_round),
    )
    return here.answer(text, {"round": number, "effect": effect})


def _correct_match(here: DeskSession, number: int) -> int:
    found = _board_results(here, number)
    if len(found) != 1 or found[0].result is None:
        raise NameTheBoard()
    (one,) = found
    assert one.result is not None
    action = CorrectResult(here.key, number, one.match, one.result, one.turned, one.board)
    outcome = here.act(action)
    assert isinstance(outcome.event, ResultCorrected)
    effect = outcome.event.effect.value
    said = [
        here.console.say(MATCH, **_match_values(here, number, one.match)),
        here.console.say(_effect(here, effect), round=here.section.next_round),
    ]
    return here.answer(" ".join(said), {"round": number, "effect": effect})


def _effect(here: DeskSession, effect: str) -> str:
    """The sentence about the effect; in the last round there is no next pairing."""
    last = here.section.next_round > (here.section.settings.rounds or 0)
    return IN_THE_END if effect == "next" and last else EFFECTS[effect]
