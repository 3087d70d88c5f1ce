"""`crivello result`, `results`, `correct`: what happened at the tables."""

from __future__ import annotations

from collections.abc import Iterator

from crivello.cli.files import read_bytes, shown
from crivello.cli.sitting import Sitting
from crivello.desk.actions import CorrectResult, EnterResults
from crivello.desk.events import Entered, ResultCorrected
from crivello.desk.lookup import find_board
from crivello.desk.notices import Notice
from crivello.desk.refusals import NotPublished
from crivello.desk.state import PublishedRound
from crivello.model.errors import Malformed, Problem, WordError
from crivello.model.grammar import read_entry, read_result
from crivello.model.result import Result
from crivello.model.sentence import Sentence
from crivello.words import N_

ENTERED = N_("Round {round}, table {table}: {white} – {black} {result}.")
REPLACED = N_("Round {round}, table {table}: {white} – {black} {was} becomes {result}.")
AT_TABLE = N_("Table {table} had a result: {was} becomes {result}.")
TAKEN_BACK = N_("Round {round}, table {table}: {white} – {black} no longer has a result.")
MANY = N_(
    "Round {round}: one result entered, {missing} missing.",
    "Round {round}: {count} results entered, {missing} missing.",
)
BAD_LINES = N_(
    "One line cannot be used; nothing was entered.",
    "{count} lines cannot be used; nothing was entered.",
)
TABLE_TWICE = N_("Table {table} is also in line {line}.")
EFFECTS = {
    "now": N_("It counts now, in the standings and in the next pairing."),
    "next": N_("It counts from the next pairing on: that of round {round}."),
    "rating": N_("It counts for rating only."),
}
IN_THE_END = N_("It counts in the final standings.")


def one(here: Sitting) -> int:
    """`result TABLE RESULT`"""
    result = read_result(here.arguments.require("RESULT"))
    number, this = _round(here)
    table = here.arguments.require("TABLE")
    entered = _entered(this, find_board(this, number, table), result)
    here.act(EnterResults(here.key, (entered,), number))
    was = this.games[entered.board - 1].result
    sentence = TAKEN_BACK if result is None else REPLACED if _replaced(was, result) else ENTERED
    return here.tell(
        sentence,
        round=number,
        was=_shown(was),
        table=table,
        white=here.label(entered.white),
        black=here.label(entered.black),
        result=_shown(result),
    )


def many(here: Sitting) -> int:
    """`results`: lines of a file, all of them or none."""
    path = here.arguments.require("FILE")
    text = read_bytes(path).decode("utf-8-sig", "replace")
    here.console.source = shown(path)
    number, this = _round(here)
    entered = _lines(this, number, text)
    if not entered:
        raise WordError(N_("There is no result in {path}."), path=here.console.source)
    here.act(EnterResults(here.key, tuple(entered), number))
    here.remark(_replacing(this, entered))
    this = here.section.rounds[number - 1]
    missing = [
        table for table, game in zip(this.tables, this.games, strict=True) if game.result is None
    ]
    text = here.console.say(MANY, round=number, count=len(entered), missing=len(missing))
    return here.answer(text, {"round": number, "entered": len(entered), "missing": missing})


def _shown(result: Result | None) -> Result | str:
    return "–" if result is None else result


def _replaced(was: Result | None, result: Result | None) -> bool:
    """Does it replace a different result?"""
    return was not in (None, Result.ADJOURNED, result)


def _replacing(this: PublishedRound, entered: list[Entered]) -> Iterator[Notice]:
    for one in entered:
        was = this.games[one.board - 1].result
        if _replaced(was, one.result):
            values = {"table": this.tables[one.board - 1], "was": was, "result": _shown(one.result)}
            yield Notice(Sentence(AT_TABLE, **values))


def _round(here: Sitting) -> tuple[int, PublishedRound]:
    """The round that is named, else the open one."""
    number = here.arguments.number("--round") or len(here.section.rounds)
    if number == 0:
        raise WordError(N_("No round is published yet; there are no results to enter."))
    if number > len(here.section.rounds):
        raise NotPublished(round=number)
    return number, here.section.rounds[number - 1]


def _entered(this: PublishedRound, board: int, result: Result | None) -> Entered:
    """With the players of the board, so that a board changed in the meantime is refused."""
    game = this.games[board - 1]
    return Entered(board, game.white, game.black, result)


def _lines(this: PublishedRound, number: int, text: str) -> list[Entered]:
    """One game per line, ``TABLE RESULT``; ``#`` begins a comment. Reports all problems at once."""
    problems: list[Problem] = []
    entered: list[Entered] = []
    seen: dict[int, int] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].replace(";", " ").strip()
        if not words:
            continue
        try:
            table, result = read_entry(words)
            board = find_board(this, number, table)
            if table in seen:
                raise WordError(TABLE_TWICE, table=table, line=seen[table])
            seen[table] = place
            entered.append(_entered(this, board, result))
        except WordError as error:
            problems.append(Problem(Sentence(error.template, **error.values), place, 1))
    if problems:
        raise Malformed(BAD_LINES, problems, count=len(problems))
    return entered


def correct(here: Sitting) -> int:
    """A published result that is wrong (C.04.2: 4.3)."""
    word = here.arguments.require("RESULT")
    result = read_result(word)
    if result is None:
        raise WordError(N_("A correction needs a result; {word!r} is none."), word=word)
    number, this = _round(here)
    table = here.arguments.require("TABLE")
    board = find_board(this, number, table)
    game = this.games[board - 1]
    turned = "--turned" in here.arguments
    outcome = here.act(CorrectResult(here.key, number, board, result, turned))
    assert isinstance(outcome.event, ResultCorrected)
    effect = outcome.event.effect.value
    white, black = (game.black, game.white) if turned else (game.white, game.black)
    text = here.console.say(
        "Round {round}, table {table}: {white} – {black} {was} becomes {result}. {effect}",
        round=number,
        table=table,
        white=here.label(white),
        black=here.label(black),
        was=_shown(game.result),
        result=_shown(result),
        effect=here.console.say(_effect(here, effect), round=here.section.next_round),
    )
    return here.answer(text, {"round": number, "effect": effect})


def _effect(here: Sitting, effect: str) -> str:
    """The sentence about the effect; in the last round there is no next pairing."""
    last = here.section.next_round > (here.section.settings.rounds or 0)
    return IN_THE_END if effect == "next" and last else EFFECTS[effect]
