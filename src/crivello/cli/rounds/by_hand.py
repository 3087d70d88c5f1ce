"""`crivello swap`, `colours`, `meet`: boards changed by hand, and what the rules say of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.cli.rounds.draft import boards_text, pairing_member, pairing_text
from crivello.cli.sitting import Sitting, sitting
from crivello.desk.lookup import find_player
from crivello.model.errors import WordError
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.desk.events import Boards, PairingChanged, PublishedPairingChanged


LEVELS = {
    "incomplete": N_("incomplete"),
    "absolute": N_("absolute rule"),
    "criterion": N_("criterion"),
    "order": N_("order"),
    "colour": N_("colour"),
    "procedure": N_("procedure"),
}
AS_THE_RULES = N_("This is the pairing that the rules give.")
SAYS = N_("The rules say:")
INSTEAD = N_("By the rules there would be: {boards}.")
NOT_SEATED = N_("{name} is not in the pairing of round {round}.")
CHANGE_PUBLISHED = N_(
    "There is no draft of round {round}. Round {published} is published: to change it, say in "
    "which case (--case) and why (--reason)."
)
TWO_OF_ONE = N_("Two different players are needed.")

Change = Callable[["Boards", "int | None"], "tuple[Boards, int | None]"]


def swap(arguments: Arguments, console: Console) -> int:
    """Two players change places."""
    with sitting(arguments, console) as here:
        from crivello.desk.by_hand import swapped

        one, other = _two(here)

        def change(boards: Boards, bye: int | None) -> tuple[Boards, int | None]:
            new = {one: other, other: one}
            return swapped(boards, one, other), bye if bye is None else new.get(bye, bye)

        return _changed(here, (one, other), change)


def colours(arguments: Arguments, console: Console) -> int:
    """The colours of a board the other way round."""
    with sitting(arguments, console) as here:
        from crivello.desk.by_hand import turned

        player = find_player(here.section, arguments.require("PLAYER"))
        return _changed(here, (player,), lambda boards, bye: (turned(boards, player), bye))


def meet(arguments: Arguments, console: Console) -> int:
    """These two meet; those they leave behind meet each other."""
    with sitting(arguments, console) as here:
        from crivello.desk.by_hand import paired

        white, black = _two(here)
        from crivello.desk.rounds import no_shows

        rounds, away = here.section.rounds, frozenset[int]()
        if arguments.get("--case") == "without-opponent" and rounds:
            away = no_shows(rounds[-1].games)
        return _changed(here, (), lambda boards, bye: paired(boards, bye, white, black, away))


def _two(here: Sitting) -> tuple[int, int]:
    one, other = (
        find_player(here.section, here.arguments.require(name)) for name in ("ONE", "OTHER")
    )
    if one == other:
        raise WordError(TWO_OF_ONE)
    return one, other


def _changed(here: Sitting, seated: tuple[int, ...], change: Change) -> int:
    """Change the draft; with a case of C.04.2: 4.4 the round that is published."""
    from crivello.desk.actions import ChangeDraft, ChangePublished
    from crivello.desk.by_hand import players_of
    from crivello.desk.checks import may_be_seated
    from crivello.desk.events import ChangeCase
    from crivello.desk.refusals import NoDraft, NotPublished

    section = here.section
    case = here.arguments.get("--case")
    if case is None:
        if section.draft is None:
            if section.rounds:
                raise WordError(
                    CHANGE_PUBLISHED, round=section.next_round, published=len(section.rounds)
                )
            raise NoDraft(round=section.next_round)
        number, boards, bye = section.draft.round, section.draft.boards, section.draft.bye
    else:
        if not section.rounds:
            raise NotPublished(round=1)
        this = section.rounds[-1]
        number, bye = len(section.rounds), this.bye
        boards = tuple((game.white, game.black) for game in this.games)
    for player in seated:
        if player not in players_of(boards) | {bye}:
            if case is None:
                may_be_seated(section, (player,))
            raise WordError(NOT_SEATED, name=here.label(player), round=number)
    boards, bye = change(boards, bye)
    # The remarks of the rules are told in full below, and not as warnings too.
    if case is None:
        outcome = here.desk.act(ChangeDraft(here.key, boards, bye), reason=here.reason)
    else:
        action = ChangePublished(here.key, boards, bye, ChangeCase(case.replace("-", " ")))
        outcome = here.desk.act(action, reason=here.reason)
    here.outcomes.append(outcome)
    here.remark(
        one for one in outcome.notices if one.sentence.template not in _templates(outcome.event)
    )
    return _judged(here, outcome.event)


def _templates(event: Any) -> set[str]:
    return {remark.template for remark in event.remarks}


def _judged(here: Sitting, event: Any) -> int:
    """The boards as they are now, and the rules' opinion with level and article."""
    console, section = here.console, here.section
    from crivello.reports.views.section import RemarkView

    changed: PairingChanged | PublishedPairingChanged = event
    if section.draft is not None and "--case" not in here.arguments:
        draft = section.draft
        number = draft.round
        text = pairing_text(here, draft.system, draft.boards, draft.bye)
        instead = _instead(here)
    else:
        this = section.rounds[-1]
        boards = tuple((game.white, game.black) for game in this.games)
        number = len(section.rounds)
        text = boards_text(
            console, section, number, this.draft.system, boards, this.bye, this.tables
        )
        instead = ""
    lines = [text]
    remarks = []
    for remark in changed.remarks:
        level = console.say(LEVELS.get(remark.level, remark.level))
        place = f"{level}, {remark.article}" if remark.article else level
        sentence = console.say(remark)
        lines.append(f"  [{place}] {sentence}")
        remarks.append(
            RemarkView(
                level=remark.level,
                text=sentence,
                article=remark.article,
                players=list(remark.players),
            )
        )
    lines.insert(1, console.say(SAYS if remarks else AS_THE_RULES))
    if instead:
        lines.append(console.say(INSTEAD, boards=instead))
    more = {**pairing_member(here, number), "remarks": remarks}
    return here.answer("\n".join(lines), more)


def _instead(here: Sitting) -> str:
    """The boards that the engine has and the draft has not."""
    from crivello.desk.actions import judged

    return "; ".join(
        f"{here.label(white)} – {here.label(black)}"
        for white, black in judged(here.section).missing
    )
