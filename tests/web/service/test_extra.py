"""The engine needs the packages of its extra, and no other optional package."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
MODULES = {"prometheus-client": "prometheus_client", "python-multipart": "python_multipart"}
"""Named otherwise than the package."""
START = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Missing())
import crivello.web.service.start
"""


def packages(extra: str) -> set[str]:
    given = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = given["project"]["optional-dependencies"][extra]
    names = (re.match(r"[\w-]+", line) for line in lines)
    return {MODULES.get(name[0], name[0]) for name in names if name}


def test_the_extra_is_enough_to_start() -> None:
    others = packages("web") | packages("xlsx") | packages("pdf") | packages("seal")
    missing = others - packages("engine")
    assert "jinja2" in missing
    started = subprocess.run(
        [sys.executable, "-c", START.format(missing=missing)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == 0, started.stderr
