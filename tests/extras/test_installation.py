"""The command that installs an extra fits the way in which crivello was installed."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest

import crivello
from crivello.extras import PACKAGES, install_command
from crivello.extras.installation import BEYOND_ALL

SOURCE = Path(crivello.__file__).parent
ROOT = SOURCE.parent.parent


def make_environment(folder: Path, *, pip: bool = False) -> Path:
    venv.create(folder, with_pip=pip, symlinks=True)
    return folder / "bin" / "python"


def ask(python: Path, *extras: str, source: Path = SOURCE.parent) -> str:
    """Return the command that crivello names in another environment."""
    code = f"from crivello.extras import install_command; print(install_command(*{extras!r}))"
    environment = os.environ | {"PYTHONPATH": str(source)}
    done = subprocess.run(
        [python, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_an_environment_with_pip_is_told_its_own_pip(tmp_path: Path) -> None:
    python = make_environment(tmp_path / "my env", pip=True)
    assert ask(python, "pdf") == f"'{python}' -m pip install 'crivello[pdf]'"


def test_an_environment_without_pip_is_told_uv(tmp_path: Path) -> None:
    python = make_environment(tmp_path / "env")
    assert ask(python, "pdf", "xlsx") == f"uv pip install --python {python} 'crivello[pdf,xlsx]'"


@pytest.mark.parametrize(
    ("source", "command"),
    [
        ("crivello", "pipx install --force 'crivello[all]'"),
        ("crivello[web]", "pipx install --force 'crivello[all]'"),
        ("crivello==1.0", "pipx install --force 'crivello[all]'"),
        ("/tmp/a b/crivello-1.0-py3-none-any.whl",
         "pipx install --force '/tmp/a b/crivello-1.0-py3-none-any.whl[all]'"),
        ("/tmp/crivello-1.0-py3-none-any.whl[web]",
         "pipx install --force '/tmp/crivello-1.0-py3-none-any.whl[all]'"),
        ("crivello-1.0-py3-none-any.whl",
         "pipx install --force 'crivello-1.0-py3-none-any.whl[all]'"),
    ],
)  # fmt: skip
def test_pipx_installs_anew_what_it_installed(tmp_path: Path, source: str, command: str) -> None:
    python = make_environment(tmp_path)
    receipt = {"main_package": {"package": "crivello", "package_or_url": source}}
    (tmp_path / "pipx_metadata.json").write_text(json.dumps(receipt), encoding="utf-8")
    assert ask(python, "pdf") == command


@pytest.mark.parametrize(
    ("requirement", "command"),
    [
        ('{ name = "crivello" }', "uv tool install --force 'crivello[all]'"),
        ('{ name = "crivello", extras = ["web"] }', "uv tool install --force 'crivello[all]'"),
        ('{ name = "crivello", path = "/tmp/crivello-1.0-py3-none-any.whl" }',
         "uv tool install --force '/tmp/crivello-1.0-py3-none-any.whl[all]'"),
    ],
)  # fmt: skip
def test_uv_installs_anew_what_it_installed(tmp_path: Path, requirement: str, command: str) -> None:
    python = make_environment(tmp_path)
    receipt = f"[tool]\nrequirements = [{requirement}]\n"
    (tmp_path / "uv-receipt.toml").write_text(receipt, encoding="utf-8")
    assert ask(python, "xlsx") == command


@pytest.mark.parametrize("name", ["pipx_metadata.json", "uv-receipt.toml"])
def test_a_receipt_that_cannot_be_read_is_no_obstacle(tmp_path: Path, name: str) -> None:
    python = make_environment(tmp_path)
    (tmp_path / name).write_text("[", encoding="utf-8")
    assert ask(python, "pdf").endswith("install --force 'crivello[all]'")


def test_an_extra_outside_all_is_added_to_it(tmp_path: Path) -> None:
    python = make_environment(tmp_path)
    (tmp_path / "uv-receipt.toml").write_text(
        '[tool]\nrequirements = [{ name = "crivello" }]\n', encoding="utf-8"
    )
    assert ask(python, "plots") == "uv tool install --force 'crivello[all,plots]'"


def test_a_program_that_runs_from_the_cache_of_uv_is_called_with_its_extras(
    tmp_path: Path,
) -> None:
    python = make_environment(tmp_path / "archive-v0" / "x")
    assert ask(python, "pdf") == "uvx --from 'crivello[all]' crivello"


def test_a_clone_is_set_up_by_make(tmp_path: Path) -> None:
    clone = tmp_path / "the clone"
    for part in ("__init__.py", "extras", "model", "standard"):
        place = clone / "src" / "crivello" / part
        place.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (SOURCE / part).is_dir() else shutil.copy
        copy(SOURCE / part, place)
    (clone / "tools").mkdir()
    for part in ("Makefile", "pyproject.toml", "tools/setup.py"):
        shutil.copy(ROOT / part, clone / part)
    python = make_environment(clone / ".venv")
    assert ask(python, "pdf", source=clone / "src") == f"make -C '{clone}' setup"
    printed = subprocess.run(
        ["make", "-n", "-C", clone, "setup"], capture_output=True, text=True, check=True
    ).stdout
    assert "tools/setup.py dev" in printed


FOR_PROGRAMS = ("audit", "front", "reports/parquet", "reports/study", "web/assistants")
"""Packages and modules that need extras which the desk does not use."""
ASKING = ("require", "install_command", "is_installed", "start_or_refuse")


def asked_by_the_desk() -> set[str]:
    """Return the extras that a message at the desk could ask an arbiter to install."""
    found: set[str] = set()
    for file in SOURCE.rglob("*.py"):
        if file.relative_to(SOURCE).as_posix().startswith(FOR_PROGRAMS):
            continue
        for call in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(call, ast.Call):
                if getattr(call.func, "id", "") in ASKING:
                    parts = (part for argument in call.args for part in ast.walk(argument))
                    constants = [one.value for one in parts if isinstance(one, ast.Constant)]
                    found.update(one for one in constants if isinstance(one, str))
    return found


def test_make_run_installs_all_that_the_desk_may_ask_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (rule,) = re.findall(r"^\$\(DESK\):.*\n\t.* tools/setup\.py (\S+)$", makefile, re.M)
    installed = set(rule.split(","))
    assert "all" in installed
    installed.update(extras["all"][0].removeprefix("crivello[").removesuffix("]").split(","))
    asked = asked_by_the_desk() & set(extras)
    assert {"all", "pdf", "xlsx", "seal", "network"} <= asked
    assert asked - {"mcp", "parquet"} <= installed  # what programs ask for


@pytest.mark.parametrize(
    ("programs", "command"),
    [
        (["pipx", "uv"], "pipx install 'crivello[all]'"),
        (["uv"], "uv tool install 'crivello[all]'"),
        ([], "{python} -m venv {home}/crivello && "
         "{home}/crivello/bin/python -m pip install 'crivello[all]'"),
    ],
)  # fmt: skip
def test_a_python_of_the_system_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, programs: list[str], command: str
) -> None:
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    for program in programs:
        (tmp_path / program).touch(mode=0o755)
    assert install_command("pdf") == command.format(
        python=shlex.quote(sys.executable), home=tmp_path
    )


def test_the_extras_named_here_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    inside = extras["all"][0].removeprefix("crivello[").removesuffix("]").split(",")
    assert set(extras) - set(inside) - {"all", "dev"} == BEYOND_ALL
    for extra, package in PACKAGES.items():
        assert any(requirement.startswith(package) for requirement in extras[extra])
