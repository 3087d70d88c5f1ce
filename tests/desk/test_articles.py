"""Notices and refusals cite the article numbers of the tournament's own edition."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk.actions import (
    ChangePublished,
    Correct,
    DrawColour,
    EnterResults,
    OpenSection,
    Pair,
    Publish,
    Register,
    Remove,
    SetApart,
)
from crivello.desk.actions.rounds import preview
from crivello.desk.announcement import Announcement
from crivello.desk.events import ChangeCase
from crivello.desk.refusals import ColourNotDrawn, NoRounds, Refusal
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.settings import Apart, Settings
from tests.desk.desks import A, Clock, fresh, people, play, publish

SOURCES = Path(__file__).parents[2] / "src" / "crivello"
NEW = re.compile(r"C\.04\.[12]: ")
OLD = re.compile(r"C\.04\.[12]\.[A-Da-i]")


def refused(desk: Desk, action: object) -> str:
    with pytest.raises(Refusal) as refusal:
        desk.act(action)  # type: ignore[arg-type]
    return refusal.value.article


@pytest.mark.parametrize(
    ("system", "late", "numbers", "rematch", "published", "removed", "open_results"),
    [
        (
            *("dutch-2026", "C.04.2: 2.3", "C.04.2: 2.3", "C.04.1: 2"),
            *("C.04.2: 4.4", "C.04.2: 2.5", "C.04.2: 3.1"),
        ),
        (
            *("dutch-2017", "C.04.2.B.3", "C.04.2.B.3", "C.04.1.b"),
            *("C.04.2.D.10", "C.04.2.C.3", "C.04.2.D.1"),
        ),
        (
            *("dubov-2018", "C.04.2.B.3", "C.04.2.B.3", "C.04.1.b"),
            *("C.04.2.D.10", "C.04.2.C.3", "C.04.2.D.1"),
        ),
    ],
)
def test_a_tournament_cites_its_own_edition(
    tmp_path: Path,
    system: str,
    late: str,
    numbers: str,
    rematch: str,
    published: str,
    removed: str,
    open_results: str,
) -> None:
    with fresh(tmp_path, system=system) as desk:
        publish(desk)
        assert refused(desk, Pair(A)) == open_results
        with pytest.raises(Refusal) as refusal:
            preview(desk.section(A))
        assert refusal.value.article == open_results
        assert refused(desk, Remove(A, (1,))) == removed
        boards = desk.section(A).rounds[0].games
        entered = tuple((n, Result.DRAW) for n in range(1, len(boards) + 1))
        result = desk.act(EnterResults(A, entered))
        with pytest.raises(Refusal) as refusal:
            desk.undo(result.sequence - 1, along=True)  # the publication
        assert refusal.value.article == published
        moved = desk.act(Correct(A, Player(id=8, number=8, name="Player 008", rating=2700)))
        assert moved.notices[0].article == numbers
        play(desk, 2)
        frozen = desk.act(Pair(A))
        assert late in [one.article for one in frozen.notices]
        desk.act(Publish(A))
        games = [(game.white, game.black) for game in desk.section(A).rounds[0].games]
        changed = desk.act(
            ChangePublished(A, tuple(games), None, ChangeCase.CHIEF_ARBITER), reason="a test"
        )
        articles = [one.article for one in changed.notices]
        assert articles[0] == published
        assert rematch in articles


OUTSIDE = Announcement(fide_mode=False)


def test_settings_of_an_older_tournament(tmp_path: Path) -> None:
    # C.04.1.a (1)
    for system, start, number in (
        ("dutch", "2018/05/01", "C.04.1.a"),
        ("dutch", "2026/05/01", "C.04.1: 1"),
        ("lim-1999", "2018/05/01", "C.04.1.a"),
    ):
        with pytest.raises(NoRounds) as refusal:
            Desk.create(
                tmp_path / "no.crivello",
                OpenSection(A, Settings(system=system, start=start), OUTSIDE),
                reason="an edition of its time",
            )
        assert refusal.value.article == number
    old = Settings(rounds=5, system="lim-1999", start="2018/05/01")
    with Desk.create(tmp_path / "t.crivello", OpenSection(A, old), clock=Clock()) as desk:
        desk.act(Register(A, people(8)))
        apart = desk.act(SetApart(A, keep_apart=(Apart((1, 2)),)))
        assert [one.article for one in apart.notices] == ["C.04.2.A.5"]
        # A second section has an edition of its own.
        new = OpenSection("B", Settings(rounds=5, system="dutch-2026"), Announcement())
        assert all(not OLD.match(one.article) for one in desk.act(new).notices)


@pytest.mark.parametrize(
    ("system", "article"),
    [
        ("dutch-2026", "C.04.3: 5.1"),
        ("dutch-2017", "C.04.3.E"),
        ("dubov-2018", "C.04.4.1.E"),
        ("lim-1999", ""),
    ],
)
def test_the_initial_colour_is_an_article_of_the_system(
    tmp_path: Path, system: str, article: str
) -> None:
    settings = Settings(rounds=5, system=system, start="2018/05/01")
    first = OpenSection(A, settings, OUTSIDE)
    with Desk.create(tmp_path / "t.crivello", first, clock=Clock(), reason="its time") as desk:
        desk.act(Register(A, people(4)))
        with pytest.raises(ColourNotDrawn) as refusal:
            desk.act(Pair(A))
        assert refusal.value.article == article
        desk.act(DrawColour(A, Colour.WHITE))


def test_no_number_is_written_down_beside_the_table() -> None:
    """Sentences, notices and pages take the article numbers of the shared rules from one table."""
    found = []
    for path in sorted(SOURCES.rglob("*")):
        if path.suffix not in (".py", ".html") or path.name == "handling.py":
            continue
        text = path.read_text(encoding="utf-8")
        text = re.sub(r'""".*?"""', "", text, flags=re.DOTALL)
        text = re.sub(r"#.*", "", text) if path.suffix == ".py" else text
        for line in text.splitlines():
            if NEW.search(line) or OLD.search(line):
                found.append(path.name)
    # The help of the command line speaks of no tournament: it has the numbers in force.
    assert found == ["commands.py"]
