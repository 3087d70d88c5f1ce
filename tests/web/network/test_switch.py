"""The page *Network* at the desk, with a real listener: a separate process started by the desk."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from crivello.desk.actions import EnterResults
from crivello.formats.codec import DecodeError, encode
from crivello.model.result import Result
from crivello.web.app import create_app
from crivello.web.network.device_store import DeviceStore
from crivello.web.network.switch import LAST, LastNetwork, NetworkChoices, OpenNetwork
from crivello.web.session import Sessions
from tests.support.waiting import SECONDS, until
from tests.web.asking import Client
from tests.web.conftest import ORIGIN, Site
from tests.web.network.conftest import envelope, seen_of

PAGE = "/t/demo/A/network"
SLIPS = "/t/demo/A/print/slips"
SHOW = "/t/demo/A/hall/show"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, demonstration: Path) -> Iterator[Site]:
    """A desk that remembers its devices in its own folder, for all tests."""
    place = tmp_path_factory.mktemp("desk")
    (place / "tournaments").mkdir()
    shutil.copy(demonstration, place / "tournaments")
    with desk_in(place) as site:
        yield site


@contextmanager
def desk_in(place: Path) -> Iterator[Site]:
    """Run a desk from start to end; another one may follow in the same place."""
    folder = place / "tournaments"
    sessions = Sessions(place / "state" / "desks" / "one")
    app = create_app(folder, actor="chief", sessions=sessions)
    with Client(app, base_url=ORIGIN, follow_redirects=True) as client:
        site = Site(app, client, folder)
        client.get(f"/start?token={sessions.start_token()}")
        yield site


@pytest.fixture
def off(desk: Site) -> Site:
    """The desk with the network off."""
    assert desk.desktop.switch is not None
    if desk.desktop.switch.opened is not None:
        desk.post(f"{PAGE}/off")
    return desk


@pytest.fixture
def on(desk: Site) -> Site:
    """The desk with the network on. It is left on, because the listener needs seconds to start."""
    assert desk.desktop.switch is not None
    if desk.desktop.switch.opened is None:
        assert "The network is on." in turn_on(desk).text
    return desk


def turn_on(desk: Site, **fields: str) -> Any:
    soon = time.strftime("%H:%M", time.localtime(time.time() + 3600))
    given = {"address": "127.0.0.1", "until": soon, "files": "demo", "plain": "1"}
    ports = {"port": "0", "public_port": "0"}  # any free ones: others may test on this computer
    return desk.post(f"{PAGE}/on", given | ports | fields)


def opened(desk: Site) -> OpenNetwork:
    """Return the addresses that can be reached."""
    assert desk.desktop.switch is not None
    assert desk.desktop.switch.opened is not None
    return desk.desktop.switch.opened


def secure(desk: Site) -> str:
    """Return the address of the listener."""
    return opened(desk).secure


def authority(desk: Site) -> bytes:
    assert desk.desktop.switch is not None
    assert desk.desktop.switch.folder is not None
    return (desk.desktop.switch.folder / "authority.pem").read_bytes()


def ask(
    link: str, authority: bytes, method: str = "GET", body: Any = None, cookie: str = ""
) -> Any:
    """Send a request as a phone that trusts the authority."""
    where = urlsplit(link)
    context = ssl.create_default_context(cadata=authority.decode())
    assert where.hostname
    made = http.client.HTTPSConnection(where.hostname, where.port, timeout=SECONDS, context=context)
    headers = {"origin": f"https://{where.netloc}", "content-type": "application/json"}
    if cookie:
        headers["cookie"] = cookie
    made.request(method, where.path, json.dumps(body) if body is not None else None, headers)
    answer = made.getresponse()
    text = answer.read().decode()
    made.close()
    return answer, text


def test_it_is_off_until_it_is_turned_on_and_says_what_becomes_reachable(off: Site) -> None:
    desk = off
    page = desk.get(PAGE).text
    assert ">off<" in page
    assert "every device on the same network can read what is published" in page
    assert desk.desktop.switch is not None
    assert desk.desktop.switch.opened is None
    # Codes and links are there only while it is on.
    for path in ("tables", "players", "screen", "card"):
        assert "Turn the network on first." in desk.get(f"{PAGE}/{path}").text
        assert "Prima accendi la rete." in desk.get(f"{PAGE}/{path}?lang=it").text
        desk.get(f"{PAGE}?lang=en")
    assert 'class="code"' not in desk.get(SLIPS).text


@pytest.mark.parametrize("address", ["0.0.0.0", "8.8.8.8", "example.org", "192.0.2.77", "::"])
def test_no_address_of_the_internet_is_opened(off: Site, address: str) -> None:
    page = turn_on(off, address=address).text
    assert "not an address of" in page
    assert off.desktop.switch is not None
    assert off.desktop.switch.opened is None


def test_an_address_of_another_computer_is_told(off: Site) -> None:
    page = turn_on(off, address="10.255.1.2").text
    assert "This computer does not have the address 10.255.1.2." in page


def test_a_wrong_time_is_told(off: Site) -> None:
    assert "is not a time of day" in turn_on(off, until="later").text


def test_a_taken_port_is_reported_and_kept_when_it_is_free_again(off: Site) -> None:
    """Printed codes contain the port of the event: another one is never taken silently."""
    switch = off.desktop.switch
    assert switch is not None
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        page = turn_on(off, port=str(port)).text
        assert f"Port {port} of 127.0.0.1 is taken by python" in unescape(page)
        assert f"(process {os.getpid()})" in page
        assert re.findall(r'<input[^>]* name="(\w+)"[^>]* aria-invalid', page) == ["port"]
        assert "The network is on." not in page
        assert switch.opened is None
        assert "its port is taken" in off.post(f"{PAGE}/again").text  # it is still taken
    page = off.get(PAGE).text
    assert f"Try port {port} again" in page
    assert "none of them reaches this computer" in page
    assert "The network is on." in off.post(f"{PAGE}/again").text
    assert secure(off) == f"https://127.0.0.1:{port}"
    assert "its port is taken" not in off.get(PAGE).text


def test_another_port_is_taken_when_the_arbiter_says_so(off: Site) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        page = turn_on(off, public_port=str(port)).text
        assert "Links to the public pages" in page
        found = re.search(r"Use port (\d+) instead", page)
        assert found is not None
        assert "The network is on." in off.post(f"{PAGE}/again", {"port": found[1]}).text
        assert off.desktop.switch is not None
        assert off.desktop.switch.opened is not None
        assert off.desktop.switch.opened.plain == f"http://127.0.0.1:{found[1]}"


@pytest.mark.parametrize("port", ["65536", "many"])
def test_a_number_that_is_not_a_port_is_refused(off: Site, port: str) -> None:
    page = turn_on(off, port=port).text
    assert "The network is on." not in page
    assert 'class="message refused"' in page


def test_codes_to_print_and_new_ones(on: Site) -> None:
    desk = on
    before = re.findall(r'data-link="([^"]+)"', desk.get(f"{PAGE}/tables").text)
    after = re.findall(
        r'data-link="([^"]+)"', desk.post(f"{PAGE}/renew", {"kind": "table", "subject": 5}).text
    )
    assert [one == other for one, other in zip(before, after, strict=True)] == (
        [True] * 4 + [False] + [True] * 2
    )
    page = desk.get(f"{PAGE}/card").text
    found = re.search(r'src="data:image/svg\+xml[^,]*,([^"]+)"', page)
    assert found is not None
    assert "Fingerprint of the certificate" in page
    assert len(re.findall(r"data-link=", desk.get(f"{PAGE}/players").text)) == 14
    screen = desk.get(f"{PAGE}/screen").text
    (link,) = re.findall(r'data-link="([^"]+)"', screen)
    assert f">{link}<" in screen  # a screen has no camera


def test_slips_carry_the_codes_of_their_tables_while_the_network_is_on(on: Site) -> None:
    desk = on
    page = desk.get(SLIPS).text
    assert page.count('class="code"') == 7
    assert page.count("<svg") == 7
    assert "#t/" not in page  # the secret is in the picture and nowhere else
    assert 'class="code"' not in desk.get(f"{SLIPS}?round=3").text  # that round is over
    first = desk.get(f"{SLIPS}/pdf")
    assert first.headers["content-type"] == "application/pdf"
    desk.post(f"{PAGE}/renew", {"kind": "table", "subject": 5})
    assert desk.get(SLIPS).text != page  # the new code
    # The projector shows them if the arbiter says so, for tables without a result.
    assert "for all who see the screen to scan" in desk.get("/t/demo/A/hall").text
    assert 'data-kind="codes"' not in desk.get(SHOW).text
    shown = desk.get(f"{SHOW}?what=codes").text.partition('data-kind="codes"')[2]
    assert shown.partition("</section>")[0].count("data:image/svg") == 4


def test_requests_of_players_are_answered_at_the_desk(on: Site) -> None:
    desk = on
    switch = desk.desktop.switch
    assert switch is not None
    assert switch.store is not None
    from crivello.desk.roles import DeviceRole
    from crivello.web.network.codes import Invitation

    store = DeviceStore(switch.store)
    player = Invitation(DeviceRole.PLAYER, "demo", "A", subject=3)
    device = store.admit("a session", player, 1, time.time() + 60)
    for number, (kind, round_) in enumerate([("bye", 5), ("bye", 5), ("leave", 0)]):
        store.request(device, f"key-{number}", kind, round_)
    assert "asks for a bye in round 5" in desk.get(PAGE).text
    assert "Network: 3 wait" in desk.get("/t/demo/A/standings").text
    desk.post(f"{PAGE}/answer", {"request": 1, "choice": "zero"})
    assert (3, 5) in desk.desktop.desks.file("demo").snapshot.section("A").byes
    assert "Declined." in desk.post(f"{PAGE}/answer", {"request": 2, "choice": "declined"}).text
    desk.post(f"{PAGE}/answer", {"request": 3, "choice": "yes"})
    gone = desk.desktop.desks.file("demo").snapshot.section("A").registrations[3].player
    assert gone.withdrawn_after == 4
    assert [one.state for one in store.requests("demo", "A")] == [
        "accepted",
        "declined",
        "accepted",
    ]
    store.close()


def join(desk: Site) -> tuple[str, str]:
    """Ask to be a deputy with a new device; return its cookie, and the code that it shows."""
    answer, _ = ask(f"{secure(desk)}/join", authority(desk), "POST", {})
    cookie, _, about = answer.headers["set-cookie"].partition(";")
    kept = re.search(r"Max-Age=(\d+)", about)
    assert kept is not None
    assert int(kept[1]) > 13 * 86400  # the network is on for an hour
    _, page = ask(f"{secure(desk)}/join", authority(desk), cookie=cookie)
    code = re.search(r'id="code">([A-Z0-9]{6})<', page)
    assert code is not None
    return cookie, code[1]


def as_deputy(desk: Site, cookie: str) -> tuple[int, str]:
    answer, state = ask(f"{secure(desk)}/deputy/demo/A/state", authority(desk), cookie=cookie)
    return answer.status, state


def revoke(desk: Site, name: str) -> None:
    page = desk.get(PAGE).text
    device = re.search(rf'>{name} <span.*?name="device" value="(\d+)"', page, re.DOTALL)
    assert device is not None
    desk.post(f"{PAGE}/revoke", {"device": device[1]})


def test_deputies_of_saturday_work_on_sunday_unless_they_are_revoked(on: Site) -> None:
    """The network is off overnight; a device keeps its access until the event is over, or it is
    revoked.
    """
    desk = on
    first, code = join(desk)
    assert "one is waiting" in desk.get(PAGE).text
    assert "until the end of the event" in desk.get(PAGE).text
    assert "Network: one waits" in desk.get("/t/demo/A/round").text
    wrong = desk.post(f"{PAGE}/approve", {"code": "AAAAAA", "name": "tablet 1"}).text
    assert "No device shows this code" in wrong
    fields = {"code": code.lower(), "name": "tablet 1", "may": "publish-results"}
    assert "tablet 1 is approved." in desk.post(f"{PAGE}/approve", fields).text
    assert "tablet 1" in desk.get(PAGE).text
    status, state = as_deputy(desk, first)
    assert status == 200
    assert "publish-results" in json.loads(state)["may"]
    second, code = join(desk)
    desk.post(f"{PAGE}/approve", {"code": code, "name": "tablet 2"})
    third, code = join(desk)
    desk.post(f"{PAGE}/approve", {"code": code, "name": "tablet 3"})
    revoke(desk, "tablet 1")
    assert [as_deputy(desk, one)[0] for one in (first, second, third)] == [401, 200, 200]
    desk.post(f"{PAGE}/off")
    revoke(desk, "tablet 2")
    turn_on(desk)
    assert [as_deputy(desk, one)[0] for one in (first, second, third)] == [401, 401, 200]


def test_on_a_phone_reads_a_table_proposes_the_desk_accepts_and_off(on: Site) -> None:
    desk = on
    page = desk.get(PAGE).text
    switch = desk.desktop.switch
    assert switch is not None
    opened = switch.opened
    assert opened is not None
    assert opened.fingerprint in page
    assert "data:image/svg+xml" in page
    assert switch.folder is not None
    authority = (switch.folder / "authority.pem").read_bytes()
    answer, text = ask(f"{opened.secure}/public/demo/A", authority)
    assert answer.status == 200
    assert "Nancy" in text
    # A code of a table, as it is printed.
    cards = unescape(desk.get(f"{PAGE}/tables").text)
    links = re.findall(r'data-link="([^"]+)"', cards)
    assert len(links) == 7
    link = links[4]
    assert opened.fingerprint.replace(":", "")[:32] in link
    code = link.partition("#")[2]
    answer, _ = ask(f"{opened.secure}/open", authority, "POST", {"code": code})
    assert answer.status == 200
    cookie = answer.headers["set-cookie"].partition(";")[0]
    _, state = ask(f"{opened.secure}/table/state", authority, cookie=cookie)
    found = json.loads(state)
    token = found["csrf"]
    context = ssl.create_default_context(cadata=authority.decode())
    where = urlsplit(opened.secure)
    assert where.hostname
    made = http.client.HTTPSConnection(where.hostname, where.port, timeout=SECONDS, context=context)
    headers = {
        "origin": opened.secure,
        "content-type": "application/json",
        "cookie": cookie,
        "x-csrf-token": token,
    }
    body = envelope("propose", "=", seen_of(found, found["row"]))
    made.request("POST", "/table/propose", json.dumps(body), headers)
    told = json.loads(made.getresponse().read())
    made.close()
    assert told["stage"] == "proposed"
    # The desk sees it, accepts it, and the device is in the list.
    page = desk.get(PAGE).text
    assert "Waiting for you" in page
    assert "A 4: table 5 a" in page
    assert "Accept ½-½" in page
    (sides,) = re.findall(r'name="sides" value="([^"]+)"', page)
    shown = {"round": 4, "board": 5, "sides": sides, "result": "="}
    for change in ({"round": 3}, {"round": 5}, {"board": 6}, {"sides": "5/1/2/w"}):
        assert "look again" in desk.post(f"{PAGE}/accept", shown | change).text
    desk.post(f"{PAGE}/accept", shown)
    games = desk.desktop.desks.file("demo").snapshot.section("A").rounds[3].games
    assert games[4].result is Result.DRAW
    assert "Waiting for you" not in desk.get(PAGE).text
    # Off: nobody reaches it any more.
    assert "Other devices cannot reach" in desk.post(f"{PAGE}/off").text
    with pytest.raises(OSError, match="refused"):
        ask(f"{opened.secure}/public", authority)
    assert 'class="code"' not in desk.get(SLIPS).text
    assert "data:image/svg" not in desk.get(f"{SHOW}?what=codes").text


# After a restart


def test_the_next_desk_says_that_the_network_was_on_and_goes_on_with_one_press(
    tmp_path: Path, demonstration: Path
) -> None:
    (tmp_path / "tournaments").mkdir()
    shutil.copy(demonstration, tmp_path / "tournaments")
    with desk_in(tmp_path) as desk:
        assert "it was on" not in desk.get("/t/demo/A/round").text
        page = turn_on(desk, one_phone="1", screen_codes="1", address="127.0.0.3").text
        assert "The network is on." in page
        assert "it was on" not in page
        before = secure(desk)
        cookie, code = join(desk)
        desk.post(f"{PAGE}/approve", {"code": code, "name": "tablet 1"})
        slips = desk.get(SLIPS).text
    with desk_in(tmp_path) as desk:
        switch = desk.desktop.switch
        assert switch is not None
        assert switch.opened is None  # nothing is turned on by itself
        assert "Network: it was on" in desk.get("/t/demo/A/round").text
        page = unescape(desk.get(PAGE).text)
        assert f"It was on for demo at 127.0.0.3, port {urlsplit(before).port}, until" in page
        with pytest.raises(OSError, match="refused"):
            ask(f"{before}/public", authority(desk))
        assert "The network is on." in desk.post(f"{PAGE}/again").text
        assert secure(desk) == before
        assert opened(desk).one_phone
        assert as_deputy(desk, cookie)[0] == 200  # the tablet goes on where it was
        assert desk.get(SLIPS).text == slips  # and codes that were printed are still those
        desk.post(f"{PAGE}/off")
    with desk_in(tmp_path) as desk:  # it was turned off: no question, but the same choices
        page = desk.get(PAGE).text
        assert "it was on" not in page
        assert 'value="127.0.0.3"' in page
        assert f'value="{urlsplit(before).port}"' in page
        assert re.search(r'name="screen_codes" value="1" checked', page)
        assert not re.search(r'name="files" value="demo">', page)


def test_a_listener_that_was_killed_is_noticed(on: Site) -> None:
    switch = on.desktop.switch
    assert switch is not None
    before = secure(on)
    assert switch.pid is not None
    os.kill(switch.pid, signal.SIGKILL)
    until(lambda: switch.opened is None)
    assert "Network: it was on" in on.get("/t/demo/A/round").text
    assert "Leave it off" in on.get(PAGE).text
    assert "The network is on." in on.post(f"{PAGE}/again").text
    assert secure(on) == before


def test_the_question_goes_away_when_the_network_is_to_stay_off(
    tmp_path: Path, demonstration: Path
) -> None:
    (tmp_path / "tournaments").mkdir()
    shutil.copy(demonstration, tmp_path / "tournaments")
    remember(tmp_path, "127.0.0.1", time.time() + 600)
    with desk_in(tmp_path) as desk:
        assert "Turn it on again until" in desk.get(PAGE).text
        desk.post(f"{PAGE}/off")
        assert "it was on" not in desk.get(PAGE).text
    with desk_in(tmp_path) as desk:
        assert "it was on" not in desk.get(PAGE).text


@pytest.mark.parametrize("text", ["", "[]", '{"choices": {}, "on": true}'])
def test_a_damaged_memory_is_no_obstacle(tmp_path: Path, demonstration: Path, text: str) -> None:
    (tmp_path / "tournaments").mkdir()
    shutil.copy(demonstration, tmp_path / "tournaments")
    remember(tmp_path, "127.0.0.1", time.time() + 600).write_text(text)
    with desk_in(tmp_path) as desk:
        assert "Turn it on" in desk.get(PAGE).text


def test_an_address_that_is_gone_and_a_time_that_is_over_are_said(
    tmp_path: Path, demonstration: Path
) -> None:
    (tmp_path / "tournaments").mkdir()
    shutil.copy(demonstration, tmp_path / "tournaments")
    remember(tmp_path, "10.255.1.2", time.time() + 600)
    with desk_in(tmp_path) as desk:
        page = desk.get(PAGE).text
        assert "This computer no longer has the address 10.255.1.2" in page
        assert 'id="again"' not in page
        assert 'name="address" type="text" value="10.255.1.2"' not in page
    remember(tmp_path, "127.0.0.1", time.time() - 60)
    with desk_in(tmp_path) as desk:
        assert "Network: it was on" not in desk.get("/t/demo/A/round").text
        page = desk.get(PAGE).text
        found = re.search(r"Turn it on again until (\d\d:00)", page)  # for the usual time
        assert found is not None


def remember(place: Path, address: str, until: float) -> Path:
    """Write the records of a desk that ended with the network on."""
    folder = place / "state" / "desks" / "one" / "network"
    folder.mkdir(parents=True, exist_ok=True)
    choices = NetworkChoices(("demo",), address, until)
    (folder / LAST).write_text(json.dumps(encode(LastNetwork(choices, on=True))))
    return folder / LAST


# The command


ANY_PORTS = ("--port", "0", "--public-port", "0")


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    environment = os.environ | {"XDG_STATE_HOME": str(folder / "state"), "CRIVELLO_LANG": "en"}
    words = [sys.executable, "-m", "crivello", "network", str(folder / "demo.crivello"), *options]
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


OPENED = OpenNetwork(
    secure="https://127.0.0.1:8443",
    plain="",
    name="https://crivello.local:8443",
    fingerprint="AB:CD",
    authority="EF:01",
    until=1767225600.5,
    files=("demo", "Łódź 2026"),
    one_phone=True,
)


def test_the_desk_reads_what_the_listener_says() -> None:
    line = OPENED.to_line()
    assert json.loads(line)["until"] == OPENED.until
    assert OpenNetwork.from_line(line) == OPENED


def test_a_name_is_shown_only_if_it_is_announced(on: Site) -> None:
    switch = on.desktop.switch
    assert switch is not None
    assert switch.opened is not None
    assert switch.opened.name.startswith("https://crivello-")  # the extra is installed here
    assert switch.opened.name in on.get(PAGE).text


@pytest.mark.parametrize("line", ["", "null", "[]", "{}", OPENED.to_line().replace("true", "1")])
def test_the_desk_believes_nothing_else(line: str) -> None:
    with pytest.raises((ValueError, DecodeError)):
        OpenNetwork.from_line(line)


def test_the_command_says_which_program_has_its_port(tmp_path: Path, demonstration: Path) -> None:
    shutil.copy(demonstration, tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        process = start(tmp_path, "--address", "127.0.0.1", "--port", port)
        _, said = process.communicate(timeout=SECONDS)
    assert process.returncode != 0
    assert f"Port {port} of 127.0.0.1 is taken by python" in said
    assert f"(process {os.getpid()})" in said
    assert "choose another port with --port" in said


def test_the_command_says_what_is_reachable_and_ends_with_its_desk(
    tmp_path: Path, demonstration: Path
) -> None:
    shutil.copy(demonstration, tmp_path)
    process = start(tmp_path, "--address", "127.0.0.1", *ANY_PORTS, "--while-open")
    assert process.stdout is not None
    assert process.stdin is not None
    told = json.loads(process.stdout.readline())
    assert told["files"] == ["demo"]
    assert told["secure"].startswith("https://127.0.0.1:")
    state = next((tmp_path / "state" / "crivello" / "desks").iterdir()) / "network"
    authority = (state / "authority.pem").read_bytes()
    assert ask(f"{told['secure']}/public/demo/A", authority)[0].status == 200
    # Two programs at one file: what the desk enters is seen here.
    from crivello.desk import Desk

    with Desk.open(tmp_path / "demo.crivello") as desk:
        desk.act(EnterResults("A", ((5, Result.DRAW),)))
    process.stdin.close()  # as if the desk had been killed
    assert process.wait(SECONDS) == 0
    assert process.stderr is not None
    said = process.stderr.read()
    assert "can read what is published of demo" in said
    assert "The network is closed." in said
    process.stdout.close()
    process.stderr.close()
