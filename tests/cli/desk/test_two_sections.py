"""Commands on a file with two sections."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import desk, done


def test_one_edit_corrects_in_all_sections(tmp_path: Path, at: At) -> None:
    at("registered")
    done(tmp_path, "section", "B", "rounds=3")
    done(tmp_path, "section", "C", "rounds=3", "pace=rapid")
    for section in "BC":
        done(tmp_path, "add", "2", "3", "--from", "A", "--section", section)
    edit = ("edit", "2", "name=Due, Ada", "rating=2391", "--section", "A")
    told = desk(tmp_path, *edit)
    assert told.out == "Corrected: 2 Due, Ada. Also corrected in sections B, C.\n"
    stays = "The rating of 2 Due, Ada in section C stays 2390; correct it there if that"
    assert stays in told.err
    ratings = []
    for section in "ABC":
        listed = json.loads(done(tmp_path, "players", "--section", section, "--json"))["items"]
        players = [one["player"] for one in listed]
        ratings += [one["rating"] for one in players if one["name"] == "Due, Ada"]
    assert ratings == [2391, 2391, 2390]
    undone = done(tmp_path, "undo", "--section", "A", CRIVELLO_LANG="it")
    assert "Corretti i dati di 2 Player 002 nelle sezioni A, B, C." in undone
    assert "Due" not in "".join(done(tmp_path, "players", "--section", key) for key in "ABC")
    only = done(tmp_path, "edit", "2", "name=Due", "--section", "A", "--only-here", "--lang", "it")
    assert only == "Corretto: 2 Due.\n"


def test_a_further_section_has_the_settings_of_the_first(tmp_path: Path, at: At) -> None:
    at("registered")
    done(tmp_path, "set", "scoring=3,1,0", "missed-rounds=half", "first-table=21")
    done(tmp_path, "section", "B", "rounds=3", "name=Juniors", "pace=rapid")
    answer = json.loads(done(tmp_path, "set", "--section", "B", "--json"))["settings"]
    keys = ("scoring", "missed-rounds", "pace", "name", "rounds", "first-table", "fide-mode")
    assert [answer[key] for key in keys] == ["3,1,0", "half", "rapid", "Juniors", "3", "1", "yes"]


def test_a_correction_that_one_section_refuses(tmp_path: Path, at: At) -> None:
    at("registered")
    done(tmp_path, "section", "B", "rounds=3")
    done(tmp_path, "add", "2", "--from", "A", "--section", "B")
    done(tmp_path, "add", "Owner", "fide-id=99", "--section", "B")
    for words in (("edit", "2"), ("edit", "2", "--only-here")):
        refused = desk(tmp_path, *words, "fide-id=99", "--section", "A")
        assert refused.code == 3
        assert "already has the FIDE id 99." in refused.err
        assert "Owner" in refused.err
    assert "99" not in done(tmp_path, "players", "--section", "A")
