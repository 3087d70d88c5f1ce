"""Run a sample of the suite in every environment: `make stress WHAT=environments`.

`python -m tests.environments.suite NAME…` runs it in the named environments only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.environments.settings import ALONE, TOGETHER, Environment

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = (
    "tests/cli/test_files.py",
    "tests/cli/test_door.py",
    "tests/cli/test_explain.py",
    "tests/cli/test_teach.py",
    "tests/cli/test_standings.py",
    "tests/cli/test_check.py",
    "tests/cli/desk/test_commands.py",
    "tests/cli/desk/test_processes.py",
    "tests/formats",
    "tests/front",
    "tests/words",
    "tests/store/test_schemas.py",
    "tests/store/test_seal.py",
    "tests/explain/test_picture.py",
    "tests/explain/test_registry.py",
    "tests/explain/test_teach.py",
    "tests/reports/test_pages.py",
    "tests/reports/test_pdf.py",
    "tests/reports/test_spreadsheets.py",
    "tests/reports/test_site.py",
    "tests/desk/test_file.py",
    "tests/desk/test_rounds.py",
    "tests/desk/test_undo.py",
    "tests/web/test_files.py",
    "tests/web/test_demo.py",
    "tests/web/test_sessions.py",
    "tests/web/test_round.py",
    "tests/web/api",
    "tests/web/service/test_description.py",
    "tests/engine/test_engine.py",
    "tests/lists",
)
PYTEST = ("-m", "pytest", "-q", "-n", "2", "-m", "not browser and not slow")
# Under -O pytest warns that only the asserts of test modules are run, which is what is wanted.
QUIET = ("-W", "ignore::pytest.PytestConfigWarning")
NOT_COPIED = shutil.ignore_patterns(".venv", ".git", ".*_cache", "__pycache__", "build", "dist")


def run_sample(environment: Environment, clone: Path) -> bool:
    """Run the sample in a clone; return True if all tests passed."""
    print(f"== {environment.name}", flush=True)
    variables = {**os.environ, "PYTHONPATH": "src", **environment.settings}
    command = environment.command(*PYTEST, *QUIET, *SAMPLE)
    return subprocess.run(command, cwd=clone, env=variables).returncode == 0


def main(names: list[str]) -> int:
    failed = []
    for environment in (*ALONE, TOGETHER[-1]):
        if names and environment.name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            clone = ROOT
            if environment.folder != "plain":
                clone = Path(folder) / environment.folder
                shutil.copytree(ROOT, clone, symlinks=True, ignore=NOT_COPIED)
            if not run_sample(environment, clone):
                failed.append(environment.name)
    print(f"failed in: {', '.join(failed)}" if failed else "the same everywhere")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
