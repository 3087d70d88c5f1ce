"""The reference, the examples and the notebook."""

import inspect
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

import crivello as cv
from tests.support.waiting import SECONDS
from tools import reference

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples"


def test_the_reference_has_every_public_name_and_no_other() -> None:
    named = re.findall(r"^### (\w+)$", reference.PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted([*named, "__version__"]) == sorted(cv.__all__)


def test_the_reference_is_up_to_date() -> None:
    assert reference.PAGE.read_text("utf-8") == reference.page(), "make generate WHAT=reference"


@pytest.mark.parametrize("name", [name for name in cv.__all__ if name != "__version__"])
def test_every_public_name_says_what_it_is_with_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(getattr(cv, name)) or "")


def test_every_public_method_says_what_it_does() -> None:
    silent = [
        f"{name}.{method}"
        for name in cv.__all__
        if inspect.isclass(kind := getattr(cv, name))
        for method, member in vars(kind).items()
        if not method.startswith("_")
        and (inspect.isfunction(member) or isinstance(member, property | classmethod))
        and not inspect.getdoc(member)
    ]
    assert silent == []


def run(*words: str) -> str:
    command = [sys.executable, *words]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_of_a_club_night() -> None:
    text = run("examples/club_night.py")
    assert text.count("Club night · Round") == 4
    assert "Standings after round 4" in text


def test_the_example_that_answers_why() -> None:
    path = "src/crivello/examples/before-round-4.trf"
    assert "5 Elisa" in run("examples/why.py", path, "4", "Davide")
    assert run("examples/why.py", path, "4", "Davide", "it").startswith("Turno 4")


def test_the_example_that_compares_editions() -> None:
    assert re.fullmatch(r"\d+ of 25 rounds differ\n", run("examples/editions.py"))


@pytest.mark.slow
def test_the_notebook_runs_and_everything_shows_itself() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the notebook's own packages
        import nbformat.v4
        from nbclient import NotebookClient

        text = (EXAMPLES / "tournament.ipynb").read_text("utf-8")
        notebook: Any = nbformat.reads(text, as_version=4)
        NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute()
    shown = [
        set().union(*(output.get("data", {}) for output in cell.outputs))
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    assert sum("text/html" in one for one in shown) == 6
    assert sum("image/png" in one for one in shown) == 4
    assert all(shown)
