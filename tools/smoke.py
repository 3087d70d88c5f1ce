"""A smoke test of an installed crivello: `python smoke.py [--web]`, with the Python it is in.

Runs in an empty folder and uses only the standard library and the installed program: the help of
every command, most commands on a generated tournament, a whole tournament at the desk, and with
`--web` the desk in the browser, until it is asked to stop.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

COMMAND = (sys.executable, "-I", "-m", "crivello")


def crivello(*words: str, code: int = 0) -> str:
    """Return the output of a command; end if it does not exit as expected or shows a traceback."""
    done = subprocess.run([*COMMAND, *words], capture_output=True, encoding="utf-8", check=False)
    if done.returncode != code or "Traceback" in done.stderr:
        sys.exit(f"crivello {' '.join(words)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def every_command() -> int:
    """Ask every command for its help in both languages; return the number of commands."""
    from crivello.cli.commands import COMMANDS

    for name in COMMANDS:
        for language in ("en", "it"):
            if not crivello(name, "--help", "--lang", language).strip():
                sys.exit(f"crivello {name} --help says nothing in {language}")
    return len(COMMANDS)


def with_files() -> None:
    """Try commands on files: generate, pair, explain, check, rank, convert, and a call as an
    engine.
    """
    crivello("generate", "--players", "12", "--rounds", "5", "--seed", "7", "--output", "t.trf")
    pairing = json.loads(crivello("pair", "t.trf", "--round", "4", "--json"))
    if len(pairing["boards"]) not in (5, 6):
        sys.exit(f"12 players, and the boards of round 4 are {pairing['boards']}")
    for words in (
        ("explain", "t.trf", "--round", "4", "--player", "3"),
        ("teach", "transpositions", "--s1", "3", "--s2", "3"),
        ("check", "t.trf"),
        ("standings", "t.trf", "--tie-breaks", "DE,BH/C1,SB"),
        ("crosstable", "t.trf"),
        ("card", "t.trf", "--player", "3"),
        ("ratings", "t.trf"),
        ("systems",),
        ("completions", "bash"),
    ):
        if not crivello(*words).strip():
            sys.exit(f"crivello {words[0]} says nothing")
    crivello("convert", "t.trf", "t.json", "--to", "json")
    crivello("convert", "t.json", "again.trf", "--to", "trf26")
    crivello("--dutch", "t.trf", "-c")
    crivello("pair", "missing.trf", code=5)


def at_the_desk() -> None:
    """Play one round of a tournament of four players at the desk."""
    crivello("new", "open.crivello", "name=Open", "rounds=3", "system=dutch-2026")
    for name, rating in (("Bea", 2100), ("Carl", 2000), ("Dora", 1900), ("Émile", 1800)):
        crivello("add", name, f"rating={rating}")
    crivello("present", "--all")
    crivello("draw", "white")
    crivello("pair")
    crivello("publish")
    crivello("result", "1", "1-0")
    crivello("result", "2", "=")
    if "Émile" not in crivello("print", "standings", "--to", "html"):
        sys.exit("the page of the standings does not name everybody")
    crivello("verify")
    crivello("log")


def in_the_browser() -> None:
    """Start the desk with the demonstration, follow its link, and ask it to stop."""
    words = [*COMMAND, "desk", "--demo", "--no-browser", "--port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, encoding="utf-8") as desk:
        assert desk.stderr is not None
        link = None
        for line in desk.stderr:
            link = re.search(r"http://127\.0\.0\.1:\d+/\S*", line)
            if link is not None:
                break
        if link is None:
            sys.exit("the desk prints no link")
        cookies = urllib.request.HTTPCookieProcessor()
        with urllib.request.build_opener(cookies).open(link[0], timeout=60) as answer:
            page = answer.read().decode()
        if sys.platform == "win32":
            desk.send_signal(signal.CTRL_C_EVENT)
        else:
            desk.send_signal(signal.SIGINT)
        desk.stderr.read()
    if "</html>" not in page:
        sys.exit("the desk shows no page")


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell ignored it
    os.environ["CRIVELLO_LANG"] = "en"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ["CRIVELLO_DATA"] = str(Path(folder) / "data")
        (Path(folder) / "event").mkdir()
        os.chdir(Path(folder) / "event")
        if sys.argv[1:] == ["--web"]:
            in_the_browser()
            print("the desk opens and stops")
        else:
            count = every_command()
            with_files()
            at_the_desk()
            print(f"{count} commands answer, files and a desk work")
        os.chdir(Path(folder).parent)
