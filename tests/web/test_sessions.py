"""The start link and the sessions: who gets access to the desk, and for how long."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from crivello.web import session
from crivello.web.app import create_app
from crivello.web.session import (
    IDLE_SECONDS,
    SEEN_SECONDS,
    VALID_SECONDS,
    Sessions,
    browser,
    desk_folder,
)
from tests.support.preloaded import start_program
from tests.support.waiting import SECONDS, until
from tests.web.asking import Client
from tests.web.conftest import ORIGIN, Site

SOURCE = Path(__file__).resolve().parents[2] / "src"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
BROWSER = """#!/bin/sh
# A browser that looks up nothing: it writes down how it was called, and what it was to open.
printf '%s\\n' "$@" > "{told}/arguments.new"
cat "$(printf '%s' "$1" | sed 's,^file://,,')" > "{told}/page" 2>/dev/null
ls -ln "$(printf '%s' "$1" | sed 's,^file://,,')" > "{told}/listed" 2>/dev/null
mv "{told}/arguments.new" "{told}/arguments"
"""


class Running:
    """`crivello desk` as a process, with a browser that only records how it was called."""

    def __init__(self, root: Path, folder: Path, *options: str) -> None:
        self.told = root / "told"
        self.told.mkdir(exist_ok=True)
        (self.told / "arguments").unlink(missing_ok=True)
        script = root / "browser"
        script.write_text(BROWSER.format(told=self.told))
        script.chmod(0o755)
        environment = os.environ | {
            "PYTHONPATH": str(SOURCE),
            "XDG_STATE_HOME": str(root / "state"),
            "CRIVELLO_LANG": "en",
            "BROWSER": str(script),
        }
        words = ["desk", str(folder), *options]
        self.process = start_program("crivello", *words, env=environment, stderr=subprocess.PIPE)
        assert self.process.stderr is not None
        said = self.process.stderr.readline()
        found = re.search(r"http://\S+", said)
        assert found, said + self.process.stderr.read()
        self.link = found[0]
        self.port = urlsplit(self.link).port
        self.cookie = ""

    def arguments(self) -> str:
        """Return the arguments with which the browser was called."""
        path = self.told / "arguments"
        until(path.exists)
        return path.read_text()

    def enter(self) -> str:
        """Open the link; return the cookie."""
        with urllib.request.urlopen(self.link) as answer:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return self.cookie

    def ask(self, path: str = "/", **headers: str) -> int:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        self.process.send_signal(how)
        self.process.wait(SECONDS)
        assert self.process.stderr is not None
        self.process.stderr.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return _folders(tmp_path)


@pytest.fixture
def start(root: Path) -> Iterator[Callable[[], Running]]:
    """Return a function that starts the desk of the first folder; desks still running are killed at
    the end.
    """
    begun: list[Running] = []

    def start_one() -> Running:
        begun.append(Running(root, root / "one"))
        return begun[-1]

    yield start_one
    for one in begun:
        if one.process.poll() is None:
            one.stop(signal.SIGKILL)


def _folders(root: Path) -> Path:
    (root / "one").mkdir()
    (root / "other").mkdir()
    return root


def private_files(root: Path) -> list[Path]:
    return list((root / "state" / "crivello").rglob("*"))


def pages_to_open(root: Path) -> list[Path]:
    return [path for path in private_files(root) if path.suffix == ".html"]


# The link and the browser


def test_nothing_secret_is_in_the_arguments_of_the_browser(
    root: Path, start: Callable[[], Running]
) -> None:
    desk = start()
    arguments = desk.arguments()
    token = re.findall(r"token=([\w-]+)", desk.link)[0]
    assert token not in arguments
    assert "token" not in arguments
    assert arguments.startswith("file:///")
    page = (desk.told / "page").read_text()
    assert token in page
    assert 'content="no-referrer"' in page
    assert (desk.told / "listed").read_text().startswith("-rw-------")
    opened = Path(unquote(arguments.strip().removeprefix("file://")))
    assert opened.parent.stat().st_mode & 0o777 == 0o700
    assert pages_to_open(root) == [opened]
    desk.stop(signal.SIGINT)
    assert not pages_to_open(root), "left behind by a link that was not used"


def test_a_session_outlives_the_program_and_no_page_does(
    root: Path, start: Callable[[], Running]
) -> None:
    desk = start()
    desk.arguments()
    assert pages_to_open(root)
    cookie = desk.enter()
    assert not pages_to_open(root), "removed once it was used"
    desk.stop(signal.SIGKILL)
    again = start()
    assert again.ask(cookie=cookie) == 200
    again.arguments()
    assert pages_to_open(root)
    again.stop(signal.SIGTERM)
    assert not pages_to_open(root), "left behind by a link that was not used"


# One desk and another


class Two:
    """Two desks of one user, without a browser, and the cookie of each."""

    def __init__(self, root: Path) -> None:
        self.root = _folders(root)
        # As an earlier version made it.
        (root / "state" / "crivello").mkdir(parents=True, mode=0o755)
        self.one = Running(root, root / "one", "--no-browser")
        self.other = Running(root, root / "other", "--no-browser")
        self.mine, self.theirs = self.one.enter(), self.other.enter()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    """Two desks that run for all tests, which leave them unchanged."""
    found = Two(tmp_path_factory.mktemp("two"))
    yield found
    found.one.stop()
    found.other.stop()


def test_without_a_browser_there_is_no_file(two: Two) -> None:
    assert not pages_to_open(two.root)
    assert not (two.one.told / "arguments").exists()


def test_what_is_remembered_is_for_its_user_only(two: Two) -> None:
    session = two.mine.partition("=")[2]
    found = [two.root / "state" / "crivello", *private_files(two.root)]
    assert len(found) >= 10
    for path in found:
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path
        if path.is_file():
            assert session.encode() not in path.read_bytes(), "a digest is enough"


def test_a_session_is_good_at_its_own_desk_only(two: Two) -> None:
    mine, theirs = two.mine, two.theirs
    assert two.one.ask(cookie=mine) == 200
    assert mine.partition("=")[0] != theirs.partition("=")[0]
    assert two.other.ask(cookie=mine) == 401
    renamed = f"{theirs.partition('=')[0]}={mine.partition('=')[2]}"
    assert two.other.ask(cookie=renamed) == 401
    assert two.other.ask(cookie=f"{mine}; {theirs}") == 200


def test_a_session_serves_only_the_user_who_opened_it(two: Two) -> None:
    """A cookie is sent to whatever listens on 127.0.0.1, but is useless to another user."""
    assert two.one.ask(cookie=two.mine) == 200
    assert two.other.ask(cookie=two.theirs) == 200
    records = [path for path in private_files(two.root) if path.parent.name == "sessions"]
    before = {path: path.read_text() for path in records}
    assert len(before) == 2
    for path, text in before.items():
        data = json.loads(text)
        assert data["user"] == os.getuid()
        path.write_text(json.dumps(data | {"user": os.getuid() + 1}))
    try:
        assert two.one.ask(cookie=two.mine) == 401
        assert two.other.ask(cookie=two.theirs) == 401
    finally:
        for path, text in before.items():
            path.write_text(text)


def test_the_key_for_programs_is_that_of_a_desk(root: Path) -> None:
    one, other = (Sessions(desk_folder(root / "state", root / name)) for name in ("one", "other"))
    assert one.api_key != other.api_key
    assert not other.is_api_key(one.api_key)
    assert Sessions(desk_folder(root / "state", root / "one")).is_api_key(one.api_key)


def test_a_key_that_others_could_read_is_made_anew(root: Path) -> None:
    folder = desk_folder(root / "state", root / "one")
    before = Sessions(folder).api_key
    assert Sessions(folder).api_key == before
    (folder / "desk.key").chmod(0o644)
    assert Sessions(folder).api_key != before


def test_where_nothing_can_be_written_sessions_live_as_long_as_the_program(root: Path) -> None:
    (root / "state").write_text("no folder")
    sessions = Sessions(desk_folder(root / "state", root / "one"))
    session = sessions.new(FIREFOX)
    assert sessions.recognise(session)
    assert [one.browser for one in sessions.all()] == ["Firefox, Linux"]
    sessions.end(sessions.all()[0].name)
    assert not sessions.recognise(session)
    assert sessions.cookie != Sessions(desk_folder(root / "state", root / "one")).cookie


# Another user of the computer


def test_the_system_tells_which_user_has_connected() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = listening.getsockname()
        with socket.create_connection(server) as calling:
            assert session.user_of(calling.getsockname(), server) == os.getuid()
            assert session.user_of(("127.0.0.1", 1), server) is None
            assert session.user_of(server, ("127.0.0.1", 1)) is None, "who only listens"
            calls = calling.getsockname()
        assert session.user_of(calls, server) is None, "closed, while the other end is not"
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as listening:
        server = listening.getsockname()[:2]
        with socket.create_connection(server) as calling:
            assert session.user_of(calling.getsockname()[:2], server) == os.getuid()
    assert session.user_of(("testclient", 50000), ("testserver", 80)) is None
    assert session.user_of(None, server) is None


# How long


def test_a_session_ends_by_itself(tmp_path: Path) -> None:
    now = [1_000_000.0]
    sessions = Sessions(tmp_path / "a" / "b" / "c", clock=lambda: now[0])
    idle, busy = sessions.new(), sessions.new()
    begun = now[0]
    while now[0] < begun + VALID_SECONDS - IDLE_SECONDS:
        now[0] += IDLE_SECONDS - SEEN_SECONDS
        assert sessions.recognise(busy)
    assert not sessions.recognise(idle)
    assert len(sessions.all()) == 1
    now[0] = begun + VALID_SECONDS + 1
    assert not sessions.recognise(busy)
    assert sessions.all() == []


def test_a_session_that_was_ended_is_refused_by_all_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b" / "c"
    sessions, beside = Sessions(folder), Sessions(folder)
    session = sessions.new()
    assert beside.recognise(session)
    sessions.end(sessions.all()[0].name)
    assert not sessions.recognise(session)
    assert not beside.recognise(session)
    assert not Sessions(folder).recognise(session)


@pytest.mark.parametrize("name", ["../desk.key", "", "x" * 32, "." * 32, "/etc/passwd"])
def test_only_sessions_can_be_ended(tmp_path: Path, name: str) -> None:
    sessions = Sessions(tmp_path / "a" / "b" / "c")
    session = sessions.new()
    sessions.end(name)
    assert sessions.recognise(session)
    assert (tmp_path / "a" / "b" / "c" / "desk.key").exists()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"since": "x", "browser": 1, "user": 1}'])
def test_a_damaged_record_is_no_session(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "a" / "b" / "c"
    session = Sessions(folder).new()
    (record,) = (folder / "sessions").iterdir()
    record.write_text(text)
    assert not Sessions(folder).recognise(session)
    assert Sessions(folder).all() == []


def test_browsers_are_told_apart() -> None:
    chrome = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"
    assert browser(FIREFOX) == "Firefox, Linux"
    assert browser(chrome) == "Chrome, Windows"
    assert browser(f"{chrome} Edg/140.0") == "Edge, Windows"
    assert browser("Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) Safari/604.1") == (
        "Safari, iOS"
    )
    assert browser("<b>curl</b>") == ""


# The page


@pytest.fixture
def second(site: Site) -> Client:
    """Return another browser that has opened a link."""
    client = site.visitor(headers={"user-agent": FIREFOX})
    token = site.desktop.sessions.start_token()
    assert client.get(f"/start?token={token}").status_code == 200
    return client


def test_the_page_lists_the_sessions(site: Site, second: Client) -> None:
    text = site.get("/sessions").text
    assert text.count('<th scope="row">') == 2
    assert text.count("this one") == 1
    assert "Firefox, Linux" in text
    assert site.session not in text
    assert 'href="/sessions"' in site.get("/t/demo/A/round/4").text


def test_a_session_can_be_ended_from_another(site: Site, second: Client) -> None:
    name = next(one.name for one in site.desktop.sessions.all() if one.browser)
    assert second.get("/").status_code == 200
    assert "ended" in site.post("/sessions/end", {"session": name}).text
    assert second.get("/").status_code == 401
    assert site.get("/").status_code == 200


def test_all_others_can_be_ended(site: Site, second: Client) -> None:
    site.post("/sessions/end-others")
    assert second.get("/").status_code == 401
    assert len(site.desktop.sessions.all()) == 1
    assert site.get("/").status_code == 200


def test_logging_out(site: Site, second: Client) -> None:
    session, name = site.session, site.desktop.sessions.cookie
    answer = site.post("/sessions/leave")
    assert answer.url.path == "/public"
    assert name not in site.client.cookies
    site.client.cookies.set(name, session)
    assert site.get("/").status_code == 401
    assert second.get("/").status_code == 200


def test_logging_out_is_for_good(tmp_path: Path) -> None:
    place = tmp_path / "state" / "desks" / "x"
    cookies: dict[str, str] = {}
    for known in (200, 401):
        app = create_app(tmp_path, sessions=Sessions(place))
        with Client(app, base_url=ORIGIN, cookies=cookies) as client:
            sessions = app.state.desktop.sessions
            if not cookies:
                client.get(f"/start?token={sessions.start_token()}")
                cookies = dict(client.cookies)
            assert client.get("/").status_code == known
            if known == 200:
                csrf = sessions.csrf(cookies[sessions.cookie])
                client.post("/sessions/leave", headers={"x-csrf-token": csrf})
