"""`crivello result`, `results`, `correct`: enter and correct results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from crivello.cli.desk_session import DeskSession
from crivello.cli.files import display_name, read_bytes
from crivello.desk.actions import CorrectResult, EnterBoards
from crivello.desk.events import ResultCorrected
from crivello.desk.lookup import find_results
from crivello.desk.notices import Notice
from crivello.desk.refusals import NameTheBoard, NotPublished
from crivello.desk.state import PublishedRound
from crivello.model.errors import Malformed, Problem, WordError
from crivello.model.keys import is_round_robin
from crivello.model.result import Result, read_result
from crivello.model.sentence import Sentence, Template
from crivello.model.tables import BoardResult, GameTable
from crivello.reports.pairings import match_score
from crivello.words import N_

ENTERED = N_("Round {round}, table {table}: {white} – {black} {result}.")
REPLACED = N_("Round {round}, table {table}: {white} – {black} {was} becomes {result}.")
AT_TABLE = N_("Table {table} had a result: {was} becomes {result}.")
TAKEN_BACK = N_("Round {round}, table {table}: the result of {white} – {black} is removed.")
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
    "next": N_("It counts from the pairing of round {round} on."),
    "rating": N_("It counts for rating only."),
}
IN_THE_END = N_("It counts in the final standings.")


def enter_result(here: DeskSession) -> int:
    """Run `crivello result TABLE RESULT`; in a match, `result TABLE.BOARD RESULT`."""
    number, this = _round(here)
    found = _read_operands(here, number)
    before = this.table(found[0].match)
    replaced = list(_replacements(this, found))
    _enter(here, number, found)
    if before.is_match:
        here.remark(replaced)
        return here.reply(MATCH, **_match_values(here, number, before.place))
    was, result = before.results[0], _result_by_colour(before, found[0])
    sentence = TAKEN_BACK if result is None else REPLACED if _replaces(was, result) else ENTERED
    values = _game_values(here, number, before, found[0])
    return here.reply(sentence, was=_result_or_dash(was), **values)


def enter_results(here: DeskSession) -> int:
    """Run `crivello results`: enter the results on the lines of a file, all of them or none."""
    path = here.arguments.require("FILE")
    text = read_bytes(path).decode("utf-8-sig", "replace")
    here.console.source = display_name(path)
    number, this = _round(here)
    found = _lines(here, number, text)
    if not found:
        raise WordError(N_("There is no result in {path}."), path=here.console.source)
    replaced = list(_replacements(this, found))
    _enter(here, number, found)
    here.remark(replaced)
    return _tell_many(here, MANY_BOARDS if this.boards else MANY, number, len(found))


def _enter(here: DeskSession, number: int, found: Iterable[BoardResult]) -> None:
    """Enter results; refused if the pairing has changed since they were read."""
    this = here.section.rounds[number - 1]
    here.act(EnterBoards(here.key, tuple(_with_players(this, one) for one in found), number))


def _with_players(this: PublishedRound, one: BoardResult) -> BoardResult:
    table = this.table(one.match)
    return replace(one, players=table.players(one.board)) if table.has_game(one.board) else one


def _replacements(this: PublishedRound, found: Iterable[BoardResult]) -> Iterator[Notice]:
    """Yield a notice for each result that replaces a different one."""
    for one in found:
        table = this.table(one.match)
        was = table.results[one.board - 1] if table.has_game(one.board) else None
        if _replaces(was, one.result):
            values = {
                "table": table.label(one.board),
                "was": was,
                "result": _result_or_dash(one.result),
            }
            yield Notice(Sentence(AT_TABLE, **values))


def _replaces(was: Result | None, result: Result | None) -> bool:
    """Return True if the new result replaces a different one that was not adjourned."""
    return was not in (None, Result.ADJOURNED, result)


def _game_values(
    here: DeskSession, number: int, table: GameTable, one: BoardResult
) -> dict[str, object]:
    """Return the values of the sentence about a single game, with the colours in which it was
    played.
    """
    sides = (table.pair.white, table.pair.black)
    white, black = sides[::-1] if table.turns(one) else sides
    return {
        "round": number,
        "table": table.number,
        "white": here.label(white),
        "black": here.label(black),
        "result": _result_or_dash(_result_by_colour(table, one)),
    }


def _result_by_colour(table: GameTable, one: BoardResult) -> Result | None:
    """Return the result of a single game with the points of the player who had White first."""
    return one.result.mirrored if one.result and table.turns(one) else one.result


def _match_values(here: DeskSession, number: int, match: int) -> dict[str, object]:
    """Return the values of the sentence about a match, with the points of its games so far."""
    this = here.section.rounds[number - 1]
    game = this.games[match - 1]
    return {
        "round": number,
        "table": this.tables[match - 1],
        "white": here.label(game.white),
        "black": here.label(game.black),
        "result": match_score(here.section.tournament, number, game, here.console.language),
    }


def _tell_many(here: DeskSession, template: Template, number: int, entered: int) -> int:
    """Answer how many results were entered, and which tables are still without one."""
    this = here.section.rounds[number - 1]
    missing = [
        table for table, game in zip(this.tables, this.games, strict=True) if game.result is None
    ]
    text = here.console.say(template, round=number, count=entered, missing=len(missing))
    return here.answer(text, {"round": number, "entered": entered, "missing": missing})


def _result_or_dash(result: Result | None) -> Result | str:
    return "–" if result is None else result


def _round(here: DeskSession) -> tuple[int, PublishedRound]:
    """Return the round for which results are entered: the one named, else the one that is open."""
    number = here.arguments.number("--round") or _only_round(here)
    if number == 0:
        raise WordError(N_("No round is published yet; there are no results to enter."))
    if number > len(here.section.rounds):
        raise NotPublished(round=number)
    return number, here.section.rounds[number - 1]


def _only_round(here: DeskSession) -> int:
    """Return the last round; in a round robin, the only one with games without a result."""
    waiting = [number for number, one in enumerate(here.section.rounds, 1) if not one.complete]
    if not is_round_robin(here.section.settings.system) or not waiting:
        return len(here.section.rounds)
    if len(waiting) > 1:
        raise WordError(SEVERAL_ROUNDS, option="--round", example=f"--round {waiting[0]}")
    return waiting[0]


def _read_operands(here: DeskSession, number: int) -> tuple[BoardResult, ...]:
    """Return the results that the operands name: a table, board or player, and the result."""
    table, word = here.arguments.require("TABLE"), here.arguments.require("RESULT")
    if not here.section.rounds[number - 1].boards:
        read_result(word)  # what is wrong with it is said first
    return find_results(here.section, number, f"{table} {word}", _stated_colours(here))


def _stated_colours(here: DeskSession) -> bool | None:
    """Return whether colours were reversed; None if the command does not say."""
    if "--as-paired" in here.arguments:
        return False
    return True if "--turned" in here.arguments else None


def _lines(here: DeskSession, number: int, text: str) -> list[BoardResult]:
    """Return the results in a text, one on each line; ``#`` begins a comment.

    Raise `Malformed` with all lines that cannot be used.
    """
    problems: list[Problem] = []
    found: list[BoardResult] = []
    seen: dict[tuple[int, int], int] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].replace(";", " ").strip()
        if not words:
            continue
        try:
            these = find_results(here.section, number, words)
            for one in these:
                earlier = seen.setdefault((one.match, one.board), place)
                if earlier != place:
                    table = here.section.rounds[number - 1].table(one.match)
                    raise WordError(TABLE_TWICE, table=table.label(one.board), line=earlier)
            found += these
        except WordError as error:
            problems.append(Problem(Sentence(error.template, **error.values), place, 1))
    if problems:
        raise Malformed(BAD_LINES, problems, count=len(problems))
    return found


def correct(here: DeskSession) -> int:
    """Run `crivello correct`: correct a published result (C.04.2: 4.3)."""
    number, this = _round(here)
    found = _read_operands(here, number)
    table, (one, *others) = this.table(found[0].match), found
    if table.is_match and (others or one.result is None):
        raise NameTheBoard()
    if one.result is None:
        word = here.arguments.require("RESULT")
        raise WordError(N_("A correction needs a result; {word!r} is not one."), word=word)
    result = one.result if table.is_match else _result_by_colour(table, one)
    assert result is not None
    board = one.board if table.is_match else None
    outcome = here.act(CorrectResult(here.key, number, one.match, result, one.turned, board))
    assert isinstance(outcome.event, ResultCorrected)
    effect = outcome.event.effect.value
    values = {"effect": here.console.say(_effect(here, effect), round=here.section.next_round)}
    if table.is_match:
        text = here.console.say(MATCH, **_match_values(here, number, one.match))
        text = f"{text} {values['effect']}"
    else:
        text = here.console.say(
            "Round {round}, table {table}: {white} – {black} {was} becomes {result}. {effect}",
            was=_result_or_dash(table.results[0]),
            **_game_values(here, number, table, one),
            **values,
        )
    return here.answer(text, {"round": number, "effect": effect})


def _effect(here: DeskSession, effect: str) -> str:
    """Return the sentence on when a correction counts; after the last round, in the final
    standings.
    """
    last = here.section.next_round > (here.section.settings.rounds or 0)
    return IN_THE_END if effect == "next" and last else EFFECTS[effect]
