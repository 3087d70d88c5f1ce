"""Make a release and try it: `make release`.

Builds the wheel and the source archive twice, which must give the same bytes, checks their
contents, installs the wheel into an empty environment of every available Python and tries it there
(`tools/smoke.py`), and writes the release notes from CHANGELOG and the OpenAPI descriptions.
Nothing is uploaded. `--wheelhouse` collects the packages that a laptop without internet needs
instead (`make release WHAT=wheelhouse`).
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from email.parser import HeaderParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""The supported versions of Python, as in `pyproject.toml`."""


class ReleaseError(Exception):
    """Raised if something is not as a release must be."""


def version() -> str:
    text = (ROOT / "src" / "crivello" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.M)
    if found is None:
        raise ReleaseError("crivello/__init__.py has no __version__")
    return found[1]


def notes(changelog: str, of: str) -> str:
    """Return the section of a version from the changelog, which must begin with pairing changes."""
    sections = re.split(r"^(?=## )", changelog, flags=re.M)
    mine = [text for text in sections if re.match(rf"## \[?{re.escape(of)}\b", text)]
    if not mine:
        raise ReleaseError(f"CHANGELOG.md has no section {of}")
    parts = re.split(r"^(?=### )", mine[0], flags=re.M)
    if len(parts) < 2 or not parts[1].startswith("### Pairing changes"):
        raise ReleaseError(f"CHANGELOG.md: the section {of} does not begin with Pairing changes")
    return mine[0].strip() + "\n"


def _run(words: Sequence[str | Path], **environment: str) -> None:
    done = subprocess.run(
        [str(word) for word in words], cwd=ROOT, env=os.environ | environment, check=False
    )
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, words))}: exit code {done.returncode}")


def _epoch() -> str:
    """Return the time of the last commit, which all files in the archives get."""
    words = ["git", "log", "-1", "--format=%ct"]
    return subprocess.run(
        words, cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout.strip()


def build(folder: Path) -> tuple[Path, Path]:
    """Build the wheel and the source archive; return their paths."""
    into: list[str | Path] = ["--quiet", "--outdir", folder, ROOT]
    _run([sys.executable, "-m", "build", *into], SOURCE_DATE_EPOCH=_epoch())
    (wheel,) = folder.glob("*.whl")
    (archive,) = folder.glob("*.tar.gz")
    return wheel, archive


def tracked(*under: str) -> set[str]:
    """Return the files that git tracks."""
    words = ["git", "ls-files", "-z", "--", *under]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return set(filter(None, listed.split("\0")))


def faults_of_wheel(wheel: Path) -> Iterator[str]:
    """Yield files missing from the wheel, surplus files, and gaps in its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        about = HeaderParser().parsestr(archive.read(metadata).decode())
    # The catalogues are in it as they are compiled.
    wanted = {re.sub(r"\.po$", ".mo", name.removeprefix("src/")) for name in tracked("src")}
    ours = {name for name in names if ".dist-info/" not in name}
    yield from (f"the wheel lacks {name}" for name in sorted(wanted - ours))
    yield from (f"the wheel has {name}" for name in sorted(ours - wanted))
    if not any(name.endswith("/LICENSE") for name in names):
        yield "the wheel has no licence"
    for field in ("Summary", "License-Expression", "Requires-Python", "Description-Content-Type"):
        if not about[field]:
            yield f"the metadata have no {field}"
    if about["Version"] != version():
        yield f"the metadata say version {about['Version']}"
    needs = [line for line in about.get_all("Requires-Dist", []) if "extra ==" not in line]
    yield from (f"the core needs {line}" for line in needs)


def faults_of_archive(archive: Path) -> Iterator[str]:
    """Yield files that building and testing need but the source archive lacks."""
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    needed = tracked("src", "tests", "tools", "docs", "Makefile", "*.py", "pyproject.toml", "*.md")
    yield from (f"the source archive lacks {name}" for name in sorted(needed - names))


def _commands(number: str) -> Iterator[str]:
    """Yield commands for a version of Python: on the path, then those of pyenv, the newest
    first.
    """
    on_path = shutil.which(f"python{number}")
    if on_path is not None:
        yield on_path
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from map(str, sorted(kept.glob(f"{number}.*/bin/python{number}"), reverse=True))


def pythons() -> Iterator[str]:
    """Yield one command for every supported version of Python that can be started here."""
    for number in PYTHONS:
        asked = "import sys; print('%d.%d' % sys.version_info[:2])"
        for command in _commands(number):
            words = [command, "-c", asked]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.stdout.strip() == number:
                yield command
                break
        else:
            print(f"Python {number} is not at hand: not tried", file=sys.stderr)


def try_wheel(python: str, wheel: Path) -> None:
    """Install the wheel alone and try it, then with its web extra and try the desk."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = Path(folder) / "environment"
        _run([python, "-m", "venv", environment])
        there = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
        pip: list[str | Path] = [there, "-m", "pip", "install", "--quiet"]
        _run([*pip, wheel])
        _run([there, "-I", ROOT / "tools" / "smoke.py"])
        _run([*pip, f"{wheel}[web]"])
        _run([there, "-I", ROOT / "tools" / "smoke.py", "--web"])


def release(tries: Iterable[str]) -> None:
    """Make a release, step by step; the first fault ends it."""
    text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version())
    shutil.rmtree(DIST, ignore_errors=True)
    wheel, archive = build(DIST)
    with tempfile.TemporaryDirectory() as folder:
        for first, second in zip((wheel, archive), build(Path(folder)), strict=True):
            if first.read_bytes() != second.read_bytes():
                raise ReleaseError(f"{first.name} is not the same bytes twice")
    faults = [*faults_of_wheel(wheel), *faults_of_archive(archive)]
    if faults:
        raise ReleaseError("\n".join(faults))
    print(f"{wheel.name} and {archive.name}: the same bytes twice, complete")
    for python in tries:
        print(f"{python}:", flush=True)
        try_wheel(python, wheel)
    (DIST / "NOTES.md").write_text(text, encoding="utf-8")
    _run([sys.executable, "-m", "tools.openapi", DIST])
    print("dist/ has the wheel, the source archive, NOTES.md and the OpenAPI descriptions")


def wheelhouse() -> None:
    """Collect the wheel with all extras and their dependencies, for this system and Python."""
    wheels = DIST / "wheelhouse"
    shutil.rmtree(wheels, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        wheel, _ = build(Path(folder))
        pip = [sys.executable, "-m", "pip", "--quiet"]
        _run([*pip, "wheel", "--wheel-dir", wheels, f"{wheel}[all]"])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        venv.create(folder, with_pip=True)
        there = Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python"
        offline: list[str | Path] = ["--quiet", "--no-index", "--find-links", wheels]
        _run([there, "-m", "pip", "install", *offline, "crivello[all]"])
        _run([there, "-I", ROOT / "tools" / "smoke.py"])
    print(f"dist/wheelhouse has {len(list(wheels.iterdir()))} packages, tried without an index")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--wheelhouse", action="store_true", help="for a laptop without internet")
    parser.add_argument("--pythons", action="store_true", help="name the Pythons at hand, and end")
    asked = parser.parse_args()
    try:
        if asked.pythons:
            print(*pythons(), sep="\n")
        elif asked.wheelhouse:
            wheelhouse()
        else:
            release(pythons())
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
