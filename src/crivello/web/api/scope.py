"""What an API request is about: a file or one of its sections, and its state (ETag, If-Match)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.routing import APIRoute
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.exceptions import HTTPException

from crivello.desk import Desk, DeskState
from crivello.desk.actions import Action, Context, Plan
from crivello.model.player import Player
from crivello.web.api import PREFIX
from crivello.web.api.problems import ANSWERS, Changed, NoRound
from crivello.web.desks import Snapshot, TournamentFile
from crivello.web.page_answers import Names
from crivello.web.view import SectionPage, View, open_file

T = TypeVar("T")

FileName = Annotated[str, Path(max_length=200)]
"""The name of the tournament file, without `.crivello`."""
SectionKey = Annotated[str, Path(max_length=200)]
RoundNumber = Annotated[int, Path(ge=1, le=1000)]
PublishedOnly = Annotated[bool, Query()]
"""The query parameter by which a program asks for what the public may see."""
PlayerId = Annotated[int, Path(ge=1, lt=10**12)]

SECURITY = (
    Depends(HTTPBearer(auto_error=False, scheme_name="key")),
    Depends(APIKeyCookie(name="crivello-PORT", auto_error=False, scheme_name="browser")),
)
"""The API key, for the OpenAPI description only: `guard` checks it before a route is called."""


def api_router(tag: str) -> APIRouter:
    """Return a router for the routes under one heading of the description."""
    return APIRouter(
        prefix=PREFIX,
        tags=[tag],
        responses=ANSWERS,
        dependencies=SECURITY,
        generate_unique_id_function=_operation,
    )


def _operation(route: APIRoute) -> str:
    """Return the id of an operation in the description: the name of its function."""
    return route.name.rstrip("_")


def tag(snapshot: Snapshot, language: str = "") -> str:
    """Return the ETag of a state: the number and digest of the last event, and the language."""
    digest = snapshot.log[-1].entry.digest[:8]
    return f'"{snapshot.sequence}-{digest}{language and "-" + language}"'


def fresh(request: Request, response: Response, snapshot: Snapshot, language: str) -> None:
    """Set the ETag of the response; answer 304 if the client already has this state."""
    here = tag(snapshot, language)
    if request.method == "GET":
        asked = request.headers.get("if-none-match", "")
        if here in [one.strip().removeprefix("W/") for one in asked.split(",")]:
            raise HTTPException(304, headers={"etag": here})
        response.headers["etag"] = here


class SectionRequest(SectionPage):
    """A request about one section of a file."""

    def __init__(
        self, request: Request, file: str, section: str, published_only: bool = False
    ) -> None:
        super().__init__(request, file, section)
        self._published_only = published_only
        if published_only:
            self.show_published()

    def once(self, key: object, compute: Callable[[], T], basis: tuple[object, ...] = ()) -> T:
        """Compute a value once per snapshot, like `Snapshot.once`.

        The value is computed separately for requests that see only published data.
        """
        return self.snapshot.once((key, self._published_only), compute, basis)

    @property
    def system(self) -> str:
        """The key of the edition, which was chosen when the section was opened."""
        return self.section.settings.system or ""

    def round(self, number: int) -> int:
        """Return `number` if the round is published or a draft; raise `NoRound` otherwise."""
        draft = self.section.draft
        if number > len(self.section.rounds) and (draft is None or draft.round != number):
            raise NoRound(number)
        return number


class FileRequest(View):
    """A request about a tournament file."""

    def __init__(self, request: Request, file: str) -> None:
        super().__init__(request)
        self.file: TournamentFile = self.desks.file(file)
        self.snapshot: Snapshot = self.file.snapshot


async def _tournament(request: Request, response: Response, file: FileName) -> FileRequest:
    await open_file(request, file)
    found = FileRequest(request, file)
    fresh(request, response, found.snapshot, found.language.value)
    return found


async def _section(
    request: Request, response: Response, file: FileName, section: SectionKey
) -> SectionRequest:
    return await _open_to_show(request, response, file, section)


async def _open_to_show(
    request: Request,
    response: Response,
    file: FileName,
    section: SectionKey,
    published: PublishedOnly = False,
) -> SectionRequest:
    await open_file(request, file)
    found = SectionRequest(request, file, section, published)
    language = found.language.value + "_published" * published
    fresh(request, response, found.snapshot, language)
    return found


AtTournament = Annotated[FileRequest, Depends(_tournament)]
AtSection = Annotated[SectionRequest, Depends(_section)]
AtShown = Annotated[SectionRequest, Depends(_open_to_show)]
"""The section of the address, as the arbiter sees it or, if the program asks for that, as the
public does."""


def names_of(file: TournamentFile) -> Names:
    """Return all players of the file by id, with their numbers in the last section in which they
    play.
    """
    snapshot = file.snapshot
    sections = snapshot.state.sections.values()

    def compute() -> Names:
        known: dict[int, Player] = {}
        for section in sections:
            known |= section.people
            known |= {i: one.player for i, one in section.registrations.items()}
            known |= {player.id: player for player in section.listed_players}
        return known

    basis = tuple(part for one in sections for part in (one.registrations, one.order))
    return snapshot.once("everybody", compute, basis)


class ConditionalAction:
    """An action that is done only if the log is still as the caller knew it.

    This is checked with the newest state, just before the event is written.
    """

    def __init__(self, desk: Desk, wanted: str, action: Action) -> None:
        self.desk = desk
        self.wanted = wanted
        self.action = action

    def decide(self, state: DeskState, context: Context) -> Plan:
        must_match(self.desk, self.wanted)
        return self.action.decide(state, context)


def must_match(desk: Desk, wanted: str) -> None:
    """Raise `Changed` unless the header If-Match names the last event of the log.

    Accepted are the number, `"41"`, and an ETag of ours, `"41-1f0c2a9d-en"`.
    """
    log = desk.log
    for one in wanted.split(","):
        found = re.fullmatch(r'\s*"?(\d{1,12})(?:-([0-9a-f]{8}))?(?:-\w+)?"?\s*', one)
        if found and int(found[1]) == len(log):
            if found[2] is None or log[-1].entry.digest.startswith(found[2]):
                return
    raise Changed(expected=_number(wanted), found=len(log))


def _number(wanted: str) -> int | str:
    found = re.match(r'\s*"?(\d{1,12})', wanted)
    return int(found[1]) if found else wanted[:40]
