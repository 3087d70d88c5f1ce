"""The site: every link leads to a page, every board is explained, and no folder is lost."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from urllib.parse import urldefrag

import pytest

from crivello.desk import actions as a
from crivello.desk.events import ChangeCase
from crivello.model.errors import Illegal
from crivello.model.tournament import Tournament
from crivello.reports.site import MARKER, ForeignFolder, reasons, replace_folder, site_files
from crivello.reports.subject import Subject
from crivello.words import Language
from tests.desk.desks import A, fresh, play, publish
from tests.reports.pages_read import EVIL, Read, evil, large, read_page, rows_of


def site_of(tournament: Tournament, language: Language = Language.EN) -> dict[str, str]:
    files = list(site_files(Subject.of_tournament(tournament), language))
    assert len(dict(files)) == len(files)
    return dict(files)


def read_all(files: dict[str, str]) -> dict[str, Read]:
    return {name: read_page(text) for name, text in files.items() if name.endswith(".html")}


def check_links(pages: dict[str, Read], files: dict[str, str]) -> None:
    for name, read in pages.items():
        assert len(set(read.ids)) == len(read.ids)
        for one in [*read.all("a"), *read.all("link")]:
            address = one.attributes["href"]
            assert address
            path, anchor = urldefrag(address)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path or "."))
            if not path:
                target = name
            assert target in files, f"{name} links to {address}"
            if anchor:
                assert anchor in pages[target].ids, f"{name} links to {address}"


@pytest.mark.parametrize("tournament", [evil(), large(20, 4), replace(evil(), rounds=())])
def test_every_link_leads_somewhere_and_stays_inside(tournament: Tournament) -> None:
    files = site_of(tournament)
    pages = read_all(files)
    check_links(pages, files)
    for text in files.values():
        assert "://" not in text
    for name, read in pages.items():
        assert {"script", "img", "style"}.isdisjoint(one.tag for one in read.elements)
        assert read.all("html")[0].attributes["lang"] == ("it" if name[:3] == "it/" else "en")
        levels = [int(one.tag[1]) for one in read.elements if one.tag in ("h1", "h2", "h3")]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))
        assert len(read.all("main")) == 1


def test_the_language_that_is_asked_for_lies_above() -> None:
    files = site_of(evil(), Language.IT)
    assert "Panoramica" in read_page(files["index.html"]).texts("a")
    assert "Overview" in read_page(files["en/index.html"]).texts("a")
    (link,) = [one for one in read_page(files["round-1.html"]).all("a") if one.text == "English"]
    assert link.attributes["href"] == "en/round-1.html"


def test_names_are_links_to_cards_and_tables_to_reasons() -> None:
    files = site_of(evil())
    links = {one.text: one.attributes["href"] for one in read_page(files["round-1.html"]).all("a")}
    assert links[EVIL] == "player-1.html"
    assert links["2"] == "round-1-why.html#board-2"
    card = read_page(files["player-1.html"])
    assert EVIL in card.texts("h1")[0]
    assert len(rows_of(files["standings-1.html"])) == 5


def test_every_board_of_a_round_by_the_rules_is_explained() -> None:
    tournament = large(20, 4)
    for number in range(1, 5):
        told = reasons(Subject.of_tournament(tournament), number)
        games = tournament.round(number).games
        byes = [bye for _, bye in tournament.round(number).byes if not bye.requested]
        assert told.as_played
        assert [place for place, _ in told.boards] == list(range(1, len(games) + len(byes) + 1))
    text = site_of(tournament)["round-4-why.html"]
    white = tournament.player[tournament.round(4).games[2].white]
    (board,) = [
        one for one in read_page(text).all("div", "board") if one.attributes["id"] == "board-3"
    ]
    assert f"For {white.number} {white.name.replace(',', '')}" in board.text
    assert "You have White because" in board.text


def test_a_round_that_the_rules_do_not_give_is_told_to_be_such() -> None:
    told = reasons(Subject.of_tournament(evil()), 2)
    assert not told.as_played
    assert [place for place, _ in told.boards] == [1]
    files = site_of(evil())
    note = read_page(files["round-2-why.html"]).texts("p", "note")
    assert note[0].startswith("With these data the rules give another pairing")
    links = [one.attributes["href"] for one in read_page(files["round-2.html"]).all("a")]
    assert "round-2-why.html#board-1" in links
    assert "round-2-why.html#board-2" not in links


def test_a_desk_explains_a_round_from_what_was_known_then(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        play(desk, 1)
        publish(desk)
        second = desk.section(A).registration(1).player
        desk.act(a.Correct(A, replace(second, rating=1500)), reason="typing error")
        subject = Subject.of_desk(desk, A)
    assert reasons(subject, 1).as_played
    assert reasons(subject, 2).as_played
    assert not reasons(replace(subject, known=None), 1).as_played


def test_a_board_changed_by_hand_is_not_explained(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        publish(desk)
        boards = desk.section(A).rounds[-1].draft.boards
        turned = ((boards[0][1], boards[0][0]), *boards[1:])
        desk.act(a.ChangePublished(A, turned, None, ChangeCase.CHIEF_ARBITER), reason="x")
        told = reasons(Subject.of_desk(desk, A), 1)
    assert not told.as_played
    assert [place for place, _ in told.boards] == [2, 3, 4]


def test_what_cannot_be_explained_is_said() -> None:
    settings = replace(evil().settings, system=None, start="1901/01/01")
    subject = Subject.of_tournament(replace(evil(), settings=settings))
    assert reasons(subject, 1).failure is not None


def test_nobody_has_no_site() -> None:
    with pytest.raises(Illegal, match="no players"):
        list(site_files(Subject.of_tournament(Tournament()), Language.EN))


# The folder


def files(*names: str, text: str = "x") -> Iterator[tuple[str, str]]:
    return iter([(name, text) for name in names])


def here(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_is_replaced_as_a_whole(tmp_path: Path) -> None:
    site = tmp_path / "deep" / "site"
    assert replace_folder(site, files("index.html", "it/index.html")) == 2
    assert replace_folder(site, files("index.html", text="new")) == 1
    assert here(site) == {"index.html", MARKER}
    assert (site / "index.html").read_text() == "new"
    assert [path.name for path in site.parent.iterdir()] == ["site"]


def test_an_empty_folder_may_be_used_and_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    replace_folder(tmp_path / "link", files("index.html"))
    assert (tmp_path / "link").is_symlink()
    assert here(tmp_path / "real") == {"index.html", MARKER}


def test_a_folder_of_somebody_else_is_never_touched(tmp_path: Path) -> None:
    theirs = tmp_path / "photos"
    theirs.mkdir()
    (theirs / "cat.jpg").write_text("meow")
    for marker in (None, "something else\ncat.jpg\n"):
        if marker:
            (theirs / MARKER).write_text(marker)
        before = here(theirs)
        with pytest.raises(ForeignFolder, match="used for something else"):
            replace_folder(theirs, files("index.html"))
        assert here(theirs) == before
    with pytest.raises(ForeignFolder, match="is a file"):
        replace_folder(theirs / "cat.jpg", files("index.html"))


def test_a_file_put_beside_ours_is_not_lost(tmp_path: Path) -> None:
    site = tmp_path / "site"
    replace_folder(site, files("index.html"))
    (site / "logo.png").write_text("logo")
    with pytest.raises(ForeignFolder, match=r"logo\.png"):
        replace_folder(site, files("index.html", text="new"))
    assert (site / "index.html").read_text() == "x"
    assert here(site) == {"index.html", "logo.png", MARKER}


def test_if_the_new_one_fails_the_old_one_stays(tmp_path: Path) -> None:
    def failing() -> Iterator[tuple[str, str]]:
        yield "index.html", "half"
        raise RuntimeError

    site = tmp_path / "site"
    replace_folder(site, files("index.html", "other.html"))
    with pytest.raises(RuntimeError):
        replace_folder(site, failing())
    assert here(site) == {"index.html", "other.html", MARKER}
    assert (site / "index.html").read_text() == "x"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
