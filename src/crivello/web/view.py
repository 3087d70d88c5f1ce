"""The view of a request: language and user, addresses, rendering and answers.

A route takes a page (`AtDesk`), makes its view model in Python, and calls `render`. A route for an
action calls `do`, which redirects to a page that shows the `PageAnswer`: what the desk has done or
refused, in the user's language. See `docs/guides/add-a-page.md`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, cast
from urllib.parse import quote, urlencode, urlsplit

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from crivello.desk import Section
from crivello.desk.actions import Action
from crivello.desk.exceptions import CONSEQUENCES, ExceptionClass
from crivello.desk.publications import published_section
from crivello.desk.refusals import ExceptionAsked
from crivello.model.errors import CrivelloError, Problem, Remedy
from crivello.reports.views.defects import say_phrase
from crivello.rules.handling import Article
from crivello.web.advice import ADVICE, TITLES, Advice
from crivello.web.desks import DEMONSTRATION, Desks, Snapshot, TournamentFile
from crivello.web.desktop import Desktop
from crivello.web.envelope import Envelope, Seen
from crivello.web.forms import sent_form
from crivello.web.guard import User
from crivello.web.jobs import Job
from crivello.web.menu import BESIDE, OF_TEAMS, PageGroup, menu_of
from crivello.web.network.waiting import waiting_for_arbiter
from crivello.web.page_answers import (
    Confirmation,
    Message,
    Names,
    PageAnswer,
    PageLink,
    outcome,
    refusal,
    sentence,
)
from crivello.web.page_entries import Now, OnlyIfSeen, act_once, entry_fields
from crivello.web.progress import current_number, round_progress
from crivello.web.refill import refill
from crivello.web.rendering import address, environment, static
from crivello.web.session import Session
from crivello.words import (
    N_,
    Language,
    Sayable,
    Sentence,
    Template,
    Translator,
    UnknownLanguageError,
    complete_language,
    points,
    translator,
)
from crivello.words.federation_names import federation_names

FILE_AGAIN = N_("Choose the file again: a browser cannot keep it.")

PROCEED = "proceed"
"""The field of a form that is sent again after the question."""
YES = N_("Proceed")


# Pages

LINE = N_("line {line}")
THEMES = ("auto", "light", "dark")
CHOICE_SECONDS = 365 * 24 * 3600


class View:
    """A request, with what templates need to answer it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.desktop = cast(Desktop, request.app.state.desktop)
        self.user = cast(User, request.state.user)
        self.language = _language(request, self.desktop.language)
        self.languages = tuple(Language)
        self.theme = _choice(request, "theme", THEMES)

    @property
    def desks(self) -> Desks:
        return self.desktop.desks

    @property
    def htmx(self) -> bool:
        """True if a script of ours asks for part of a page."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def fragment(self) -> bool:
        """True if `desk.js` asks for elements, which it replaces by their ids."""
        return self.request.headers.get("x-fragment") == "1"

    @property
    def here(self) -> str:
        return str(self.request.url.path)

    @property
    def at_desk(self) -> bool:
        """True for a page of the desk, where the arbiter works; False on the hall network."""
        return self.desktop.switch is not None

    @property
    def csrf(self) -> str:
        return self.desktop.sessions.csrf(self.user.session) if self.user.session else ""

    @property
    def session(self) -> Session | None:
        """The session of this browser; None if it is over."""
        return self.desktop.sessions.find(self.user.session)

    @property
    def still(self) -> bool:
        """False once the session has ended; a stream then stops."""
        return not self.user.session or self.session is not None

    @property
    def federations(self) -> tuple[tuple[str, str], ...]:
        """The codes and names of all federations."""
        return federation_names(self.language)

    @property
    def words(self) -> Translator:
        """The translator for the language of this page."""
        return translator(self.language)

    def say(self, sentence: Sayable, many: str | None = None, /, **values: object) -> str:
        """Return a sentence in the language of the page; called `_` in templates.

        Two sentences are the forms for one and for many. An error is followed by its remedy, unless
        this page is where it is done.
        """
        if many is not None:
            assert isinstance(sentence, str)
            sentence = (sentence, many)
        text = self.words.say(sentence, **values)
        advice = self.advice(sentence.remedy) if isinstance(sentence, CrivelloError) else None
        return text if advice is None or self.is_done_here(advice) else f"{text} {advice.text}"

    def say_problem(self, problem: Problem) -> str:
        """Return the sentence on a problem in a file, with its line and the text found there."""
        text = self.say(problem)
        details = []
        if problem.found:
            details.append(self.say("found {found!r}", found=problem.found))
        if expected := self.say_expected(problem):
            details.append(expected)
        if details:
            text = f"{text} ({', '.join(details)})"
        return text if problem.line is None else f"{self.say(LINE, line=problem.line)}: {text}"

    def say_expected(self, problem: Problem) -> str:
        """Return what was expected, as text; empty if the problem does not name it."""
        if not problem.expected:
            return ""
        return self.say("expected {expected}", expected=say_phrase(problem.expected, self.say))

    def with_query(self, **query: str) -> str:
        """Return the address of this page with other values in its query."""
        once = ("answer", "have", "started")
        params = [(k, v) for k, v in self.request.query_params.multi_items()]
        kept = [(k, v) for k, v in params if k not in once and k not in query]
        return f"{quote(self.here)}?{urlencode([*kept, *query.items()])}"

    def part(self, template: str, /, **model: object) -> Markup:
        """Return part of a page as HTML that may be cached, because it does not depend on this
        request.
        """
        common = {"view": self, "_": self.say, "static": static, "address": address}
        return Markup(environment.get_template(template).render(common | model))

    def render(self, template: str, status: int = 200, /, **model: object) -> HTMLResponse:
        """Return the response with a page or a part of one.

        The template gets the view as `view`, and the values of `model` by their names.
        """
        common = {"view": self, "_": self.say, "static": static, "address": address}
        all_ = common | self._common() | model
        html = environment.get_template(template).render(all_)
        answer = all_["answer"]
        if isinstance(answer, PageAnswer) and answer.form is not None:
            html = refill(html, answer.form, dict(answer.marks), self.say(FILE_AGAIN))
        response = HTMLResponse(html, status)
        self._remember(response)
        return response

    def _common(self) -> dict[str, object]:
        answer = self.desktop.answers.take(self.request.query_params.get("answer", ""))
        return {"answer": answer, "nav": (), "page": None, "progress": None, "trouble": None}

    def _remember_choices(self, response: Response) -> None:
        """Store a language or theme that the address chooses in a cookie."""
        for name in ("lang", "theme"):
            chosen = self.request.query_params.get(name)
            if chosen and (name != "lang" or chosen in [one.value for one in Language]):
                if name == "theme" and chosen not in THEMES:
                    continue
                response.set_cookie(name, chosen, CHOICE_SECONDS, samesite="strict", httponly=True)

    def _remember(self, response: Response) -> None:
        self._remember_choices(response)
        if "answer" in self.request.query_params:
            # The address without the answer, which is shown once. Another page is a step of the
            # browser's history: Back leads to the round that the next one was paired from.
            before = urlsplit(self.request.headers.get("hx-current-url", "")).path
            moved = before not in ("", quote(self.here))
            header = "hx-push-url" if moved else "hx-replace-url"
            response.headers[header] = self.with_query().removesuffix("?")

    def on_refusal(self, url: str) -> str:
        """Set the page, with the form, to which an error in this request redirects; return its
        address.
        """
        self.request.state.refusing = self, url
        return url

    def redirect(self, to: str, answer: PageAnswer | None = None) -> Response:
        """Return a redirect to a page, with an answer that the page shows once.

        A refusal redirects to the page set by `on_refusal`, which shows the form as it was sent.
        """
        if answer is not None and answer.refused:
            if hasattr(self.request.state, "refusing"):
                to = self.request.state.refusing[1]
            if answer.form is None:
                answer = replace(answer, form=sent_form(self.request))
            if answer.form is not None:
                to = to.partition("#")[0]  # a browser would go there, not to the field
        if answer is not None:
            path, hash_, fragment = to.partition("#")
            key = self.desktop.answers.put(answer)
            to = f"{path}{'&' if '?' in path else '?'}answer={key}{hash_}{fragment}"
        if self.htmx and _kind(self.request.headers.get("hx-current-url", "")) != _kind(to):
            # Another kind of page has other scripts and styles: it is loaded, not swapped in.
            response: Response = Response(status_code=204, headers={"hx-redirect": to})
        else:
            response = RedirectResponse(to, 303)
        self._remember_choices(response)
        return response

    # Long work

    def wait_for(self, job: Job) -> Response:
        """Redirect to the result of a job if it is ready soon, and otherwise to a page that waits
        for it.
        """
        job = replace(job, form=sent_form(self.request))
        self.desktop.jobs.add(job)
        if job.wait():
            return self.redirect(job.target, self.answer_of(job))
        return self.redirect(self.waiting_url(job.id))

    def waiting_url(self, *parts: object) -> str:
        return address("working", *parts)

    def answer_of(self, job: Job) -> PageAnswer | None:
        """Return the answer of a job that is over; None if the page shows the result itself."""
        assert job.done is not None
        try:
            said = job.done(job.future.result())
        except CrivelloError as error:
            return replace(self.refusal(error), form=job.form)
        return None if said is None else self.answer(said)

    def answer(self, sentence: Sayable, /, **values: object) -> PageAnswer:
        """Return an answer about something that is not an action of the desk."""
        return PageAnswer(done=True, lines=(Message(self.say(sentence, **values)),))

    def refusal(self, error: CrivelloError) -> PageAnswer:
        return refusal(error, self.words, {}, self.advice(error.remedy))

    def advice(self, remedy: Remedy | None) -> Message | None:
        """Return the remedy of an error, with a link to the page where it is done.

        None if the user is not the arbiter, if the refused form has the remedy, or if it is on a
        page of a section and this page belongs to none.
        """
        found = None if remedy is None or not self.user.arbiter else ADVICE.get(remedy.kind)
        link = self.link_to(remedy)
        if found is None or (found.page and link is None):
            return None
        return Message(self.words.say(self.text_of(found)), link=link)

    def text_of(self, advice: Advice) -> Template:
        """Return the text of an advice on this page, which has no section."""
        return advice.opening or advice.text

    def link_to(self, remedy: Remedy | None) -> PageLink | None:
        """Return the link to the page where a remedy is found; None, because this page has no
        section.
        """
        return None

    @property
    def place(self) -> str:
        """The page that this request belongs to, to which an undo returns."""
        return quote(self.here)

    @property
    def shown(self) -> str:
        """The address of the page that shows the answer to this request."""
        return quote(self.here) if self.request.method == "GET" else self.place

    def is_done_here(self, advice: Message) -> bool:
        """Return True if this page is the one that the advice links to."""
        return advice.link is not None and advice.link.url == self.shown


def _kind(url: str) -> list[str]:
    """Return the parts of an address with numbers replaced, so that rounds 4 and 5 are the same
    page.
    """
    return ["#" if part.isdecimal() else part for part in urlsplit(url).path.split("/")]


class SectionPage(View):
    """A request about one section of a tournament file."""

    area = "t"
    """Where it is reached: at the desk, or among the public pages."""

    def __init__(self, request: Request, file: str, section: str) -> None:
        super().__init__(request)
        self.file: TournamentFile = self.desks.file(file)
        self.snapshot: Snapshot = self.file.snapshot
        self.section: Section = self.snapshot.section(section)

    @property
    def words(self) -> Translator:
        return super().words.of_teams(self.section.has_teams)

    def show_published(self) -> None:
        """Show the section as published: no drafts, and no results before they are published."""
        whole = self.section
        self.section = self.snapshot.once(
            ("published", self.key), lambda: published_section(whole), (whole,), keep_equal=True
        )

    @property
    def shown_sequence(self) -> int:
        """The number of the last event that this page shows."""
        return self.snapshot.sequence

    @property
    def event(self) -> str:
        return self.file.event

    @property
    def key(self) -> str:
        """The key of the section, for actions."""
        return self.section.key

    @property
    def names(self) -> Names:
        """The players of the section by id, with their numbers."""

        def compute() -> Names:
            known = {i: one.player for i, one in self.section.registrations.items()}
            return (
                dict(self.section.people)
                | known
                | {player.id: player for player in self.section.listed_players}
            )

        basis = (self.section.registrations, self.section.order)
        return self.snapshot.once(("names", self.key), compute, basis)

    def url(self, *parts: object, **query: object) -> str:
        """Return an address of this section, such as `page.url("round", 3)`."""
        return address(self.area, self.file.name, self.key, *parts, **query)

    @property
    def place(self) -> str:
        """The page that this request belongs to, to which an undo returns."""
        parts = self.request.url.path.split("/")[4:]
        keep = 2 if parts[:1] == ["round"] and parts[1:] and parts[1].isdecimal() else 1
        return self.url(*parts[:keep])

    def back(self, wanted: str, otherwise: str) -> str:
        """Return the address that a form sent along if it is in this section, and `otherwise` if
        not.
        """
        return wanted if wanted.startswith(self.url() + "/") else otherwise

    def points(self, amount: int) -> str:
        return points(amount, self.section.unit, self.language)

    def article(self, rule: str) -> str:
        """Return the number of a shared rule (a name of `Article`) in the edition of this
        section.
        """
        return Article[rule].of(self.section.settings)

    def sentence(self, what: Sayable) -> str:
        """Return a sentence of the desk with names in place of player ids."""
        return sentence(what, self.words, self.names)

    def act(
        self,
        action: Action,
        reason: str = "",
        proceed: bool = False,
        envelope: Envelope | None = None,
    ) -> PageAnswer:
        """Do an action and return its answer; the page then shows the newest state.

        An exception to the rules is asked about first, unless the form has stated its consequences
        (`proceed`). With an envelope, the action is done only once.
        """
        sent = sent_form(self.request)
        ask = not proceed and (sent is None or (PROCEED, "1") not in sent.values)
        if envelope is None:
            return self.answer_to(lambda: self.file.act(action, reason, ask=ask))
        return self.answer_to(lambda: act_once(self.file, envelope, action, reason, ask))

    def answer_to(self, work: Any) -> PageAnswer:
        """Return the answer to work that returns an `Outcome` or raises an error, such as undo and
        redo.
        """
        before = self.names  # also of players whose registration is cancelled now
        try:
            result = work()
        except ExceptionAsked as asked:
            return self._exception_question(asked)
        except CrivelloError as error:
            return self.refusal(error)
        finally:
            self.renew()
        return outcome(result, self.words, {**before, **self.names})

    def _exception_question(self, asked: ExceptionAsked) -> PageAnswer:
        """Return the question before an exception; if the answer is yes, the form is sent again."""
        answer = self.refusal(asked)
        sent = sent_form(self.request)
        if sent is None:
            return answer
        given = tuple(one for one in sent.values if one != ("reason", ""))
        reason = "" if dict(given).get("reason") else "needed" if asked.needs_reason else "asked"
        fields = (*given, (PROCEED, "1"))
        return replace(answer, ask=Confirmation(quote(sent.path), fields, self.say(YES), reason))

    def follows(self, kind: str) -> str:
        """Return the consequences of an exception of this class, as text for a form."""
        return self.say(CONSEQUENCES[ExceptionClass[kind]])

    def do(self, action: Action, back: str, reason: str = "", *, proceed: bool = False) -> Response:
        """Do an action and redirect to the page `back`, which shows the answer."""
        return self.redirect(back, self.act(action, reason, proceed))

    def do_once(
        self,
        envelope: Envelope,
        now: Now,
        action: Action,
        back: str,
        reason: str = "",
        *,
        proceed: bool = False,
    ) -> Response:
        """Do an entry once, if its page would still show the same, and redirect to the page
        `back`.
        """
        held = self.only_if_seen(action, envelope, now)
        return self.redirect(back, self.act(held, reason, proceed, envelope))

    def only_if_seen(
        self, action: Action, envelope: Envelope, now: Now, compares: bool = False
    ) -> OnlyIfSeen:
        return OnlyIfSeen(action, envelope.seen, self.event, self.key, now, compares)

    def entry_fields(self, seen: Seen) -> dict[str, str]:
        """Return the hidden fields of an entry, for templates."""
        return entry_fields(seen)

    def do_long(self, action: Action, back: str, what: Sentence) -> Response:
        """Do an action that may take long; after a second a page shows its progress."""
        return self.wait_for(Job(what, back, self.file.start(action)))

    def waiting_url(self, *parts: object) -> str:
        return self.url("working", *parts)

    def answer_of(self, job: Job) -> PageAnswer | None:
        if job.done:
            return super().answer_of(job)
        answer = self.answer_to(job.future.result)
        return replace(answer, form=job.form) if answer.refused else answer

    def refusal(self, error: CrivelloError) -> PageAnswer:
        return refusal(error, self.words, self.names, self.advice(error.remedy))

    def text_of(self, advice: Advice) -> Template:
        return advice.text

    def link_to(self, remedy: Remedy | None) -> PageLink | None:
        path = "" if remedy is None or remedy.kind not in ADVICE else ADVICE[remedy.kind].page
        titles = {**TITLES, **dict([OF_TEAMS])} if self.section.has_teams else TITLES
        return PageLink(self.say(titles[path]), self.url(*path.split("/"))) if path else None

    def is_done_here(self, advice: Message) -> bool:
        """Return True also on the page of one player, and on the page of the round that the link
        means.
        """
        page, _, number = self.shown.rpartition("/")
        if advice.link is None or advice.link.url != page or not number.isdecimal():
            return super().is_done_here(advice)
        return page != self.url("round") or int(number) == current_number(self.section)

    def render_fragment(
        self, template: str, answer: PageAnswer | None, sequence: int | None, **model: object
    ) -> Response:
        """Return parts of this page, each to replace the same part, and the answer to an action.

        The page then shows the state after event `sequence`, by default the present one.
        """
        shown = self.snapshot.sequence if sequence is None else sequence
        status = 200 if answer is None or answer.done else 409
        if answer is not None:
            model["answer"] = answer
        return self.render(template, status, sequence=shown, answering=answer is not None, **model)

    def renew(self) -> None:
        """Switch to the newest state of the file, after an action."""
        self.snapshot = self.file.snapshot
        self.section = self.snapshot.section(self.key)

    def _common(self) -> dict[str, object]:
        common = super()._common()
        place = (self.here.split("/") + [""] * 5)[4]
        place = BESIDE.get(place, place)
        common["nav"] = [
            PageGroup(
                self.say(group),
                [PageLink(self.say(title), self.url(path), path == place) for path, title in pages],
            )
            for group, pages in menu_of(self.section)
        ]
        common["page"] = self
        common["progress"] = round_progress(self.section, self.say, self.url)
        trouble = self.file.trouble
        common["trouble"] = None if trouble is None else self.sentence(trouble)
        return common

    @property
    def fide_mode(self) -> str:
        """The sentence on FIDE mode."""
        return self.say(self.section.fide_mode)

    @property
    def network_waiting(self) -> int:
        """The number of things on the network that wait for the arbiter; 0 while it is off."""
        switch = self.desktop.switch
        if switch is None or switch.opened is None or not self.user.arbiter:
            return 0
        return waiting_for_arbiter(switch, self.file.name, self.section)

    @property
    def network_interrupted(self) -> bool:
        """True if the network was on for this tournament, has ended, and could still be resumed."""
        switch = self.desktop.switch
        was_on = switch.interrupted if switch is not None and self.user.arbiter else None
        return was_on is not None and not was_on.is_over and self.file.name in was_on.files

    @property
    def demonstration(self) -> bool:
        return self.file.name == DEMONSTRATION

    @property
    def sections(self) -> list[PageLink]:
        """Links to this page in each section of the file."""
        parts = self.here.split("/")
        return [
            PageLink(
                section.settings.name or key,
                address(self.area, self.file.name, key, *parts[4:5]),
                key == self.key,
            )
            for key, section in self.snapshot.state.sections.items()
        ]


def _language(request: Request, default: Language) -> Language:
    """Return the language chosen on a page, else the first complete one that the browser
    accepts.
    """
    chosen = request.query_params.get("lang") or request.cookies.get("lang")
    with suppress(UnknownLanguageError):
        if chosen:
            return Language.parse(chosen)
    accepted = request.headers.get("accept-language", "")
    found = (complete_language(part.partition(";")[0]) for part in accepted.split(","))
    return next((one for one in found if one is not None), default)


def _choice(request: Request, name: str, options: tuple[str, ...]) -> str:
    for found in (request.query_params.get(name), request.cookies.get(name)):
        if found in options:
            return found
    return options[0]


# Coroutines: a plain function would run in a thread, which costs more than the function.


async def _view(request: Request) -> View:
    return View(request)


async def _page(request: Request) -> SectionPage:
    file, section = named_section(request)
    await open_file(request, file)
    return SectionPage(request, file, section)


def named_section(request: Request) -> tuple[str, str]:
    """Return the file and the section in an address.

    If each route had them as parameters, FastAPI would prepare a check of both for every route.
    """
    return request.path_params["file"], request.path_params["section"]


async def open_file(request: Request, file: str) -> None:
    """Open a file in a thread, if it is not open: it may take long, and other requests must not
    wait.
    """
    desks: Desks = request.app.state.desktop.desks
    if desks.find_open(file) is None:
        await run_in_threadpool(desks.file, file)


AnyPage = Annotated[View, Depends(_view)]
"""For routes that concern no tournament."""
AtDesk = Annotated[SectionPage, Depends(_page)]
"""For routes below `/t/{file}/{section}`."""
