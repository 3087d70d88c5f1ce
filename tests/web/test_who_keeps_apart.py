"""For two players kept apart, every interface with the log names who decided it and when."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk.actions import SetApart
from crivello.model.settings import Apart
from crivello.reports.document import Slips
from crivello.reports.pages import view
from crivello.reports.subject import Subject
from tests.cli.calling import call
from tests.desk.desks import A, fresh, play, publish
from tests.support.waiting import until
from tests.web.api.conftest import serve as serve_programs
from tests.web.conftest import Site, serve

TOLD = "the arbiter Anna Bruni has kept you two apart since round 2 (same club)"
SECTION = "/tournaments/t/sections/A"
ASKED = f"You do not meet 6 Player 006: {TOLD}."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file in which two winners of round 1 are kept apart in round 2, but not in round
    3.
    """
    with fresh(tmp_path, 8) as desk:
        play(desk, 1)
        group = Apart((1, 6), name="same club")
        decided = SetApart(A, keep_apart=(group,), by_decision=True)
        desk.act(decided, actor="Anna Bruni", reason="heard later")
        play(desk, 1)
        desk.act(SetApart(A, by_decision=True), reason="not so")
        publish(desk)
    return tmp_path / "t.crivello"


def test_on_the_pages(file: Path) -> None:
    for site in serve(file.parent):
        text = site.get("/t/t/A/explain/2/why-not?player=1&wish=6").text
        assert ASKED in unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text)))


def take_in(site: Site, last: int) -> None:
    """Wait until the pages have read what another program wrote."""
    file = site.desktop.desks.file("t")
    file.look()
    until(lambda: file.snapshot.sequence == last)


def test_the_same_decision_of_somebody_else_is_told_anew(small: Site) -> None:
    for name in ("Anna Bruni", "Carlo Neri"):
        with small.desk("t") as desk:
            decided = SetApart(A, (Apart((1, 5)),), by_decision=bool(desk.section(A).rounds))
            desk.act(decided, actor=name, reason="a quarrel")
            publish(desk)
            last = len(desk.log)
        take_in(small, last)
        text = small.get("/t/t/A/explain/1/why-not?player=1&wish=5").text
        assert f"the arbiter {name} has kept you two apart since" in text
        with small.desk("t") as desk:
            for _ in range(3):
                desk.undo()


def test_of_the_interface_for_programs(file: Path) -> None:
    for program in serve_programs(file.parent):
        found = program.get(f"{SECTION}/rounds/2/why-not/pair?one=1&other=6")
        assert ASKED in [one["text"] for one in found["paragraphs"]]


def test_of_a_round_that_is_not_paired_yet(tmp_path: Path) -> None:
    with fresh(tmp_path, 8) as desk:
        desk.act(SetApart(A, (Apart((1, 5)),)), actor="Anna Bruni")
    told = "the arbiter Anna Bruni has kept you two apart since 1 March 2026."
    for program in serve_programs(tmp_path):
        found = program.get(f"{SECTION}/rounds/1/why-not/pair?one=1&other=5")
        assert any(told in one["text"] for one in found["paragraphs"])
    asked = call("explain", tmp_path / "t.crivello", "--round", "1", "--why-not", "1-5")
    assert told in " ".join(asked.out.split())


def test_on_the_command_line(file: Path) -> None:
    found = call("explain", file, "--round", "2", "--why-not", "1-6")
    assert ASKED in " ".join(found.out.split())


def test_on_the_slips(file: Path) -> None:
    with Desk.open(file) as desk:
        (block,) = view("why-slips", Subject.of_desk(desk, A), 2).blocks
    assert isinstance(block, Slips)
    said = [one for slip in block.slips for reasons in slip.reasons for one in reasons.answers]
    assert any(TOLD in one for one in said), said
