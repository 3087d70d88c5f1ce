"""`crivello pair` and `publish` at the desk: the draft of a round, and its publication."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from crivello.cli.console import Console
from crivello.cli.files import write_text
from crivello.cli.options import Arguments
from crivello.cli.rounds.pair import as_text
from crivello.cli.sitting import Sitting, make_sure, sitting
from crivello.cli.sources import NOT_AT_THE_DESK
from crivello.desk.lookup import find_player
from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import WordError
from crivello.model.pairing import Board, RoundPairing
from crivello.reports.views.round import preview_view, round_view
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.desk import Section
    from crivello.desk.events import Boards


DISCARDED = N_("The draft of round {round} is discarded.")
ASK_PUBLISH = N_("Publish round {round}? Published pairings change only in rare cases.")
DRAFT = N_("Draft; nothing of it is public until: {command}")
PREVIEW = N_("Preview; nothing was written.")
BY_HAND = N_("Made by hand.")
RESULTS_PUBLISHED = N_("The results of round {round} are published.")
ENDED = N_("Round {round} has ended.")
NOT_TOGETHER = N_("{one} and {two} cannot be combined.")
TWO_PLAYERS = N_("{option} needs two players as in {example}, not {value!r}.")


def pair(arguments: Arguments, console: Console) -> int:
    _one_of(arguments, ("--preview", "--discard", "--board"))
    for option in ("--system", "--option", "--sieve", "--output"):
        if option in arguments:
            raise WordError(NOT_AT_THE_DESK, option=option)
    with sitting(arguments, console) as here:
        from crivello.desk import actions

        if "--preview" in arguments:
            return _preview(here)
        if "--discard" in arguments:
            number = here.section.next_round
            here.act(actions.Discard(here.key))
            return here.tell(DISCARDED, round=number)
        if "--board" in arguments:
            boards = tuple(_board(here.section, word) for word in arguments.lists["--board"])
            bye = arguments.get("--bye")
            here.act(
                actions.PairByHand(
                    here.key,
                    boards,
                    None if bye is None else find_player(here.section, bye),
                    "--rest" in arguments,
                )
            )
        else:
            here.act(actions.Pair(here.key, arguments.number("--round")))
        return show_draft(here)


def _one_of(arguments: Arguments, names: tuple[str, ...]) -> None:
    given = [name for name in names if name in arguments]
    if len(given) > 1:
        raise WordError(NOT_TOGETHER, one=given[0], two=given[1])


def _board(section: Section, word: str) -> tuple[int, int]:
    """``3-7``: White first."""
    found = re.fullmatch(r"\s*([0-9]{1,6})\s*[-,: ]\s*([0-9]{1,6})\s*", word)
    if found is None:
        raise WordError(TWO_PLAYERS, option="--board", example="3-7", value=word)
    if int(found[1]) == int(found[2]):
        raise WordError(TWO_PLAYERS, option="--board", example="3-7", value=word)
    return find_player(section, found[1]), find_player(section, found[2])


def _preview(here: Sitting) -> int:
    from crivello.desk.actions import preview

    kept = preview(here.section)
    if here.console.json:
        view = preview_view(here.section, kept)
        write_text("-", here.console.view("pairing-preview", view))
        return 0
    boards = tuple((board.white, board.black) for board in kept.pairing.boards)
    text = pairing_text(here, kept.pairing.system, boards, kept.pairing.bye)
    write_text("-", text + "\n" + here.console.say(PREVIEW) + "\n")
    return 0


def show_draft(here: Sitting) -> int:
    draft = here.section.draft
    assert draft is not None
    text = pairing_text(here, draft.system, draft.boards, draft.bye)
    said = [here.console.say(BY_HAND)] if draft.by_hand else []
    said.append(here.console.say(DRAFT, command=here.command("crivello publish")))
    return here.answer("\n".join([text, *said]), pairing_member(here, draft.round))


def pairing_member(here: Sitting, number: int) -> dict[str, Any]:
    """The round, for an answer in JSON."""
    return {"pairing": round_view(here.section, number, here.console.say)}


def pairing_text(here: Sitting, system: str, boards: Boards, bye: int | None) -> str:
    """The boards of the coming round; players with their pairing numbers."""
    from crivello.desk.numbers import table_numbers

    section = here.section
    tables = table_numbers(boards, section.announced, section.tables)
    return boards_text(here.console, section, section.next_round, system, boards, bye, tables)


def boards_text(
    console: Console,
    section: Section,
    number: int,
    system: str,
    boards: Boards,
    bye: int | None,
    tables: tuple[int, ...],
) -> str:
    new = {player.id: player.number for player in section.listed}
    pairing = RoundPairing(
        number,
        system,
        tuple(Board(new[white], new[black]) for white, black in boards),
        None if bye is None else new[bye],
    )
    before = by_number(section.tournament).before(number)
    return as_text(before, pairing, console, tables)


def publish(arguments: Arguments, console: Console) -> int:
    with sitting(arguments, console) as here:
        from crivello.desk import actions

        if "--results" in arguments:
            here.act(actions.PublishResults(here.key))
            return here.tell(RESULTS_PUBLISHED, round=len(here.section.rounds))
        if here.section.draft is not None:
            make_sure(arguments, console, ASK_PUBLISH, round=here.section.next_round)
        here.act(actions.Publish(here.key))
        return show_published(here)


def show_published(here: Sitting) -> int:
    section = here.section
    this = section.rounds[-1]
    boards = tuple((game.white, game.black) for game in this.games)
    text = boards_text(
        here.console, section, len(section.rounds), this.draft.system, boards, this.bye, this.tables
    )
    said = [here.console.say(BY_HAND)] if this.draft.by_hand else []
    more = pairing_member(here, len(section.rounds))
    return here.answer("\n".join([text.rstrip("\n"), *said]), more)


def end(arguments: Arguments, console: Console) -> int:
    with sitting(arguments, console) as here:
        from crivello.desk.actions import EndRound

        here.act(EndRound(here.key))
        return here.tell(ENDED, round=len(here.section.rounds))
