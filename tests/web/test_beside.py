"""Long work runs in parallel: other users get their answers meanwhile."""

from __future__ import annotations

import io
import re
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from crivello.desk import Desk
from crivello.desk.actions import Action, EnterResults, PublishResults
from crivello.desk.desk import Outcome
from crivello.desk.permissions import Device
from crivello.formats import read
from crivello.formats.example import read_example
from crivello.model.result import Result
from crivello.model.tournament import Tournament
from crivello.reports.site import site_files, site_size
from crivello.reports.subject import Subject
from crivello.web import jobs, limited_process
from crivello.web.files import downloads
from crivello.web.home import replay
from crivello.web.jobs import Job, Jobs
from crivello.web.limited_process import DRAW_LIMITS, Process
from crivello.words import Language, Sentence
from tests.support.waiting import until
from tests.web.conftest import Site
from tests.web.test_round import told

pytestmark = pytest.mark.usefixtures("quick_processes")

FILES = "/t/demo/A/files"
PRINT = "/t/demo/A/print"
PATIENCE = 600.0
"""Seconds after which a thread that nobody lets go on gives up; no test waits for them."""


class Gate:
    """Work stops at the gate until it is opened; until then no page waits for it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached = threading.Event()
        self._open = threading.Event()
        self._patch = monkeypatch
        self._patch.setattr(jobs, "SOON", 0.01)

    def pass_(self) -> None:
        self.reached.set()
        assert self._open.wait(PATIENCE)

    def open(self) -> None:
        self._patch.setattr(jobs, "SOON", PATIENCE)
        self._open.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate(monkeypatch)
    yield gate
    gate.open()


def held(subject: Subject, language: Language, gate: Gate) -> Iterator[tuple[str, str]]:
    """Make the real pages, with a stop after the tenth."""
    for number, file in enumerate(site_files(subject, language), start=1):
        yield file
        if number == 10:
            gate.pass_()


def made(text: str) -> str:
    """Return the address of a finished download."""
    link = re.search(rf'href="({FILES}/made/[^"]+)"', text)
    assert link
    return link[1]


def everybody_is_answered(site: Site) -> None:
    """Check that pages of this file and of others can be read and changed."""
    for url in ("/", "/public/demo/A", "/t/demo/A/round", "/t/demo/A/standings", FILES):
        assert site.get(url).status_code == 200, url
    before = site.desktop.desks.file("demo").snapshot.sequence
    site.post("/t/demo/A/round/4/result", {"entry": "2 1"})
    assert site.desktop.desks.file("demo").snapshot.sequence == before + 1


@pytest.fixture
def held_site(site: Site, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr(downloads, "site_files", lambda s, language: held(s, language, gate))
    return site


def test_web_pages_are_made_while_everybody_is_answered(held_site: Site, gate: Gate) -> None:
    site = held_site
    path = site.get(f"{FILES}/site").url.path
    assert "/working/" in path
    assert gate.reached.wait(PATIENCE)
    waiting = site.get(path)
    assert "Making the web pages of the tournament." in waiting.text
    with site.desk() as desk:
        total = site_size(Subject.of_desk(desk, "A"), Language.EN)
    percent = re.search(r"(\d+) %: writing pages", waiting.text)
    assert percent
    assert int(percent[1]) == 10 * 100 // total
    everybody_is_answered(site)
    gate.open()
    text = site.get(path).text
    assert "The web pages are ready to be downloaded." in told(text)
    answer = site.get(made(text))
    assert "attachment; filename*=UTF-8''demo-site.zip" in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert len(packed.namelist()) == total


def test_web_pages_can_be_stopped(held_site: Site, gate: Gate) -> None:
    path = held_site.get(f"{FILES}/site").url.path
    held_site.post(f"{path}/cancel")
    gate.open()
    text = held_site.get(path).text
    assert "It was stopped. Nothing has changed." in told(text)


def test_what_is_gone_is_made_again(site: Site) -> None:
    answer = site.get(f"{FILES}/made/nothing")
    assert "This file has been removed. Ask for it again." in told(answer.text)
    for url in (FILES, PRINT):
        text = site.get(f"{url}?made=nothing").text
        assert "/made/" not in text


class Slow(Process):
    """A process that stops at the gate before it draws, and counts how often it does."""

    gate: Gate
    count = 0

    def __init__(self, data: str) -> None:
        super().__init__(DRAW_LIMITS, "", limited_process._draw, data)

    def run(self) -> Any:
        Slow.count += 1
        self.gate.pass_()
        return super().run()


@pytest.fixture
def slow(site: Site, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A desk at which drawing any PDF takes long."""
    monkeypatch.setattr(Slow, "gate", gate, raising=False)
    monkeypatch.setattr(Slow, "count", 0)
    monkeypatch.setattr(downloads, "draw_process", Slow)
    monkeypatch.setattr(downloads, "AT_ONCE", 0)
    return site


@pytest.mark.parametrize(
    ("address", "back"),
    [(f"{PRINT}/cards/pdf", PRINT), (f"{FILES}/report/cards/pdf", FILES)],
)
def test_a_long_pdf_is_drawn_while_everybody_is_answered(
    slow: Site, gate: Gate, address: str, back: str
) -> None:
    path = slow.get(address).url.path
    assert "/working/" in path
    assert gate.reached.wait(PATIENCE)
    assert "Making demo-cards.pdf." in slow.get(path).text
    assert slow.get(address).url.path == path  # asked for again, it is not drawn twice
    everybody_is_answered(slow)
    gate.open()
    answer = slow.get(path)
    assert answer.url.path == back
    assert "demo-cards.pdf is ready" in told(answer.text)
    pdf = slow.get(made(answer.text))
    assert pdf.headers["content-disposition"] == "inline; filename*=UTF-8''demo-cards.pdf"
    assert pdf.content.startswith(b"%PDF-")
    assert Slow.count == 1


def test_a_pdf_of_a_tournament_that_has_gone_on_says_so(slow: Site, gate: Gate) -> None:
    path = slow.get(f"{PRINT}/cards/pdf?entered=1").url.path
    with slow.desk() as desk:
        desk.act(EnterResults("A", ((1, Result.DRAW),)))
        entered = len(desk.log)
    file = slow.desktop.desks.file("demo")
    file.look()
    until(lambda: file.snapshot.sequence == entered)
    gate.open()
    answer = slow.get(path)
    assert (
        "demo-cards.pdf is ready, with the data at the time you asked for it; "
        "something has been entered since."
    ) in told(answer.text)
    slow.get(f"{PRINT}/cards/pdf?entered=1")  # asked for again, it is drawn as things stand now
    assert Slow.count == 2


def test_two_who_ask_at_once_wait_for_one_job() -> None:
    kept, barrier = Jobs(), threading.Barrier(8)
    begun: list[Job] = []

    def start() -> Job:
        begun.append(Job(Sentence(""), "/", Future(), id="one"))
        return begun[-1]

    def ask() -> Job:
        barrier.wait()
        return kept.add_once("one", start)

    with ThreadPoolExecutor(8) as threads:
        jobs = [asking.result() for asking in [threads.submit(ask) for _ in range(8)]]
    assert jobs == begun * 8
    begun[0].future.set_result(None)
    assert kept.add_once("one", start) is begun[1]


def test_a_pdf_that_is_there_is_not_drawn_again(slow: Site, gate: Gate) -> None:
    gate.open()
    first, again = (slow.get(f"{PRINT}/cards/pdf") for _ in range(2))
    assert first.content.startswith(b"%PDF-")
    assert again.content == first.content
    assert Slow.count == 1
    slow.get(f"{PRINT}/cards/pdf?round=2")
    assert Slow.count == 2


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "It was stopped. Nothing has changed."),
        ("it", "È stato interrotto."),
    ],
)
def test_a_pdf_can_be_stopped_and_asked_for_anew(
    slow: Site, gate: Gate, language: str, said: str
) -> None:
    slow.get(f"{PRINT}?lang={language}")
    path = slow.get(f"{PRINT}/cards/pdf").url.path
    slow.post(f"{path}/cancel")
    gate.open()
    answer = slow.get(path)
    assert answer.url.path == PRINT
    assert said in told(answer.text)
    slow.get(f"{PRINT}/cards/pdf")
    assert Slow.count == 2


def test_a_tournament_is_taken_over_while_everybody_is_answered(
    site: Site, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(Desk):
        """A desk that stops after it has published its first round."""

        def act(
            self,
            action: Action,
            actor: str | None = None,
            reason: str = "",
            *,
            by: Device | None = None,
            key: str = "",
            ask: bool = False,
        ) -> Outcome:
            if isinstance(action, PublishResults):
                gate.pass_()
            return super().act(action, actor, reason, by=by, key=key, ask=ask)

    monkeypatch.setattr(replay, "Desk", Slow)
    data = read_example()
    address = f"/new/upload?csrf={site.csrf}"
    path = site.client.post(address, files={"file": ("open.trf", data)}).url.path
    assert path.startswith("/working/")
    assert gate.reached.wait(PATIENCE)
    waiting = site.get(path)
    assert "Importing the tournament from open.trf." in waiting.text
    assert "0 %: entering rounds" in waiting.text
    assert site.desktop.desks.names() == ["demo"]  # it is there when it is whole
    everybody_is_answered(site)
    gate.open()
    answer = site.get(path)
    assert "has been imported" in told(answer.text)
    assert answer.url.path.endswith("/A/players")
    (name,) = set(site.desktop.desks.names()) - {"demo"}
    with site.desk(name) as desk:
        assert len(desk.section("A").rounds) == read(data, "x.trf").paired_rounds


def test_taking_over_can_be_stopped_and_leaves_nothing_behind(
    site: Site, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter = replay._enter

    def held_back(desk: Desk, tournament: Tournament, number: int) -> None:
        gate.pass_()
        enter(desk, tournament, number)

    monkeypatch.setattr(replay, "_enter", held_back)
    before = sorted(path.name for path in site.folder.iterdir())
    data = read_example()
    address = f"/new/upload?csrf={site.csrf}"
    path = site.client.post(address, files={"file": ("open.trf", data)}).url.path
    site.post(f"{path}/cancel")
    gate.open()
    answer = site.get(path)
    assert "It was stopped." in told(answer.text)
    assert sorted(path.name for path in site.folder.iterdir()) == before


def test_a_job_that_nobody_knows_leads_back(site: Site) -> None:
    assert site.get("/working/nothing").url.path == "/"


def test_the_size_of_the_site_is_known_before(site: Site) -> None:
    with site.desk() as desk:
        subject = Subject.of_desk(desk, "A")
        assert sum(1 for _ in site_files(subject, Language.EN)) == site_size(subject, Language.EN)


def test_an_open_file_does_not_wait_for_one_that_is_being_opened(site: Site) -> None:
    desks = site.desktop.desks
    file = desks.file("demo")
    with desks._lock:  # as while a large file is read
        assert desks.file("demo") is file
        assert site.get("/t/demo/A/round").status_code == 200
