"""One installation of the wheel for all tests of the documentation."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the wheel of this source is installed, with its program in `bin`.

    It is built from a copy, because the build compiles catalogues that other tests read.
    """
    folder = tmp_path_factory.mktemp("wheel")
    source, site = folder / "source", folder / "site"
    ignored = shutil.ignore_patterns("__pycache__", "*.mo")
    shutil.copytree(ROOT / "src", source / "src", ignore=ignored)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run(
        [*install, "--disable-pip-version-check", "--target", site, wheel],
        check=True,
        capture_output=True,
    )
    shutil.rmtree(source)
    return site
