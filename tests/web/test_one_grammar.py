"""What people type means the same at both doors: results, players, data, settings, days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk.actions import Correct
from crivello.desk.lookup import find_player, find_players, split_players
from crivello.desk.player_data import read_player
from crivello.model.errors import CrivelloError
from crivello.model.result import KEY_OF, Result, read_result
from tests.cli.desk.prepared import desk as crivello
from tests.desk.desks import fresh, publish
from tests.support.spellings import MEANING, MEANINGLESS
from tests.web.conftest import Site

ROUND = "/t/demo/A/round/4"


@pytest.fixture
def small_desk(tmp_path: Path) -> Iterator[Desk]:
    folder = tmp_path / "desk"
    folder.mkdir()
    with fresh(folder, 6) as desk:
        publish(desk)
        yield desk


def at_the_command_line(desk: Desk, word: str) -> Result | None:
    """The result of table 1 after it was entered; a refusal is raised."""
    called = crivello(Path(desk.path).parent, "result", "1", word)
    if called.code == 3:
        raise CrivelloError("{said}", said=called.err)
    assert called.code == 0, called.err
    desk.refresh()
    return desk.section("A").rounds[-1].games[0].result


def in_the_browser(site: Site, word: str) -> Result | None:
    """Likewise of table 2, by an arbiter who has seen what is there."""

    def entered() -> Result | None:
        with site.desk() as desk:
            return desk.section("A").rounds[-1].games[1].result

    seen = entered()
    shown = "" if seen is None else KEY_OF[seen]
    fields = {"entry": f"2 {word}", "shown": shown, "confirmed": 1}
    answer = site.post(f"{ROUND}/result", fields, x_fragment="1").text
    if "told refused" in answer:
        raise CrivelloError("{said}", said=answer)
    return entered()


def test_all_spellings_mean_the_same_everywhere(site: Site, small_desk: Desk) -> None:
    for word, result in MEANING.items():
        assert read_result(word) is result
        assert at_the_command_line(small_desk, word) is result, word
        assert in_the_browser(site, word) is result, word
    assert in_the_browser(site, "1") is at_the_command_line(small_desk, "1")
    for word in MEANINGLESS:
        for door in (read_result, lambda text: at_the_command_line(small_desk, text)):
            with pytest.raises(CrivelloError):
                door(word)
        with pytest.raises(CrivelloError):
            in_the_browser(site, word)


def test_players_are_found_by_number_name_and_id(small_desk: Desk) -> None:
    names = ("Müller, Jörg", "Muller, Anna", "Anna Muller-Rossi", "Øster, Bo")
    for player, name in enumerate(names, start=1):
        fide_id = {"fide_id": "812345"} if player == 3 else {}
        known = read_player({"name": name, "rating": str(2400 - player), **fide_id})
        small_desk.act(Correct("A", replace(known, id=player)))
    section = small_desk.section("A")

    def meant(text: str) -> int:
        return find_player(section, text)

    assert (meant("jorg"), meant("oster"), meant("rossi an"), meant("812345")) == (1, 4, 3, 3)
    assert meant("anna muller") == 2  # the whole name, and nothing else
    assert meant("Muller, Anna") == meant("2") == meant(" id:2 ") == 2
    assert find_players(section, split_players("3 1, anna muller; 3-4")) == (3, 1, 2, 4)
    for text in ("", "muller", "7", "999999", "zz", "1 2", "id:99", "4-3"):
        with pytest.raises(CrivelloError):
            meant(text)


DAYS = ("2026-03-02", "2026/3/2", "2.3.2026", "2/3/2026", "2 March 2026", "20260302")
NO_DAYS = ("2026", "31/2/2026", "02/03/26", "02.03.26", "tomorrow")


def test_days_are_written_in_the_same_ways_everywhere(site: Site, small_desk: Desk) -> None:
    def at_both_doors(text: str) -> tuple[str, str]:
        folder = Path(small_desk.path).parent
        crivello(folder, "set", "start=2020-01-01")
        crivello(folder, "set", f"start={text}")
        small_desk.refresh()
        site.post("/t/demo/A/settings/schedule", {"start": "2020-01-01"})
        site.post("/t/demo/A/settings/schedule", {"start": text})
        with site.desk() as desk:
            seen = desk.section("A").settings.start
        return small_desk.section("A").settings.start, seen

    for text in DAYS:
        assert at_both_doors(text) == ("2026/03/02",) * 2, text
        assert read_player({"name": "A", "birth": text}).birth == "2026/03/02"
    for text in NO_DAYS:
        assert at_both_doors(text) == ("2020/01/01",) * 2, text
