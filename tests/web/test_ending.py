"""The page *End of the event*: missing items, the parts, and the archive with its cross-check."""

from __future__ import annotations

import io
import re
import zipfile

import pytest

from crivello.desk.actions import PublishResults
from crivello.model.sentence import Sentence
from crivello.reports import event_archive
from crivello.reports.cross_check import CrossCheck
from crivello.web import jobs
from crivello.web.files import downloads
from tests.desk.desks import A, enter, fresh, publish
from tests.support.waiting import SECONDS
from tests.web.conftest import Site
from tests.web.test_files import TOML
from tests.web.test_round import told

END = "/t/demo/A/end"


def fetched(site: Site, text: str) -> zipfile.ZipFile:
    found = re.search(r'href="(/t/demo/A/files/made/[^"]+)"', text)
    assert found
    answer = site.get(found[1])
    assert "demo-archive.zip" in answer.headers["content-disposition"]
    return zipfile.ZipFile(io.BytesIO(answer.content))


def test_what_is_missing_is_said_before_the_archive_is_made(site: Site) -> None:
    text = site.get(END).text
    assert "after round 3 of" in text
    assert "Results of round 4 are entered, but not published" in text
    prizes = 'No prizes are announced for this tournament. <a href="/t/demo/A/prizes">Prizes</a>'
    assert prizes in text
    assert 'The first day is missing. <a href="/t/demo/A/settings">Settings</a>' in text
    assert "The archive can be made anyway" in text
    assert "FIDE would reject" in text


def test_results_that_are_entered_are_not_called_missing(site: Site) -> None:
    """The last round is entered, and its results are still to be published."""
    with fresh(site.folder, 4, rounds=1) as desk:
        publish(desk)
        enter(desk)
    answer = told(site.post("/t/t/A/end/archive").text)
    assert "Results of round 1 are entered, but not published" in answer
    assert "missing" not in answer


def test_the_archive_is_made_and_compared(site: Site) -> None:
    site.post("/t/demo/A/prizes", {"text": TOML})
    file = site.desktop.desks.file("demo")
    file.submit(enter).result()
    file.act(PublishResults(A))
    page = site.get(END).text
    assert "are entered, but not published" not in page
    assert "No prizes are announced" not in page
    text = site.post(f"{END}/archive").text
    assert "The archive is ready: demo-archive.zip" in told(text)
    assert "they give the same points, ranks and games (players: 14, games: " in text
    with fetched(site, text) as packed:
        names = packed.namelist()
        assert b"Standings after round 4" in packed.read("standings.html")
    assert {"overview.html", "prizes.csv", "norms.pdf", "changes.csv", "site/index.html"} <= {
        *names
    }


def test_the_end_of_an_event_in_italian(site: Site) -> None:
    text = site.post(f"{END}/archive?lang=it").text
    assert "L'archivio è pronto" in told(text).replace("&#39;", "'")
    with fetched(site, text) as packed:
        assert "Classifica dopo il turno 3" in packed.read("standings.html").decode()
        assert "Fine del torneo" in packed.read("overview.html").decode()


def test_files_that_differ_are_shown_and_not_called_ready(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two files differ; the check itself is tested in tests/reports."""
    wrong = CrossCheck(14, 21, ("a", "b"), (Sentence("a says 1, b says 2."),))
    monkeypatch.setattr(event_archive, "cross_check", lambda *_, **__: wrong)
    text = site.post(f"{END}/archive").text
    assert "its files contradict each other: see below." in told(text)
    assert "2 files were read back and compared: there is one difference." in text
    assert "a says 1, b says 2." in text


def test_prizes_that_cannot_be_read_are_missing(site: Site) -> None:
    (site.folder / "demo.prizes.toml").write_text("[[list]]\nname = 3\n")
    page = site.get(END).text
    assert "The prizes cannot be read: there is no list of prizes." in page
    assert "No prizes are announced" not in page
    text = site.post(f"{END}/archive").text
    with fetched(site, text) as packed:
        assert "prizes.csv" not in packed.namelist()
        assert "The prizes cannot be read" in packed.read("overview.html").decode()


def test_before_the_first_results_there_is_no_archive(small: Site) -> None:
    text = small.get("/t/t/A/end").text
    assert "The archive can be made when a round has all its results." in text
    assert "/end/archive" not in text
    assert "message refused" in told(small.post("/t/t/A/end/archive").text)


def test_long_pages_are_drawn_by_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    class Drawing:
        def __init__(self, data: str) -> None:
            drawn.append(data)

        def run(self) -> bytes:
            return b"%PDF"

    monkeypatch.setattr(downloads, "draw_process", Drawing)
    monkeypatch.setattr(downloads, "AT_ONCE", 10)
    assert downloads.draw_pdf("x" * 11) == b"%PDF"
    assert drawn == ["x" * 11]


def test_it_tells_how_far_it_is_and_can_be_stopped(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SOON", 0.0)
    text = site.post(f"{END}/archive").text
    assert "Making the archive of the event." in text
    (job,) = site.desktop.jobs._jobs.values()
    assert job.watch is not None
    job.watch.stop()
    assert job.future.exception(timeout=SECONDS) is not None
    assert "It was stopped." in told(site.get(f"/t/demo/A/working/{job.id}").text)
