"""Pyodide, the Python for browsers that the page without an installation runs in.

npm fetches it once, into build/pyodide.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

RUNTIMES = Path(__file__).resolve().parent.parent / "build" / "pyodide"
VERSION = "314.0.7"
"""The version of Pyodide: the compiled modules belong to its Python."""
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
"""The files of Pyodide that a browser loads."""


def has_runtime() -> bool:
    """Return True if Pyodide is there, and node to compile with it."""
    folder = RUNTIMES / VERSION
    return all((folder / name).is_file() for name in RUNTIME) and shutil.which("node") is not None


def fetch_runtime() -> Path:
    """Return the folder of Pyodide, which npm fetches if it is not there yet."""
    folder = RUNTIMES / VERSION
    if has_runtime():
        return folder
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("npm is missing; it fetches Pyodide. On Debian: apt-get install npm")
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            [npm, "pack", "--silent", f"pyodide@{VERSION}"],
            cwd=scratch,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise SystemExit(f"npm cannot fetch pyodide {VERSION}:\n{done.stderr.strip()}")
        (archive,) = Path(scratch).glob("*.tgz")
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != SHA256:
            raise SystemExit(f"pyodide {VERSION} has the SHA-256 {found}, expected {SHA256}")
        RUNTIMES.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archive) as opened:
            opened.extractall(scratch, filter="data")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.move(Path(scratch) / "package", folder)
    return folder
