"""The tools for assistants, asked by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import crivello as cv
from crivello.extras import install_command
from tests.cli.calling import EXAMPLE, call

ROOT = Path(__file__).resolve().parents[2]
Ask = Callable[..., Any]

pytestmark = pytest.mark.process


@pytest.fixture
def folder(tmp_path: Path, demonstration: Path) -> Path:
    inside = tmp_path / "tournaments"
    (inside / "youth").mkdir(parents=True)
    shutil.copy(EXAMPLE, inside / "open.trf")
    shutil.copy(demonstration, inside / "demo.crivello")
    cv.write(cv.example("dubov-2018"), inside / "youth" / "dubov.json")
    (tmp_path / "secret.trf").write_text("012 Secret\n001    1      Ada\n")
    (inside / "link.trf").symlink_to(tmp_path / "secret.trf")
    (inside / "notes.txt").write_text("not a tournament")
    return inside


def asking(folder: Path, *steps: tuple[str, dict[str, Any]], lang: str = "en") -> list[Any]:
    """Start the server, call the tools, and return their results."""

    async def ask() -> list[Any]:
        env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        command = ["-m", "crivello", "mcp", str(folder), "--lang", lang]
        server = StdioServerParameters(command=sys.executable, args=command, env=env)
        async with Client(server) as client:
            listed = await client.list_tools()
            return [listed.tools, *[await client.call_tool(name, given) for name, given in steps]]

    return run(ask())


def run(work: Coroutine[Any, Any, list[Any]]) -> list[Any]:
    """Run it in a thread: a browser that other tests keep open has the loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def text(result: Any) -> str:
    assert not result.is_error, result.content
    return str(result.content[0].text)


def test_an_assistant_reads_pairs_and_explains(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    tools, listed, whole, table, paired, told, why, checked = asking(
        folder,
        ("list_tournaments", {}),
        ("read_tournament", {"file": "youth/dubov.json"}),
        ("standings", {"file": "open.trf", "tie_breaks": "BH"}),
        ("pair", {"file": "open.trf"}),
        ("explain", {"file": "open.trf", "player": "Elisa", "reader": "player"}),
        ("why_not", {"file": "open.trf", "player": "Davide", "opponent": "Carla"}),
        ("check", {"file": "youth/dubov.json"}),
    )
    assert {one.name for one in tools} == {
        "list_tournaments", "read_tournament", "standings", "pair", "explain", "why_not", "check"
    }  # fmt: skip
    assert all(one.annotations.read_only_hint for one in tools)
    assert text(listed).splitlines() == [
        "demo.crivello", "notes.txt", "open.trf", "youth/dubov.json"
    ]  # fmt: skip
    assert json.loads(text(whole))["players"]
    assert json.loads(text(table))["rows"][0]["tie_breaks"][0]["code"] == "BH"
    found = json.loads(text(paired))["boards"]
    boards = [(one["white"]["id"], one["black"]["id"]) for one in found]
    assert boards == [tuple(board) for board in cv.pair(cv.example())]
    t = cv.example()
    assert "Why this opponent?" in text(told)
    assert "They played each other in round 3." in text(why)
    assert t.paired_rounds == 3
    assert json.loads(text(checked))["files"][0]["rounds"][0]["verdict"] == "same"
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_tournament_of_the_desk_is_read_with_its_players_by_name(folder: Path) -> None:
    _, table, told = asking(
        folder,
        ("standings", {"file": "demo.crivello"}),
        ("explain", {"file": "demo.crivello", "depth": "brief"}),
        lang="it",
    )
    assert json.loads(text(table))["rows"]
    assert "Turno" in text(told)


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("standings", {"file": "../secret.trf"}, "There is no tournament file '../secret.trf'"),
        ("standings", {"file": "/etc/passwd"}, "There is no tournament file"),
        ("standings", {"file": "link.trf"}, "There is no tournament file 'link.trf'"),
        ("standings", {"file": "notes.txt"}, "The file has no player lines."),
        ("standings", {"file": "a\x00b.trf"}, "There is no tournament file"),
        ("standings", {"file": "open.trf", "tie_breaks": "XX"}, "There is no tie-break 'XX'"),
        ("explain", {"file": "open.trf", "player": "Nobody"}, "No player matches 'Nobody'"),
        ("pair", {"file": "open.trf", "system": "chess960"}, "There is no pairing system"),
        ("why_not", {"file": "open.trf"}, "Ask for one of"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(
    folder: Path, tool: str, given: dict[str, Any], said: str
) -> None:
    _, answer = asking(folder, (tool, given))
    assert answer.is_error
    assert said in answer.content[0].text


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = call("mcp", str(tmp_path / "nowhere"))
    assert done.code == 3
    assert "There is no folder" in done.err
    assert call("mcp").err.startswith("crivello: DIR is missing.")


WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Missing())
from crivello.cli import main
sys.exit(main(["mcp", {folder!r}]))
"""


def start_without(folder: Path, *missing: str) -> subprocess.CompletedProcess[str]:
    program = WITHOUT.format(missing=set(missing), folder=str(folder))
    env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, input="", env=env, capture_output=True, text=True, check=False)


def test_the_extra_is_enough_and_named_if_it_is_missing(folder: Path) -> None:
    enough = start_without(folder, "fastapi", "jinja2", "openpyxl", "typst", "segno", "multipart")
    assert (enough.returncode, enough.stdout) == (0, ""), enough.stderr
    refused = start_without(folder, "mcp")
    assert refused.returncode == 3
    assert "The tools for assistants need a package. Install it with:" in refused.stderr
    assert install_command("mcp") in refused.stderr
