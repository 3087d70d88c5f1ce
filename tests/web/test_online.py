"""Uploads to chess-results.com from the page Files, and after each publication."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk.events import KeyStep
from crivello.web import jobs
from tests.desk.desks import A, Clock, enter, fresh, publish
from tests.support.results_site import FIRST_KEY, KEY, Fault, ResultsSite, results_site
from tests.support.waiting import until
from tests.web.conftest import Site, serve

FILES = "/t/t/A/files"
ONLINE = f"{FILES}/online"
PAGE = f"https://chess-results.com/tnr{FIRST_KEY}.aspx"


@pytest.fixture
def results(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ResultsSite]:
    folder = tmp_path_factory.mktemp("results")
    with results_site(folder / "site") as one:
        monkeypatch.setenv("SSL_CERT_FILE", one.authority)
        account = one.write_account(folder / "account.toml")
        monkeypatch.setenv("CRIVELLO_CHESS_RESULTS", str(account))
        yield one


def federated(folder: Path) -> Desk:
    desk = fresh(folder, clock=Clock())
    section = desk.section(A)
    rules = replace(section.settings, federation="ITA")
    desk.act(a.ChangeSettings(A, rules, section.announced))
    return desk


@pytest.fixture
def published(tmp_path: Path) -> Iterator[Site]:
    """A desk at which round 1 is published, in the file `t`."""
    with federated(tmp_path) as desk:
        publish(desk)
    yield from serve(tmp_path)


def upload(site: Site, **fields: str) -> str:
    """Press the button; the client follows the pages that wait, to the answer."""
    return html.unescape(site.post(ONLINE, fields).text)


def section_of(site: Site) -> str:
    text = html.unescape(site.get(FILES).text)
    found = re.search(r'<section class="panel" aria-labelledby="online">.*?</section>', text, re.S)
    return "" if found is None else found[0]


def test_without_an_account_the_button_is_off_and_the_page_tells_why(
    published: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CRIVELLO_CHESS_RESULTS", str(tmp_path / "none.toml"))
    text = section_of(published)
    assert "<button disabled" in text
    assert f"Uploads need an account of chess-results.com in the file {tmp_path}/none.toml" in text
    assert "need an account" in html.unescape(published.post(ONLINE, {}).text)


def test_before_the_first_publication_there_is_nothing_about_it(
    small: Site, results: ResultsSite
) -> None:
    assert section_of(small) == ""


def test_the_button_uploads_and_the_page_links_to_the_tournament(
    published: Site, results: ResultsSite
) -> None:
    assert "The first upload creates the tournament on the site." in section_of(published)
    assert f"Uploaded to chess-results.com: {PAGE}" in upload(published)
    assert f'<a href="{PAGE}"' in section_of(published)
    assert KEY.hex() not in published.get(FILES).text
    assert len(results.uploads) == 1
    log = published.get("/t/t/A/log").text
    assert f"has given section A the key {FIRST_KEY}" in log
    number = len(published.desktop.desks.file("t").snapshot.log)
    assert f"/log/{number}/undo" not in log
    assert f'name="event" value="{number}"' not in log
    upload(published)
    assert (len(results.tournaments), len(results.uploads)) == (1, 2)


def test_the_other_pages_answer_while_the_site_does_not(
    published: Site, results: ResultsSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SOON", 0.01)
    results.hold = threading.Event()
    answer = published.client.post(ONLINE, data={"csrf": published.csrf}, follow_redirects=False)
    assert "/working/" in answer.headers["location"]
    assert published.get("/t/t/A/standings").status_code == 200
    enter(published.desktop.desks.file("t").submit(lambda desk: desk).result())
    results.hold.set()
    until(lambda: len(results.uploads) == 1)


def test_a_refusal_is_shown(published: Site, results: ResultsSite) -> None:
    results.fail(getkey=Fault.REFUSED)
    assert 'has refused the upload: no upload for "you"' in upload(published)
    upload(published)
    assert len(results.uploads) == 1


def test_after_a_lost_answer_the_page_asks_for_the_key(
    published: Site, results: ResultsSite
) -> None:
    results.fail(getkey=Fault.CUT_AFTER)
    assert "lost before the answer came" in upload(published)
    until(lambda: "Ask for a key again" in section_of(published))
    assert "the answer was lost" in upload(published)
    assert results.calls.count("GETKEY") == 1
    published.post(f"{ONLINE}/key", {"key": str(FIRST_KEY)})
    assert f'<a href="{PAGE}"' in section_of(published)
    upload(published)
    assert (len(results.tournaments), len(results.uploads)) == (1, 1)


def test_after_a_lost_answer_the_arbiter_may_ask_again(
    published: Site, results: ResultsSite
) -> None:
    results.fail(getkey=Fault.CUT_BEFORE)
    upload(published)
    upload(published, again="1")
    assert (len(results.tournaments), len(results.uploads)) == (1, 1)


def test_a_key_that_is_none_is_refused(published: Site, results: ResultsSite) -> None:
    for typed in ("", "0", "-3", "tnr12", "9" * 40):
        published.post(f"{ONLINE}/key", {"key": typed})
        assert published.desktop.desks.file("t").snapshot.section(A).online_key is None


# After each publication


def switched(folder: Path, key: int | None) -> None:
    with federated(folder) as desk:
        section = desk.section(A)
        announced = replace(section.announced, publish_online=True)
        desk.act(a.ChangeSettings(A, section.settings, announced))
        if key is not None:
            desk.act(a.RecordOnlineKey(A, KeyStep.TYPED, key))


def test_each_publication_is_uploaded_if_the_setting_is_on(
    tmp_path: Path, results: ResultsSite
) -> None:
    results.tournaments[FIRST_KEY] = "Test"
    switched(tmp_path, FIRST_KEY)
    for site in serve(tmp_path):
        file = site.desktop.desks.file("t")
        file.act(a.Pair(A))
        assert results.calls == []
        file.act(a.Publish(A))
        until(lambda: len(results.uploads) == 1)
        file.submit(enter).result()
        file.act(a.PublishResults(A))
        until(lambda: len(results.uploads) == 2)
    assert 'reswhite="1' not in results.uploads[0][1]
    assert results.uploads[1][1].count('reswhite="1') == 4


def test_a_publication_neither_waits_for_the_upload_nor_fails_with_it(
    tmp_path: Path, results: ResultsSite
) -> None:
    results.tournaments[FIRST_KEY] = "Test"
    switched(tmp_path, FIRST_KEY)
    results.hold = threading.Event()
    for site in serve(tmp_path):
        file = site.desktop.desks.file("t")
        file.act(a.Pair(A))
        file.act(a.Publish(A))
        until(lambda: len(results.calls) == 1)
        assert len(file.snapshot.section(A).rounds) == 1
        results.fail(getsid=Fault.REFUSED)
        results.hold.set()
        file.submit(enter).result()
        file.act(a.PublishResults(A))
        until(lambda: len(results.uploads) == 1)


def test_without_a_key_no_publication_asks_for_one(tmp_path: Path, results: ResultsSite) -> None:
    switched(tmp_path, None)
    for site in serve(tmp_path):
        file = site.desktop.desks.file("t")
        file.act(a.Pair(A))
        file.act(a.Publish(A))
        upload(site)  # by hand; had the publication asked too, there would be two
        until(lambda: len(results.uploads) == 1)
    assert results.calls.count("GETKEY") == 1
