"""`crivello study`: its files, the same bytes in a second run, refusals, interruption."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.audit.study.definition import Study
from crivello.extras import install_command
from crivello.reports.study.figure_rows import ResultRow
from crivello.reports.study.plots import study_figures
from crivello.words import Language
from tests.cli.calling import call, environment

PLAIN = ("--scheduler", "processes", "--jobs", "1")
STUDY = """
title = "Try <b>it</b>"
question = "Does it run?"
tournaments = 6
tie-breaks = ["BH"]
figures = ["tau", "criteria"]
measures = ["tau", "wrong-winner", "rating-difference", "criteria"]
[[population]]
name = "small"
players = 8
rounds = 3
half-point-byes = 8
[[system]]
key = "dutch-2017"
[[system]]
key = "dutch-2026"
against = "dutch-2017"
"""
SAME = ("study.toml", "results.csv", "results.parquet", "report.html", "tau.svg")


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "try.toml"
    path.write_text(STUDY)
    return path


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished study, with the study file next to it."""
    place = tmp_path_factory.mktemp("finished")
    (place / "try.toml").write_text(STUDY)
    done = call("study", "try.toml", *PLAIN, cwd=place)
    assert (done.code, done.err) == (0, "")
    assert "Kendall's tau" in done.out
    assert "Wrong winner %" in done.out
    return place / "try"


@pytest.fixture
def copied(finished: Path, study: Path, tmp_path: Path) -> Path:
    """A copy of the finished study, with all tournaments in its journal."""
    return shutil.copytree(finished, tmp_path / "try")


def test_a_study_writes_its_tables_figures_and_report_the_same_again(
    finished: Path, tmp_path: Path
) -> None:
    assert {path.name for path in finished.iterdir()} >= {*SAME, "journal.jsonl", "times.csv"}
    report = (finished / "report.html").read_text()
    assert "Try &lt;b&gt;it&lt;/b&gt;" in report
    assert "Does it run?" in report
    assert report.count("data:image/svg+xml;base64,") >= 1
    assert "http" not in report.replace("http://www.w3.org", "")
    tau = [row for row in table(finished) if (row["measure"], row["round"]) == ("tau", "0")]
    assert [(row["system"], row["compared_with"], row["tournaments"]) for row in tau] == [
        ("dutch-2017", "", "6"),
        ("dutch-2026", "", "6"),
        ("dutch-2026", "dutch-2017", "6"),
    ]
    with (finished / "times.csv").open() as file:
        assert {row["rounds"] for row in csv.DictReader(file)} == {"6"}

    # The same bytes again, with two processes.
    words = ("study", finished.with_suffix(".toml"), "--folder", tmp_path / "two")
    assert call(*words, "--scheduler", "processes", "--jobs", "2").code == 0
    for name in SAME:
        assert (tmp_path / "two" / name).read_bytes() == (finished / name).read_bytes(), name


def table(folder: Path) -> list[dict[str, str]]:
    with (folder / "results.csv").open() as file:
        return list(csv.DictReader(file))


def test_parquet_says_the_same_as_csv(finished: Path) -> None:
    from pyarrow import parquet  # type: ignore[import-untyped]

    typed = parquet.read_table(finished / "results.parquet").to_pylist()
    texts = table(finished)
    assert [row["system"] for row in typed] == [row["system"] for row in texts]
    assert [f"{row['mean']:.6f}" for row in typed] == [row["mean"] for row in texts]


def test_it_answers_in_json_and_in_italian(copied: Path, tmp_path: Path) -> None:
    answer = json.loads(call("study", "try.toml", *PLAIN, "--json", cwd=tmp_path).out)
    assert (answer["schema"], answer["seed"], answer["tournaments"]) == ("crivello/study/1", 1, 6)
    assert {row["measure"] for row in answer["results"]} >= {"unfinished", "tau"}
    done = call("study", "try.toml", *PLAIN, "--lang", "it", cwd=tmp_path)
    assert "Tau di Kendall" in done.out
    report = (copied / "report.html").read_text()
    assert "La domanda" in report


def test_without_the_extras_there_are_csv_and_report_and_another_seed_finds_something_else(
    study: Path, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crivello.extras.find_spec", lambda name: None)
    done = call("study", study, *PLAIN, "--seed", "2", cwd=tmp_path)
    assert done.code == 0
    assert install_command("parquet") in done.err
    assert install_command("plots") in done.err
    names = {path.name for path in (tmp_path / "try").iterdir()}
    assert names == {"journal.jsonl", "study.toml", "results.csv", "report.html", "times.csv"}
    assert table(tmp_path / "try") != table(finished)


@pytest.mark.parametrize("name", ["systems", "baku", "editions", "extra-white"])
def test_the_studies_of_the_house_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Generating tournaments takes most of the time, so at most two populations are generated."""

    def draw(study: Study, rows: Sequence[ResultRow], language: Language) -> Mapping[str, bytes]:
        first = replace(study, populations=study.populations[:2])
        return study_figures(first, rows, language)

    monkeypatch.setattr("crivello.cli.audit.study.study_figures", draw)
    (tmp_path / name).mkdir()  # the folder of this name is not taken for a file
    done = call("study", name, "-n", "1", *PLAIN, cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    report = (tmp_path / name / "report.html").read_bytes()
    assert report.count(b"data:image/svg+xml;base64,") >= 3


def test_a_bad_study_is_refused_with_its_spots_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(STUDY.replace("players = 8", "players = 0").strip())
    done = call("study", "bad.toml", *PLAIN, cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert "bad.toml:9:1: players cannot be 0: write 2-9999" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.toml"]
    (tmp_path / "bad.toml").write_bytes(b"title = '\xff'")
    assert "save it as UTF-8" in call("study", "bad.toml", cwd=tmp_path).err
    done = call("study", "nothing", cwd=tmp_path)
    assert "There is no study 'nothing'. Give a file, or one of baku, editions," in done.err
    assert call("study", "nothing.toml", cwd=tmp_path).code == 5


def test_a_folder_that_is_a_file_or_of_another_study(copied: Path, study: Path) -> None:
    done = call("study", study, *PLAIN, "--folder", study)
    assert (done.code, done.out) == (3, "")
    assert "is a file: name another folder with --folder." in done.err
    before = (copied / "report.html").read_bytes()
    done = call("study", study, *PLAIN, "--seed", "9", "--folder", copied)
    assert (done.code, done.out) == (3, "")
    assert "belongs to another study or version" in done.err
    assert (copied / "report.html").read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize(("scheduler", "jobs"), [("processes", "2"), ("local", "1")])
def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(
    scheduler: str, jobs: str, study: Path, tmp_path: Path
) -> None:
    words = ["study", "try.toml", "-n", "3000", "--jobs", jobs, "--scheduler", scheduler]
    process = subprocess.Popen(
        [sys.executable, "-m", "crivello", *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    journal = tmp_path / "try" / "journal.jsonl"
    try:
        until = time.monotonic() + 600
        while not journal.exists() or journal.read_bytes().count(b"\n") < 3:
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        out, err = process.communicate(timeout=600)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, out) == (130, b"")
    said = err.decode()
    assert said.startswith("Stopped after ")
    assert f"To continue: crivello {' '.join(words[:4])}" in said
    assert len(said.splitlines()) == 2
    kept = journal.read_bytes().count(b"\n")
    done = call("study", "try.toml", "-n", "15", *PLAIN, cwd=tmp_path)
    assert done.code == 0
    assert journal.read_bytes().count(b"\n") - kept <= 3
