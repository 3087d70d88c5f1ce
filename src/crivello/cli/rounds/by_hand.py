"""`crivello swap`, `colours`, `meet`: change boards by hand, and show the remarks of the rules."""

from __future__ import annotations

from collections.abc import Callable

from crivello.cli.desk_session import DeskSession
from crivello.cli.rounds.draft import draft_text, pairing_member, published_text
from crivello.desk.actions import Action, ChangeDraft, ChangePublished, ExchangeNumbers, judge_draft
from crivello.desk.by_hand import pair_players, players_of, swap_players, turn_board
from crivello.desk.events import Boards, ChangeCase, PairingChanged, PublishedPairingChanged
from crivello.desk.preconditions import may_be_seated
from crivello.desk.refusals import NoDraft, NotPublished
from crivello.desk.rounds import no_shows
from crivello.model.errors import WordError
from crivello.reports.views.section import RemarkView
from crivello.words import N_

LEVELS = {
    "incomplete": N_("incomplete"),
    "absolute": N_("absolute rule"),
    "criterion": N_("criterion"),
    "order": N_("order"),
    "colour": N_("colour"),
    "procedure": N_("procedure"),
}
AS_THE_RULES = N_("This is the pairing by the rules.")
SAYS = N_("By the rules:")
INSTEAD = N_("By the rules: {boards}.")
NOT_SEATED = N_("{name} is not in the pairing of round {round}.")
CHANGE_PUBLISHED = N_(
    "There is no draft of round {round}. Round {published} is published: to change it, say in "
    "which case (--case) and why (--reason)."
)

Change = Callable[[Boards, int | None], tuple[Boards, int | None]]

EXCHANGED = N_("Pairing numbers exchanged: {players}.")


def swap(here: DeskSession) -> int:
    """Run `crivello swap`: two players change places or, with `--numbers`, pairing numbers."""
    one, other = _two_players(here)
    if "--numbers" in here.arguments:
        here.act(ExchangeNumbers(here.key, one, other))
        return here.reply(EXCHANGED, players=here.labels_of([one, other]))

    def change(boards: Boards, bye: int | None) -> tuple[Boards, int | None]:
        new = {one: other, other: one}
        return swap_players(boards, one, other), bye if bye is None else new.get(bye, bye)

    return _rearrange(here, (one, other), change)


def colours(here: DeskSession) -> int:
    """Run `crivello colours`: reverse the colours of a board."""
    player = here.player()
    return _rearrange(here, (player,), lambda boards, bye: (turn_board(boards, player), bye))


def meet(here: DeskSession) -> int:
    """Run `crivello meet`: pair two players with each other; their former opponents meet each
    other.
    """
    white, black = _two_players(here)
    rounds, away = here.section.rounds, frozenset[int]()
    if here.arguments.get("--case") == "without-opponent" and rounds:
        away = no_shows(rounds[-1].games)
    return _rearrange(here, (), lambda boards, bye: pair_players(boards, bye, white, black, away))


def _two_players(here: DeskSession) -> tuple[int, int]:
    one, other = here.player("ONE"), here.player("OTHER")
    if one == other:
        raise WordError(N_("Two different players are needed."))
    return one, other


def _rearrange(here: DeskSession, seated: tuple[int, ...], change: Change) -> int:
    """Change the draft or, with a case of C.04.2: 4.4, the published round, and show the result."""
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
    # The remarks of the rules are shown in full below, not also as warnings.
    action: Action = ChangeDraft(here.key, boards, bye)
    if case is not None:
        action = ChangePublished(here.key, boards, bye, ChangeCase(case.replace("-", " ")))
    outcome = here.desk.act(action, reason=here.reason)
    here.outcomes.append(outcome)
    changed = outcome.event
    assert isinstance(changed, PairingChanged | PublishedPairingChanged)
    shown = {remark.template for remark in changed.remarks}
    here.remark(one for one in outcome.notices if one.sentence.template not in shown)
    return _show_judgement(here, changed)


def _show_judgement(here: DeskSession, changed: PairingChanged | PublishedPairingChanged) -> int:
    """Answer with the changed boards and the remarks of the rules, each with its level and
    article.
    """
    console, section = here.console, here.section
    if section.draft is not None and "--case" not in here.arguments:
        draft = section.draft
        number = draft.round
        lines = [draft_text(here, draft.system, draft.boards, draft.bye)]
        missing = judge_draft(section).missing
    else:
        number = len(section.rounds)
        lines = [published_text(here)]
        missing = ()
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
    if missing:
        boards = (f"{here.label(white)} – {here.label(black)}" for white, black in missing)
        lines.append(console.say(INSTEAD, boards="; ".join(boards)))
    more = {**pairing_member(here, number), "remarks": remarks}
    return here.answer("\n".join(lines), more)
