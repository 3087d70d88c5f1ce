"""API routes for all actions of the desk, for undo and redo, and shortcuts for frequent actions.

An action is `{"action": "Pair", "section": "A"}`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, cast

from fastapi import Depends, Header, Path, Request, Response
from pydantic import Field, create_model

from crivello import __version__
from crivello.desk import Desk, Outcome, actions, limits
from crivello.desk import Section as SectionState
from crivello.desk import events as e
from crivello.desk.actions import Action
from crivello.desk.announcement import Announcement
from crivello.desk.descriptions import describe_answer
from crivello.desk.player_data import NO_NAME
from crivello.formats.codec import decode
from crivello.model.errors import Malformed
from crivello.model.player import Player
from crivello.model.result import KEY_OF, Result
from crivello.model.settings import Settings
from crivello.reports.views.section import DoneView, TournamentView, done_view
from crivello.web import shapes
from crivello.web.api import scope
from crivello.web.api.problems import NoRound, NoTable
from crivello.web.api.resources import IN_SECTION, TOURNAMENT, tournament
from crivello.web.api.scope import FileName, FileRequest, RoundNumber, SectionKey
from crivello.web.envelope import (
    END,
    PUBLISH,
    PUBLISH_ROUND,
    RESULT,
    Envelope,
    Seen,
    games_seen,
    result_of,
)
from crivello.web.page_answers import event_words, sentence
from crivello.web.page_entries import Now, OnlyIfSeen, do_once, read_program, round_seen
from crivello.web.rendering import address
from crivello.web.round.page_actions import AlreadyEntered, expected_entry
from crivello.web.shapes import RequestBody, ResponseBody
from crivello.web.view import AnyPage, open_file
from crivello.words import N_

KINDS: dict[str, type[Action]] = {
    name: getattr(actions, name)
    for name in actions.__all__
    if dataclasses.is_dataclass(kind := getattr(actions, name)) and hasattr(kind, "decide")
}
"""All actions by name."""


Reason = Annotated[str, Field(max_length=limits.REASON)]


class ActionRequest(RequestBody):
    """The members that the requests for all actions have in common."""

    reason: Reason = ""
    """The reason for the log; some actions are refused without one."""
    ask: bool = False
    """Refuse what would be an exception with `exception-asked`, so that a person can be asked."""

    def to_action(self) -> Action:
        """Return the action that the request describes."""
        given = self.model_dump(mode="json", exclude_unset=True)
        kind: Any = KINDS[given.pop("action")]
        given.pop("reason", None)
        given.pop("ask", None)
        action: Action = decode(kind, given)
        for name in given:
            value = getattr(action, name)
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, Player) and not one.name.strip():
                    raise Malformed(NO_NAME)
        return action


def _request(name: str, kind: type[Action]) -> type[ActionRequest]:
    own = shapes.fields(kind)
    tag = {"action": (Literal[name], Field())}
    return create_model(
        f"{name}Action",
        __base__=ActionRequest,
        __doc__=shapes.description_of(kind),
        __cls_kwargs__=shapes.NO_SOURCE,
        **cast(Any, tag | own),
    )


REQUESTS = {name: _request(name, kind) for name, kind in KINDS.items()}

if TYPE_CHECKING:
    AnyAction = ActionRequest
else:
    AnyAction = Annotated[Union[tuple(REQUESTS.values())], Field(discriminator="action")]  # noqa: UP007
    """Any action, distinguished by its name."""

if TYPE_CHECKING:
    AnnouncedJson = Any
    SettingsJson = Any
    ChangeCaseJson = str
    ResultJson = str
    SeenJson = dict[str, Any]
else:
    AnnouncedJson = shapes.shape(Announcement)
    SettingsJson = shapes.shape(Settings)
    ChangeCaseJson = shapes.shape(e.ChangeCase)
    ResultJson = shapes.shape(Result)
    SeenJson = shapes.shape(Seen)


# The addresses

router = scope.api_router("Doing")

DONE = shapes.shape(DoneView)
IfMatch = Annotated[str | None, Header(max_length=200)]
Table = Annotated[int, Path(ge=1, lt=10**6)]

NOT_BOTH = N_("With an envelope, leave these out: {fields}.")
NO_TOURNAMENT_NAME = N_("A tournament needs a name.")


class NewTournament(RequestBody):
    """A request for a new tournament file, which is named after the tournament."""

    settings: SettingsJson
    announced: AnnouncedJson | None = None
    section: Annotated[str, Field(min_length=1, max_length=limits.SECTION)] = "A"
    """The key of its first section."""
    reason: Reason = ""
    """Needed to open the tournament outside FIDE mode, that is with `announced` and `fide_mode`
    false."""


class Undo(RequestBody):
    """Undo an event, by default the last action."""

    sequence: shapes.Whole | None = None
    """The sequence number of the event to undo."""
    along: bool = False
    """True to undo all dependent actions as well."""
    case: ChangeCaseJson | None = None
    """Needed to undo a publication that is older than five minutes or has results (C.04.2: 4.4),
    together with a reason."""
    reason: Reason = ""


class Redo(RequestBody):
    """Redo the action that was undone last."""

    reason: Reason = ""


EnvelopeJson = Annotated[dict[str, Any], Field(max_length=20)]


class Held(RequestBody):
    """A request that may contain an envelope, so that it is done only if the state is as
    expected.
    """

    envelope: EnvelopeJson | None = None
    """`version`, `id`, `at` and `seen`, all four or no envelope: see `seen` of the round."""


class OneResult(RequestBody):
    """The result of a table, and what the caller believes about the table."""

    result: ResultJson | None
    """The new result; null removes the result."""
    expected: ResultJson | None = None
    """The result that you believe is entered. If another one is, nothing is changed. Without this
    member, the request is refused if the table has a result."""
    white: shapes.Whole | None = None
    """The player who you believe has White; compared if both players are given."""
    black: shapes.Whole | None = None
    board: shapes.Whole | None = None
    """In a match, the number of the board or of the game. `result`, `white` and `black` are then
    seen from the side that the match names first: `white` is its player, `black` the opponent.
    Without this member, `XX` adjourns all boards of the match that have no result."""
    envelope: EnvelopeJson | None = None
    """`version`, `id`, `at` and `seen`, all four, in place of the four members above: the result is
    entered only once, and only if nothing has changed at the table since then."""
    reason: Reason = ""


class ApiWrite(FileRequest):
    """A request that changes a tournament file."""

    def __init__(self, request: Request, file: str, if_match: str | None) -> None:
        super().__init__(request, file)
        given = (if_match or "").strip()
        self.wanted = None if given in ("", "*") else given
        """The version that the file must have according to the header `If-Match`; None if it may
        have any."""

    def do(
        self,
        action: Action,
        reason: str = "",
        ask: bool = False,
        envelope: Envelope | None = None,
    ) -> DoneView:
        """Do an action and return the answer; with an envelope, it is done only once."""

        def work(desk: Desk) -> Outcome:
            asked = (
                action
                if self.wanted is None
                else scope.ConditionalAction(desk, self.wanted, action)
            )
            if envelope is not None:
                return do_once(desk, envelope, asked, reason, ask)
            return desk.act(asked, reason=reason, ask=ask)

        return self.answer_outcome(self.file.submit(work).result())

    def do_with(self, work: Callable[[Desk], Outcome]) -> DoneView:
        """Do `work` in the desk's thread and return the answer; for undo and redo, which are not
        actions.
        """

        def check_then_work(desk: Desk) -> Outcome:
            if self.wanted is not None:
                desk.refresh()
                scope.must_match(desk, self.wanted)
            return work(desk)

        return self.answer_outcome(self.file.submit(check_then_work).result())

    def answer_outcome(self, outcome: Outcome) -> DoneView:
        """Return the answer to the request, with a sentence on what was done."""
        names = scope.names_of(self.file)
        words = event_words(self.file.snapshot, outcome.event, self.language)
        return done_view(outcome, lambda what: sentence(what, words, names))


class RoundWrite(ApiWrite):
    """A request that changes a round; it is refused if the round in its address is not the current
    one.
    """

    def __init__(
        self, request: Request, file: str, if_match: str | None, section: str, number: int
    ) -> None:
        super().__init__(request, file, if_match)
        self.section: SectionState = self.snapshot.section(section)
        self.number = number

    def draft(self, action: Action, kind: str = "", held: Held | None = None) -> DoneView:
        """Do an action on the draft of the next round."""
        return self._if(self.section.next_round, action, kind, held)

    def playing(self, action: Action, kind: str = "", held: Held | None = None) -> DoneView:
        """Do an action on the round that is being played."""
        return self._if(len(self.section.rounds), action, kind, held)

    def _if(self, in_turn: int, action: Action, kind: str, held: Held | None) -> DoneView:
        if held is not None and held.envelope is not None:
            envelope = read_program(held.envelope, kind)
            event, number = self.file.event, self.number
            return self.hold(envelope, action, lambda now: round_seen(event, now, number))
        if self.number != in_turn:
            raise NoRound(self.number)
        return self.do(action)

    def hold(
        self,
        envelope: Envelope,
        action: Action,
        now: Now,
        reason: str = "",
        compares: bool = False,
    ) -> DoneView:
        """Do an action only once, and only if the state is still what the envelope says was
        seen.
        """
        key = self.section.key
        held = OnlyIfSeen(action, envelope.seen, self.file.event, key, now, compares)
        return self.do(held, reason, envelope=envelope)


async def _file(request: Request, file: FileName, if_match: IfMatch = None) -> ApiWrite:
    await open_file(request, file)
    return ApiWrite(request, file, if_match)


async def _round(
    request: Request,
    file: FileName,
    section: SectionKey,
    number: RoundNumber,
    if_match: IfMatch = None,
) -> RoundWrite:
    await open_file(request, file)
    return RoundWrite(request, file, if_match, section, number)


AtFile = Annotated[ApiWrite, Depends(_file)]
AtRound = Annotated[RoundWrite, Depends(_round)]


@router.post("/tournaments", status_code=201, response_model=TOURNAMENT)
def new(view: AnyPage, body: NewTournament, response: Response) -> TournamentView:
    """Make a new tournament file with its first section.

    Without `tie_breaks` in the settings it announces FIDE's list for its pairing system.
    """
    given = body.model_dump(mode="json", exclude_unset=True)
    settings: Settings = decode(Settings, given["settings"])
    if not settings.name.strip():
        raise Malformed(NO_TOURNAMENT_NAME)
    announced: Announcement = decode(Announcement, given.get("announced") or {})
    first = actions.OpenSection(body.section, settings, announced)
    if "tie_breaks" not in given["settings"]:
        first = first.with_usual_tie_breaks(actions.Context(datetime.now(UTC), 0, __version__))
    file = view.desks.create(settings.name, first, body.reason)
    response.headers["location"] = address("api", "v1", "tournaments", file.name)
    return tournament(FileRequest(view.request, file.name))


@router.post("/tournaments/{file}/actions", response_model=DONE)
def act(at: AtFile, body: AnyAction) -> DoneView:
    """Do the action that is named by `action`."""
    return at.do(body.to_action(), body.reason, body.ask)


@router.post("/tournaments/{file}/undo", response_model=DONE)
def undo(at: AtFile, body: Undo | None = None) -> DoneView:
    """Undo the last action, or an earlier one."""
    given = body or Undo()
    case = decode(e.ChangeCase | None, given.case)
    return at.do_with(
        lambda desk: desk.undo(given.sequence, along=given.along, case=case, reason=given.reason)
    )


@router.post("/tournaments/{file}/redo", response_model=DONE)
def redo(at: AtFile, body: Redo | None = None) -> DoneView:
    """Redo the action that was undone last."""
    given = body or Redo()
    return at.do_with(lambda desk: desk.redo(reason=given.reason))


@router.post(f"{IN_SECTION}/rounds", status_code=201, response_model=DONE)
def pair(at: AtFile, section: SectionKey) -> DoneView:
    """Pair the next round, as a draft. With a thousand players it may take seconds."""
    return at.do(actions.Pair(section))


@router.delete(f"{IN_SECTION}/rounds/{{number}}", response_model=DONE)
def discard(at: AtRound) -> DoneView:
    """Discard the draft of a round. Published rounds cannot be discarded: see `undo`."""
    return at.draft(actions.Discard(at.section.key))


@router.post(f"{IN_SECTION}/rounds/{{number}}/publish", response_model=DONE)
def publish(at: AtRound, body: Held | None = None) -> DoneView:
    """Publish the draft of a round."""
    return at.draft(actions.Publish(at.section.key), PUBLISH_ROUND, body)


@router.post(f"{IN_SECTION}/rounds/{{number}}/publish-results", response_model=DONE)
def publish_results(at: AtRound, body: Held | None = None) -> DoneView:
    """Publish the results of the round that is being played."""
    return at.playing(actions.PublishResults(at.section.key), PUBLISH, body)


@router.post(f"{IN_SECTION}/rounds/{{number}}/end", response_model=DONE)
def end(at: AtRound, body: Held | None = None) -> DoneView:
    """End the round that is being played."""
    return at.playing(actions.EndRound(at.section.key), END, body)


# The state of a round, in the form that envelopes return it.
class SeenOfRound(ResponseBody):
    round: SeenJson
    """The `seen` of the envelope for `publish`, `publish-results` and `end`; send it back
    unchanged."""
    games: list[SeenJson]
    """The `seen` of the envelope for a result, by table; in matches, by board."""


@router.get(f"{IN_SECTION}/rounds/{{number}}/seen", response_model=SeenOfRound)
def places(at: AtRound) -> dict[str, object]:
    """Get the state of a round, to be sent back in envelopes."""
    event, number = at.file.event, at.number
    found = round_seen(event, at.section, number)
    if found is None:
        raise NoRound(number)
    games = games_seen(event, at.section, number)
    return {"round": asdict(found), "games": [asdict(one) for one in games]}


@router.put(f"{IN_SECTION}/rounds/{{number}}/results/{{table}}", response_model=DONE)
def enter(at: AtRound, table: Table, body: OneResult) -> DoneView:
    """Enter the result of a table. Entering the same one again changes nothing."""
    if at.number > len(at.section.rounds):
        raise NoRound(at.number)
    tables = at.section.rounds[at.number - 1].tables
    if table not in tables:
        raise NoTable(table, at.number, tables)
    board = tables.index(table) + 1
    if body.envelope is not None:
        return _enter_in_envelope(at, board, body)
    white, black = body.white, body.black
    players = None if white is None or black is None else (white, black)
    action = expected_entry(
        at.section.key,
        at.number,
        board,
        body.board or 0,
        decode(Result | None, body.result),
        shown=decode(Result | None, body.expected),
        compare="expected" in body.model_fields_set,
        confirmed=True,
        players=players,
    )
    try:
        return at.do(action, body.reason)
    except AlreadyEntered:
        return at.answer_outcome(_find_entry(at, board))


def _enter_in_envelope(at: RoundWrite, board: int, body: OneResult) -> DoneView:
    others = sorted(body.model_fields_set & {"expected", "white", "black", "board"})
    if others:
        raise Malformed(NOT_BOTH, fields=", ".join(others))
    result = decode(Result | None, body.result)
    envelope = read_program(body.envelope or {}, RESULT, KEY_OF[result])
    seen, event = envelope.seen, at.file.event
    action = expected_entry(
        at.section.key,
        at.number,
        board,
        seen.game,
        result,
        shown=result_of(seen.shown),
        confirmed=True,
        players=(seen.white, seen.black),
    )

    def now(section: SectionState) -> Seen | None:
        games = games_seen(event, section, at.number, board)
        return next((one for one in games if one.game == seen.game), None)

    try:
        return at.hold(envelope, action, now, body.reason, compares=True)
    except AlreadyEntered:
        return at.answer_outcome(_find_entry(at, board))


def _find_entry(at: RoundWrite, board: int) -> Outcome:
    """Return the outcome of the event that gave a board its present result."""
    snapshot = at.file.snapshot
    for item in reversed(snapshot.log):
        if item.sequence in snapshot.undone:
            continue
        match item.event:
            case e.ResultsEntered(section, round, results) | e.NoShows(section, round, _, results):
                found = any(one.board == board for one in results)
            case e.ResultCorrected(section, round, was):
                found = was.board == board
            case e.RoundPublished(section, round):
                found = True
            case _:
                continue
        if found and (section, round) == (at.section.key, at.number):
            return Outcome(
                item.sequence, item.event, describe_answer(item.event, snapshot.state, ())
            )
    raise NoRound(at.number)
