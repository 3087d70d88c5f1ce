"""`crivello archive`: one zip, the missing items, and the result of the cross-check."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from crivello.desk.actions import PublishResults
from crivello.formats.trf import write_trf
from tests.cli.calling import EXAMPLE, call
from tests.desk.desks import A, fresh, play
from tests.reports.pages_read import large

PRIZES = '[[list]]\nname = "Open"\nprizes = [500, 300]\n'


def test_a_desk_file_with_the_prizes_beside_it(tmp_path: Path) -> None:
    with fresh(tmp_path, rounds=2) as desk:
        play(desk, 2)
        desk.act(PublishResults(A))
    (tmp_path / "t.prizes.toml").write_text(PRIZES)
    done = call("archive", "event.zip", cwd=tmp_path)
    assert done.code == 0
    assert "they give the same points" in done.out
    assert "- No tie-breaks are announced" in done.out
    assert "No prizes" not in done.out
    with zipfile.ZipFile(tmp_path / "event.zip") as packed:
        assert f"{len(packed.namelist())} files are in event.zip." in done.out
        assert {"prizes.csv", "site/index.html", "fide/trf16.trf"} <= set(packed.namelist())


def test_a_report_file_and_an_answer_in_json(tmp_path: Path) -> None:
    target = tmp_path / "event.zip"
    done = call("archive", target, EXAMPLE, "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["schema"]) == (0, "crivello/archive/1")
    assert answer["differences"] == []
    assert "standings.csv" in answer["compared"]
    assert "fide/trf26.trf" in answer["files"]
    assert "No prizes are announced for this tournament." in answer["missing"]
    italian = call("archive", target, EXAMPLE, "--lang", "it", "--force")
    assert "Che cosa manca:" in italian.out


def test_files_that_differ_end_with_an_error(tmp_path: Path) -> None:
    """The ranks are from another program and do not follow from results and tie-breaks."""
    source = tmp_path / "other.trf"
    source.write_text(write_trf(large(20, 5), "trf26"))
    done = call("archive", tmp_path / "event.zip", source)
    assert done.code == 3
    assert "differences." in done.out
    assert "- Player 5: rank 9 in fide/trf26.trf, but" in done.out


def test_what_cannot_be_asked_is_refused(tmp_path: Path) -> None:
    assert call("archive", "-", EXAMPLE, "--json").code == 3
    assert call("archive", tmp_path / "a.zip", "-", "--prizes", "-").code == 3
    assert call("archive", tmp_path / "no" / "a.zip", EXAMPLE).code == 5
