"""Build the page that needs no installation: `make page`, in build/page.

crivello runs in the visitor's browser, in Pyodide, which npm fetches once at the version below. The
Python modules are compiled beforehand by the same Pyodide, and the example that the page begins
with is finished HTML. The folder works behind any static server.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

import crivello
from crivello.formats.example import describe_example, example_files
from crivello.practice import plain
from crivello.static_page.page_session import PageSession
from crivello.static_page.page_words import VIEW_NAMES, WORDS
from crivello.words import Language, translator
from tools.page_runtime import RUNTIME, VERSION, fetch_runtime

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "crivello"
PAGE = SOURCE / "static_page"
STATIC = SOURCE / "web" / "static"
TARGET = ROOT / "build" / "page"

LEFT_OUT = (
    "cli",
    "web",
    "desk",
    "store",
    "lists",
    "engine",
    "manual",
    "examples/studies",
    "reports/fonts",
    "reports/study",
    "audit/study",
    "words/locale/es",
    "static_page/assets",
)
"""The parts of the package that the page never asks for."""
STYLES = ("design.css", "explain.css", "tables.css", "page.css")
LANGUAGES = {Language.EN: "index.html", Language.IT: "it.html"}
MOST_BYTES = 9_000_000
"""The most bytes of everything that a first visit loads, compressed as servers do."""

FIELDS = {name: f"{{{name}}}" for name in ("error", "seconds", "found", "most", "number", "count")}
"""Each field as itself: the scripts have the values."""


def stage_sources(folder: Path) -> None:
    """Copy the modules and data that the page needs."""
    for path in sorted(SOURCE.rglob("*")):
        name = path.relative_to(SOURCE).as_posix()
        parts = name.split("/")
        left_out = any(name == one or name.startswith(one + "/") for one in LEFT_OUT)
        if left_out or "__pycache__" in parts or not path.is_file():
            continue
        if path.suffix in (".py", ".trf", ".mo"):
            target = folder / "crivello" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def archive_modules(runtime: Path, target: Path) -> None:
    """Write the compiled modules and their data as one archive, the same for the same sources."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        stage_sources(folder)
        subprocess.run(
            ["node", ROOT / "tools" / "page_compile.mjs", runtime, folder], check=True, cwd=ROOT
        )
        written = io.BytesIO()
        with tarfile.open(fileobj=written, mode="w") as archive:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
                    entry.size = path.stat().st_size
                    archive.addfile(entry, io.BytesIO(path.read_bytes()))
        target.write_bytes(gzip.compress(written.getvalue(), 9, mtime=0))


def render_pages(target: Path) -> None:
    """Write the page in each language, with the first example already explained."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(PAGE), autoescape=True, undefined=jinja2.StrictUndefined
    )
    template = environment.get_template("index.html")
    names = {Language.EN: "English", Language.IT: "Italiano"}
    for language, file in LANGUAGES.items():
        say = translator(language).say
        page = PageSession(language.value)
        opened: dict[str, Any] = page.open_file({"example": "fourteen"})
        asked = {"view": "round", "round": opened["round"]}
        text = template.render(
            _=say,
            language=language.value,
            languages=[(one.value, names[one], name) for one, name in LANGUAGES.items()],
            styles=STYLES,
            examples=[(name, say(describe_example(name))) for name in example_files()],
            systems=[(one["key"], one["title"]) for one in plain.list_systems(language.value)],
            views=[(name, say(text)) for name, text in VIEW_NAMES.items()],
            words={key: say(text, **FIELDS) for key, text in WORDS.items()},
            opened=opened | {"notes": Markup(opened["notes"])},
            answer=Markup(page.show(asked)["html"]),
            version=crivello.__version__,
        )
        (target / file).write_text(text, encoding="utf-8")


def copy_assets(runtime: Path, target: Path) -> None:
    """Copy scripts, style sheets, the icon and Pyodide."""
    for path in (PAGE / "assets").iterdir():
        shutil.copyfile(path, target / path.name)
    for name in (*STYLES[:-1], "icon.svg"):
        shutil.copyfile(STATIC / name, target / name)
    (target / "pyodide").mkdir()
    for name in RUNTIME:
        shutil.copyfile(runtime / name, target / "pyodide" / name)
    shutil.copyfile(ROOT / "LICENSE", target / "LICENSE.txt")
    (target / "NOTICE.txt").write_text(
        "crivello: Apache License 2.0, see LICENSE.txt.\n"
        f"The folder pyodide: Pyodide {VERSION} (Mozilla Public License 2.0), with CPython "
        "(Python Software Foundation License).\n",
        encoding="utf-8",
    )


def files_of(target: Path) -> Iterator[str]:
    for path in sorted(target.rglob("*")):
        if path.is_file():
            yield path.relative_to(target).as_posix()


def write_lists(target: Path) -> None:
    """Write which files the page has, for its own copy, and how large the large ones are."""
    large = ("crivello.tar.gz", *(f"pyodide/{name}" for name in RUNTIME))
    sizes = {Path(name).name: (target / name).stat().st_size for name in large}
    (target / "sizes.js").write_text(
        f"export const SIZES = {json.dumps(sizes)};\n", encoding="utf-8"
    )
    names = [name for name in files_of(target) if name not in ("files.js", "service_worker.js")]
    whole = hashlib.sha256()
    for name in names:
        whole.update(name.encode() + (target / name).read_bytes())
    names = ["./", *names]
    version = json.dumps(whole.hexdigest()[:16])
    text = f"const VERSION = {version};\nconst FILES = {json.dumps(names)};\n"
    (target / "files.js").write_text(text, encoding="utf-8")


def compressed_size(target: Path) -> int:
    """Return the bytes of all files, each compressed as a server does."""
    return sum(len(gzip.compress((target / name).read_bytes(), 6)) for name in files_of(target))


def build(target: Path) -> None:
    """Write the page into a folder, which is replaced if it holds an earlier page."""
    if target.exists() and not (target / "files.js").exists() and any(target.iterdir()):
        raise SystemExit(f"{target} has other files; name an empty folder.")
    runtime = fetch_runtime()
    new = target.with_name(target.name + ".new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    archive_modules(runtime, new / "crivello.tar.gz")
    copy_assets(runtime, new)
    render_pages(new)
    write_lists(new)
    shutil.rmtree(target, ignore_errors=True)
    new.rename(target)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=TARGET)
    target = parser.parse_args().folder
    build(target)
    size = compressed_size(target)
    print(f"{target / 'index.html'}: {size / 1e6:.1f} MB compressed")
    if size > MOST_BYTES:
        print(f"That is more than {MOST_BYTES / 1e6:.0f} MB.", file=sys.stderr)
    return size > MOST_BYTES


if __name__ == "__main__":
    sys.exit(main())
