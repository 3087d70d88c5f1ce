"""The demonstration is in the language in which the desk was started."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.web.demonstration import build, build_example
from crivello.words import COMPLETE_LANGUAGES, Language
from tests.support.preloaded import start_program
from tests.support.waiting import SECONDS

NAMES = {Language.EN: "Fourteen players", Language.IT: "Quattordici giocatori"}


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_it_is_named_in_the_language(tmp_path: Path, language: Language) -> None:
    path = build(tmp_path, language)
    assert path.name == "demo.crivello"
    with Desk.open(path) as desk:
        assert desk.section("A").settings.name == NAMES[language]


def test_one_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    before = build(tmp_path, Language.EN).read_bytes()
    assert build(tmp_path, Language.IT).read_bytes() == before


def test_the_command_takes_the_language_of_the_system(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "CRIVELLO_LANG")}
    environment |= {"LC_MESSAGES": "it_IT.UTF-8", "XDG_STATE_HOME": str(tmp_path)}
    environment["PYTHONPATH"] = str(Path(__file__).resolve().parents[2] / "src")
    words = ["desk", str(tmp_path), "--demo", "--no-browser"]
    running = start_program("crivello", *words, env=environment, stderr=subprocess.PIPE)
    assert running.stderr is not None
    with running.stderr:
        said = running.stderr.readline()  # the desk is ready
        running.kill()
        rest = running.stderr.read()
    running.wait(SECONDS)
    assert re.search(r"http://127\.0\.0\.1:\d+/start", said), said + rest
    with Desk.open(tmp_path / "demo.crivello") as desk:
        assert desk.section("A").settings.name == NAMES[Language.IT]


def test_an_example_has_all_its_rounds(tmp_path: Path) -> None:
    build_example(tmp_path, "dubov-2018")
    build_example(tmp_path, "dubov-2018")
    assert [path.name for path in tmp_path.iterdir()] == ["dubov-2018.crivello"]
    with Desk.open(tmp_path / "dubov-2018.crivello") as desk:
        section = desk.section("A")
        assert section.settings.system == "dubov-2018"
        assert len(section.rounds) == 6
