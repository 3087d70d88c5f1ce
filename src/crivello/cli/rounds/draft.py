"""`crivello pair` and `publish` at the desk: make and publish the draft of a round."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from crivello.cli.desk_session import DeskSession
from crivello.cli.rounds.boards import boards_text, schedule_lines
from crivello.cli.sources import NOT_AT_THE_DESK
from crivello.desk import Section, actions
from crivello.desk.events import Boards
from crivello.desk.lookup import find_order, find_pairs, find_player
from crivello.desk.notices import Notice
from crivello.desk.numbers import table_numbers
from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import WordError
from crivello.model.pairing import Board, RoundPairing
from crivello.reports.views.round import match_games, preview_view, round_view
from crivello.rules.handling import Article
from crivello.words import N_
from crivello.words.columns import LEFT, clean

ASK_PUBLISH = N_("Publish round {round}? Published pairings change only in rare cases.")
DRAFT = N_("This is a draft. Publish it with: {command}")
BY_HAND = N_("Made by hand.")
RESULTS_PUBLISHED = N_("The results of round {round} are published.")


def pair(here: DeskSession) -> int:
    here.arguments.refuse_together("--all", "--preview", "--discard", "--board")
    for option in ("--system", "--option", "--initial-colour", "--sieve", "--output"):
        if option in here.arguments:
            raise WordError(NOT_AT_THE_DESK, option=option)
    if "--all" in here.arguments:
        return _schedule(here)
    if "--preview" in here.arguments:
        return _preview(here)
    if "--discard" in here.arguments:
        number = here.section.next_round
        here.act(actions.Discard(here.key))
        return here.reply(N_("The draft of round {round} is discarded."), round=number)
    if "--board" in here.arguments:
        boards = find_pairs(here.section, "\n".join(here.arguments.all("--board")))
        bye = here.arguments.get("--bye")
        rests = None if bye is None else find_player(here.section, bye)
        here.act(actions.PairByHand(here.key, boards, rests, "--rest" in here.arguments))
    else:
        here.act(actions.Pair(here.key, here.arguments.number("--round")))
    here.remark(list_notices(here.section))
    return show_draft(here)


def list_notices(section: Section) -> list[Notice]:
    """Return warnings before round 1 about rating lists that are old or differ from the players'
    data.
    """
    if section.rounds:
        return []
    from crivello.lists import check_lists

    people = section.people.values()
    checks = check_lists(people, section.announced.pace.value, section.settings.start)
    article = Article.STRENGTH.of(section.settings)
    return [Notice(one, article) for check in checks for one in check.sentences()]


def _schedule(here: DeskSession) -> int:
    """Publish all rounds of a round robin, after drawing the numbers if that is asked for."""
    from crivello.reports.views.round_robin import schedule_view
    from crivello.rules.draw import LAST_ROUNDS
    from crivello.systems.roundrobin.system import round_robin_of

    arguments = here.arguments
    for option in ("--method", "--seed"):
        arguments.refuse_together("--numbers", option)
    by, method = arguments.get("--by") or "", arguments.get("--method")
    seed, last = arguments.get("--seed") or "", arguments.number("--last") or LAST_ROUNDS
    order: tuple[int, ...] = ()
    if (numbers := arguments.get("--numbers")) is not None:
        method, order = "hand", find_order(here.section, numbers)
    elif method is None:
        method = "lot" if seed else "initial"
    elif not seed:
        seed = str(secrets.randbelow(10**9))
    here.act(actions.PublishSchedule(here.key, method, seed, by, last, order))
    tournament = here.section.tournament
    view = schedule_view(tournament, round_robin_of(tournament.settings.system or ""))
    return here.answer("\n".join(schedule_lines(view, here.console)), {"schedule": view})


def _preview(here: DeskSession) -> int:
    found = actions.preview(here.section)
    if here.console.json:
        return here.console.write_view("pairing-preview", preview_view(here.section, found))
    boards = tuple((board.white, board.black) for board in found.pairing.boards)
    text = draft_text(here, found.pairing.system, boards, found.pairing.bye)
    return here.console.write_lines(
        [text, here.console.say("This is a preview; nothing was written.")]
    )


def show_draft(here: DeskSession) -> int:
    draft = here.section.draft
    assert draft is not None
    text = draft_text(here, draft.system, draft.boards, draft.bye)
    said = [here.console.say(BY_HAND)] if draft.by_hand else []
    said.append(here.console.say(DRAFT, command=here.command("crivello publish")))
    return here.answer("\n".join([text, *said]), pairing_member(here, draft.round))


def pairing_member(here: DeskSession, number: int) -> dict[str, Any]:
    """Return the view of a round as a member of a JSON answer."""
    return {"pairing": round_view(here.section, number, here.console.say)}


def draft_text(here: DeskSession, system: str, boards: Boards, bye: int | None) -> str:
    """Return the boards of the coming round as text, players with their pairing numbers."""
    section = here.section
    tables = table_numbers(boards, section.announced, section.tables)
    return _numbered_text(here, section.next_round, system, boards, bye, tables)


def published_text(here: DeskSession) -> str:
    """Return the boards of the last published round as text."""
    this = here.section.rounds[-1]
    boards = tuple((game.white, game.black) for game in this.games)
    number = len(here.section.rounds)
    return _numbered_text(here, number, this.draft.system, boards, this.bye, this.tables)


def _numbered_text(
    here: DeskSession,
    number: int,
    system: str,
    boards: Boards,
    bye: int | None,
    tables: tuple[int, ...],
) -> str:
    section = here.section
    new = {player.id: player.number for player in section.listed_players}
    pairing = RoundPairing(
        number,
        system,
        tuple(Board(new[white], new[black]) for white, black in boards),
        None if bye is None else new[bye],
    )
    before = by_number(section.tournament).before(number)
    return boards_text(before, pairing, here.console, tables)


def lineup_lines(here: DeskSession, number: int) -> Iterator[str]:
    """Yield a line for each board of each match, beginning with the player of the team named
    first.
    """
    rows = []
    for table in here.section.rounds[number - 1].all_tables:
        for one in match_games(here.section, table):
            sides = (one["home"], one["guest"])
            home, guest = (str(side["name"]) if side else "–" for side in sides)
            colour = here.console.say("White" if one["home_colour"] == "w" else "Black")
            rows.append([table.label(one["board"]), clean(home), colour, clean(guest)])
    heads = (N_("Board"), N_("Player"), N_("Colour"), N_("Opponent"))
    yield from here.console.table(heads, rows, LEFT * 4, shrink=(1, 3))


def publish(here: DeskSession) -> int:
    if "--results" in here.arguments:
        here.act(actions.PublishResults(here.key))
        return here.reply(RESULTS_PUBLISHED, round=len(here.section.rounds))
    if here.section.draft is not None:
        here.make_sure(ASK_PUBLISH, round=here.section.next_round)
    here.act(actions.Publish(here.key))
    rounds = here.section.rounds
    said = [here.console.say(BY_HAND)] if rounds[-1].draft.by_hand else []
    text = published_text(here).rstrip("\n")
    if rounds[-1].lineups:
        text = "\n".join([text, "", *lineup_lines(here, len(rounds))])
    return here.answer("\n".join([text, *said]), pairing_member(here, len(rounds)))


def end(here: DeskSession) -> int:
    here.act(actions.EndRound(here.key))
    return here.reply(N_("Round {round} has ended."), round=len(here.section.rounds))
