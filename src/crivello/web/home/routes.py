"""The home page with all tournaments of the folder; new tournaments, sessions, help, waiting."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from fastapi import APIRouter
from fastapi.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from markupsafe import Markup

from crivello.desk import Section
from crivello.desk.actions import OpenSection
from crivello.desk.announcement import Announcement, Arbiter
from crivello.desk.fide_mode import CONSEQUENCE
from crivello.formats.example import describe_example, example_files
from crivello.model.errors import Malformed, about
from crivello.model.keys import DEFAULT_FAMILY
from crivello.model.settings import Settings
from crivello.reports.manual import manual_html
from crivello.reports.views.section import progress
from crivello.standard.classes import frozen
from crivello.web.desks import DEMONSTRATION, FolderEntry, PutAwayPlace
from crivello.web.forms import Fields, Form
from crivello.web.guard import SIGN_IN, START, STARTED
from crivello.web.home.folder_actions import is_running
from crivello.web.page_answers import Confirmation, Message, PageAnswer, PageLink
from crivello.web.progress import list_missing
from crivello.web.rendering import STATIC, address, wall_time
from crivello.web.session import IDLE_SECONDS, VALID_SECONDS, user_of
from crivello.web.settings.routes import NO_ROUNDS, system_groups, typed_day
from crivello.web.settings.tie_breaks import opening_codes, recommended_lists
from crivello.web.view import YES, AnyPage, AtDesk, View
from crivello.words import N_
from crivello.words.federation_names import read_federation

router = APIRouter()

FIRST_SECTION = "A"
WAYS: tuple[tuple[str, Sequence[str], str], ...] = (
    ("t", ("players",), N_("Players")),
    ("t", ("standings",), N_("Standings")),
    ("t", ("hall",), N_("Hall")),
    ("t", ("print",), N_("Print")),
    ("public", (), N_("Public pages")),
)
TEAMS = ("t", ("players",), N_("Teams"))
"""The link to the list of teams, which replaces the first of `WAYS` in a team event."""
NO_NAME = N_("A tournament needs a name.")


@frozen
class TournamentRow:
    """A section of a file, in the list of tournaments."""

    file: str
    section: Section
    progress: str
    missing: str
    """What is missing before the round can go on."""
    ways: Sequence[PageLink]
    """Links to its other pages."""
    running: bool
    """True if the file has a section that has begun and is not over."""

    @property
    def demonstration(self) -> bool:
        return self.file == DEMONSTRATION

    @property
    def title(self) -> str:
        return self.section.settings.name or self.section.key


@router.get("/")
def home(view: AnyPage) -> Response:
    found = view.desks.overview()
    return view.render(
        "home/home.html",
        rows=[row for one in found for row in _rows(view, one)],
        broken=[(one.name, view.say(one.trouble)) for one in found if one.trouble is not None],
        folder=str(view.desks.folder),
        systems=system_groups(),
        tie_breaks=recommended_lists(view),
        leaving=view.say(CONSEQUENCE),
        files="*",
        examples=[(name, view.say(describe_example(name))) for name in example_files()],
        put_away=[(one.value, name) for one in PutAwayPlace for name in view.desks.names_in(one)],
    )


@router.get("/design")
def show_design(view: AnyPage) -> Response:
    """Show what pages are made of, for developers."""
    tokens = re.findall(r"(?<!-)--([a-z-]+):", (STATIC / "design.css").read_text("utf-8"))
    colours = tokens[: tokens.index("focus") + 1]
    undone, question = view.say(SAMPLE_REFUSED), view.say(SAMPLE_QUESTION)
    ask = Confirmation("/nowhere", (), view.say(YES))
    return view.render(
        "home/design.html",
        parts=[(key, view.say(title)) for key, title in DESIGN_PARTS],
        colours=colours,
        sizes=("fine", "small", "lead", "large", "title"),
        answers=(
            PageAnswer(done=True, lines=(Message(view.say(SAMPLE_DONE)),)),
            PageAnswer(done=False, lines=(Message(undone),)),
            PageAnswer(done=False, lines=(Message(question),), ask=ask),
        ),
        players=((1, "Alice", 2500), (2, "Bruno", 2500), (3, "Carla", 2400)),
    )


DESIGN_PARTS = (
    ("colours", N_("Colours")),
    ("letters", N_("Letters")),
    ("buttons", N_("Buttons")),
    ("form-row", N_("Form rows")),
    ("message", N_("Messages")),
    ("table", N_("Tables")),
    ("menu", N_("Menu, tabs, badges")),
    ("dialog", N_("Dialog")),
    ("empty", N_("Empty state")),
)
SAMPLE_DONE = N_("Table 2: ½-½.")
SAMPLE_REFUSED = N_("There is no table 57.")
SAMPLE_QUESTION = N_("Table 2: 1-0 is entered. Change it?")


@router.post("/new")
def new(view: AnyPage, form: Form) -> Response:
    view.on_refusal("/")
    first = _open_action(form)
    with about("name"):
        file = view.desks.create(first.settings.name, first, form.text("reason"))
    return view.redirect(address("t", file.name, FIRST_SECTION, "players"))


@router.get("/t/{file}")
def tournament(view: AnyPage, file: str) -> Response:
    """Go to the first section of a file."""
    first = next(iter(view.desks.file(file).snapshot.state.sections))
    return RedirectResponse(address("t", file, first, "round"), 303)


@router.get("/t/{file}/{section}")
def section(file: str, section: str) -> Response:
    return RedirectResponse(address("t", file, section, "round"), 303)


def _rows(view: View, one: FolderEntry) -> list[TournamentRow]:
    if one.snapshot is None:
        return []
    running = is_running(one.snapshot)
    return [
        TournamentRow(
            one.name,
            section,
            view.say(progress(section)),
            " ".join(list_missing(view.say, section)),
            [
                PageLink(view.say(text), address(area, one.name, key, *path))
                for area, path, text in ((TEAMS, *WAYS[1:]) if section.has_teams else WAYS)
            ],
            running,
        )
        for key, section in one.snapshot.state.sections.items()
    ]


def _open_action(form: Fields) -> OpenSection:
    name = form.text("name")
    with about("name"):
        if not name:
            raise Malformed(NO_NAME)
    rounds = form.required_number("rounds", NO_ROUNDS)
    with about("federation"):
        federation = read_federation(form.text("federation"))
    settings = Settings(
        name=name,
        rounds=rounds,
        system=form.text("system") or DEFAULT_FAMILY,
        start=typed_day(form, "start"),
        end=typed_day(form, "end"),
        city=form.text("city"),
        federation=federation,
        time_control=form.text("time_control"),
        tie_breaks=opening_codes(form.text("tie_breaks"), form.text("system")),
    )
    arbiter = form.text("arbiter")
    announced = Announcement(
        chief_arbiter=Arbiter(arbiter) if arbiter else None,
        correction_minutes=form.typed_number("correction_minutes"),
        fide_mode=False if form.is_checked("outside") else None,
    )
    return OpenSection(FIRST_SECTION, settings, announced)


@router.get("/help")
def help_page(view: AnyPage) -> Response:
    """Show the arbiter's manual."""
    return view.render("home/help.html", manual=Markup(manual_html(view.language)))


# The browsers at the desk

ENDED = N_("The session has ended. That browser must sign in again.")
OTHERS_ENDED = N_("All other sessions have ended.")


@router.get("/sessions")
def sessions(view: AnyPage) -> Response:
    here = _session_name(view)
    return view.render(
        "home/sessions.html",
        here=here,
        rows=sorted(view.desktop.sessions.all(), key=lambda one: one.name != here),
        wall=wall_time,
        hours=IDLE_SECONDS // 3600,
        days=VALID_SECONDS // 86400,
        folder=str(view.desks.folder),
    )


@router.post("/sessions/end")
def end(view: AnyPage, form: Form) -> Response:
    view.desktop.sessions.end(form.text("session"))
    return _answer_or_leave(view, ENDED)


@router.post("/sessions/end-others")
def end_others(view: AnyPage) -> Response:
    here = _session_name(view)
    for one in view.desktop.sessions.all():
        if one.name != here:
            view.desktop.sessions.end(one.name)
    return _answer_or_leave(view, OTHERS_ENDED)


@router.post("/sessions/leave")
def leave(view: AnyPage) -> Response:
    view.desktop.sessions.end(_session_name(view))
    return _answer_or_leave(view, ENDED)


def _answer_or_leave(view: View, sentence: str) -> Response:
    if view.session is not None or not view.user.session:
        return view.redirect("/sessions", view.answer(sentence))
    response = view.redirect("/public")
    response.delete_cookie(view.desktop.sessions.cookie, httponly=True, samesite="strict")
    return response


def _session_name(view: View) -> str:
    return view.session.name if view.session else ""


# The start link: a one-time token is exchanged for the cookie of the arbiter's browser.


USED = N_(
    "This link has been used, or is too old. Press “Sign in” to get another, or start the program "
    "again."
)


@router.get(START)
def start(view: AnyPage, token: str = "", to: str = "") -> Response:
    sessions = view.desktop.sessions
    scope = view.request.scope
    user = user_of(scope.get("client"), scope.get("server"))
    session = sessions.exchange(token, view.request.headers.get("user-agent", ""), user)
    if session is None:
        if view.user.arbiter:  # the page of the link, loaded again
            return RedirectResponse("/", 303)
        return view.render("templates/error.html", 401, text=view.say(USED), article="", status=401)
    # A name in the folder, never an address: the link cannot lead anywhere else.
    # The page there would miss the cookie if the browser does not keep it, and says so.
    target = f"{address('t', to) if to in view.desks.names() else '/'}?{STARTED}"
    # A page that leads on, not a redirect: the browser comes from a file, and it does not send a
    # cookie for this site only along a path that began elsewhere.
    response = view.render("templates/start.html", target=target)
    response.set_cookie(
        sessions.cookie, session, max_age=VALID_SECONDS, path="/", httponly=True, samesite="strict"
    )
    return response


@router.post(SIGN_IN)
def sign_in(view: AnyPage) -> Response:
    """Offer a new start link to whoever sits at this computer: the program prints and opens it."""
    return Response(status_code=204 if view.desktop.offer_link() else 503)


# ChangeFeed, as a stream and on request


@router.get("/events")
async def events(view: AnyPage) -> Response:
    stream = view.desktop.news.stream(_may_hear(view))
    return StreamingResponse(stream, media_type="text/event-stream")


@router.get("/events/now")
def now(view: AnyPage) -> Response:
    """Return the last event of each open file, for browsers without streams."""
    may_hear = _may_hear(view)
    latest = view.desktop.news.latest
    return JSONResponse({file: last for file, last in latest.items() if may_hear(file)})


def _may_hear(view: View) -> Callable[[str], bool]:
    """Return the test for whether this user may know that a file has changed.

    The arbiter may for every file, others for files with a published round.
    """
    if view.user.arbiter:
        return lambda file: view.still

    def has_begun(name: str) -> bool:
        file = view.desks.find_open(name)
        return file is not None and any(
            section.rounds for section in file.snapshot.state.sections.values()
        )

    return has_begun


# The page that waits for long work, and leads to its result.


@router.get("/t/{file}/{section}/working/{job}")
def show_waiting(page: AtDesk, job: str) -> Response:
    return _waiting_page(page, job, page.url("round"))


@router.post("/t/{file}/{section}/working/{job}/cancel")
def cancel(page: AtDesk, job: str) -> Response:
    return _cancel(page, job)


@router.get("/working/{job}")
def show_waiting_without_section(view: AnyPage, job: str) -> Response:
    """Show the page that waits for work that belongs to no tournament of the folder yet."""
    return _waiting_page(view, job, "/")


@router.post("/working/{job}/cancel")
def cancel_without_section(view: AnyPage, job: str) -> Response:
    return _cancel(view, job)


def _waiting_page(view: View, job: str, otherwise: str) -> Response:
    found = view.desktop.jobs.find(job)
    if found is None:  # after a restart the log shows what was done
        return view.redirect(otherwise)
    if found.wait():
        return view.redirect(found.target, view.answer_of(found))
    return view.render(
        "templates/working.html",
        job=found,
        what=view.say(found.what),
        work=found.watch and found.watch.progress(),
        cancel=view.waiting_url(job, "cancel"),
    )


def _cancel(view: View, job: str) -> Response:
    """Ask the work to stop, and show the page that waits until it has."""
    found = view.desktop.jobs.find(job)
    if found is not None and found.watch is not None:
        found.watch.stop()
    return view.redirect(view.waiting_url(job))
