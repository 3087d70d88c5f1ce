"""Replay recorded calls of pairing engines and compare the answers: `make agree WHAT=calls
CALLS=folder`.

A folder holds ``CLIENT/KIND/NUMBER/call.json``, the input next to it, and the answer of the engine
(``out.txt``, ``list.txt``, ``stdout.txt``). ``call.json`` has the words of the call, with ``{IN}``,
``{OUT}``, ``{LIST}`` and ``{CONFIG}`` for files; the way each path is given; and for each answer a
rule of comparison:

- the same: byte for byte, but for the line in which a program names itself;
- alike: other only where the caller cannot notice, such as blanks in a table;
- different: the caller would notice.

With ``--http`` an engine for platforms answers the calls to pair, and their boards are compared.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from crivello.engine.call import CallError, EngineAction, read_call
from tools.running_engine import RunningEngine, running

OURS = (sys.executable, "-m", "crivello")


class Verdict(IntEnum):
    SAME = 0
    ALIKE = 1
    DIFFERENT = 2


@dataclass(frozen=True)
class Recorded:
    """One recorded call of an engine, with the answer."""

    folder: Path
    facts: dict[str, Any]

    @property
    def expect(self) -> dict[str, Any]:
        found: dict[str, Any] = self.facts["expect"]
        return found

    def text(self, name: str) -> str:
        """Return a recorded part of the answer; empty if there was none."""
        file = self.folder / name
        return file.read_bytes().decode() if file.exists() else ""


@dataclass(frozen=True)
class Answered:
    """The outcome of a replayed call."""

    code: int
    stdout: str
    stderr: str
    out: bytes | None
    listed: bytes | None
    strays: tuple[str, ...]
    """Files that the call did not ask for, or in the wrong place."""


def recorded(top: Path) -> Iterator[Recorded]:
    for file in sorted(top.rglob("call.json")):
        yield Recorded(file.parent, json.loads(file.read_text("utf-8")))


Run = Callable[[list[str], Path, str], tuple[int, str, str]]
"""A function that runs an engine: words, folder and edition; exit code, output and errors."""


def program(*engine: str) -> Run:
    """Return a function that runs an engine as a process of its own."""

    def run(words: list[str], folder: Path, edition: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [*engine, *words],
            cwd=folder,
            env=os.environ | {"CRIVELLO_EDITION": edition},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=300,
        )
        out, err = (data.decode("utf-8", "replace") for data in (done.stdout, done.stderr))
        return done.returncode, out, err

    return run


def replay(call: Recorded, run: Run) -> Answered:
    """Write the files of the call to a folder, run the engine on them, and return its answer."""
    with tempfile.TemporaryDirectory() as top:
        home, current = Path(top) / "home", Path(top) / "current"
        home.mkdir()
        current.mkdir()
        paths, shown = _places(call, home, current)
        for key in ("IN", "CONFIG"):
            source = call.facts["files"].get(key, {}).get("from")
            if source:
                paths[key].write_bytes((call.folder / source).read_bytes())
        words = [shown.get(word, word) for word in call.facts["argv"]]
        code, out, err = run(words, current, call.facts["edition"])
        strays = {file for folder in (home, current) for file in folder.iterdir()}
        return Answered(
            code,
            out,
            err,
            _content(paths.get("OUT")),
            _content(paths.get("LIST")),
            tuple(sorted(file.name for file in strays - set(paths.values()))),
        )


def _places(call: Recorded, home: Path, current: Path) -> tuple[dict[str, Path], dict[str, str]]:
    """Return the path of each file, and the text that stands for it in the words of the call."""
    paths: dict[str, Path] = {}
    shown: dict[str, str] = {}
    beside = home
    for key in ("IN", "CONFIG", "OUT", "LIST"):
        file = call.facts["files"].get(key)
        if file is None:
            continue
        name, given = file["name"], file["path"]
        if key in ("IN", "CONFIG"):
            beside = home if given == "abs" else current
        folder = {"abs": home, "dot": current, "nodir": home / "missing"}.get(given, beside)
        paths[key] = folder / name
        shown["{" + key + "}"] = {"bare": name, "dot": f"./{name}"}.get(given, str(folder / name))
    return paths, shown


def _content(path: Path | None) -> bytes | None:
    return path.read_bytes() if path is not None and path.exists() else None


Found = tuple[Verdict, str]
"""A verdict, and the reason for it."""
SAME: Found = (Verdict.SAME, "")


def judge(call: Recorded, got: Answered) -> Found:
    """Return the worst verdict on any part of the answer."""
    expect = call.expect
    if got.code != expect["exit"]:
        if got.code == 0 and (expect.get("lenient") or expect.get("or_refuse")):
            return Verdict.ALIKE, "takes what the recorded engine refuses"
        refused = expect.get("exit_rule") == "refused" and got.code not in (0, 1)
        if not refused:
            return Verdict.DIFFERENT, f"exit code {got.code} for {expect['exit']}: {got.stderr}"
    found = [SAME if got.code == expect["exit"] else (Verdict.ALIKE, "another exit code")]
    if expect.get("stderr_has", "") not in got.stderr:
        found.append((Verdict.DIFFERENT, f"not on standard error: {expect['stderr_has']}"))
    if got.strays:
        found.append((Verdict.DIFFERENT, f"files nobody asked for: {', '.join(got.strays)}"))
    if "out" in expect:
        found.append(_judge_out(call, expect["out"], got.out))
    found.append(_judge_stdout(call, expect.get("stdout", {}), got.stdout))
    if "list" in expect:
        found.append(_judge_list(call, expect["list"], got.listed))
    return max(found)


def _judge_out(call: Recorded, rule: dict[str, Any], data: bytes | None) -> Found:
    match rule["rule"]:
        case "none":
            if data is None:
                return SAME
            soft = not data and rule.get("soft")
            return (Verdict.ALIKE if soft else Verdict.DIFFERENT), "OUT is left behind"
        case "empty":
            if data is None:
                return (Verdict.DIFFERENT if rule["must"] else Verdict.ALIKE), "no empty OUT"
            return SAME if not data else (Verdict.DIFFERENT, "OUT is not empty")
        case "tournament":
            return _judge_tournament(rule, data)
        case _ if data is None:
            return Verdict.DIFFERENT, "no OUT"
        case _:
            return _judge_boards(rule, call.text(rule["file"]), data.decode())


def _judge_stdout(call: Recorded, rule: dict[str, Any], text: str) -> Found:
    kind = rule.get("rule", "any")
    if kind in ("version", "boards", "report") and (kind == "version" or rule.get("version")):
        line, _, text = text.partition("\n")
        if not line.strip() or line.isdigit():
            return Verdict.DIFFERENT, "no version in the first line"
        if kind == "version":
            return (Verdict.ALIKE, "more than the version") if text else SAME
    expected = call.text(rule["file"]) if "file" in rule else ""
    if rule.get("version"):
        expected = expected.partition("\n")[2]
    if kind == "boards":
        return _judge_boards(rule, expected, text)
    if kind == "report":
        return _judge_report(expected, text)
    if kind == "pairing":
        return _judge_form(rule, text)
    return SAME


Pairs = list[tuple[int, int]]


def pairs_of(text: str) -> Pairs | None:
    """Return the boards as the strictest callers read them; None if they could not."""
    number, *lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if not number.isdigit() or len(lines) != int(number):
        return None
    if not all(re.fullmatch(r"[0-9]+ [0-9]+", line) for line in lines):
        return None
    return [(int(white), int(black)) for white, black in (line.split(" ") for line in lines)]


def _judge_boards(rule: dict[str, Any], expected: str, text: str) -> Found:
    if text == expected:
        return SAME
    want, have = pairs_of(expected), pairs_of(text)
    if want is None or have is None:
        return Verdict.DIFFERENT, f"no boards: {text[:60]!r}"
    turned = [(black, white) if black else (white, black) for white, black in want]
    for pairs in (want, turned) if rule.get("turn") else (want,):
        if pairs == have or (rule.get("order") == "free" and set(pairs) == set(have)):
            return Verdict.ALIKE, "boards in another form"
    return Verdict.DIFFERENT, f"other boards: {want} expected, {have}"


def _judge_form(rule: dict[str, Any], text: str) -> Found:
    pairs = pairs_of(text)
    if pairs is None:
        return Verdict.DIFFERENT, f"no boards: {text[:60]!r}"
    players = sorted(player for pair in pairs for player in pair if player)
    if players != rule["to_pair"]:
        return Verdict.DIFFERENT, "not everybody is paired once"
    return Verdict.ALIKE, "only the form is compared"


def _judge_tournament(rule: dict[str, Any], data: bytes | None) -> Found:
    lines = (data or b"").decode("utf-8", "replace").splitlines()
    rows = [line.rstrip() for line in lines if line.startswith("001")]
    rounds = max((len(row) - 89) // 10 for row in rows) if rows else 0
    if len(rows) != rule.get("players", len(rows)) or rounds != rule.get("rounds", rounds):
        return Verdict.DIFFERENT, f"{len(rows)} players and {rounds} rounds"
    return (Verdict.ALIKE, "only the form is compared") if rows else (Verdict.DIFFERENT, "empty")


def _judge_list(call: Recorded, rule: dict[str, Any], data: bytes | None) -> Found:
    if rule["rule"] == "any":
        return SAME
    if data is None:
        return Verdict.DIFFERENT, "no LIST"
    if rule["rule"] == "exists":
        return SAME
    expected, text = call.text(rule["file"]), data.decode()
    if _unsigned(expected) == _unsigned(text):
        return SAME
    want, have = cells_of(expected), cells_of(text)
    if want == have:
        return Verdict.ALIKE, "other blanks in LIST"
    odd = next((pair for pair in zip(want, have, strict=False) if pair[0] != pair[1]), None)
    return Verdict.DIFFERENT, f"other cells in LIST: {odd}"


def _unsigned(text: str) -> str:
    """Return a list without its last line, in which the program names itself."""
    table, _, last = text.rpartition("\n")
    return (table if "\t" not in last else text).rstrip("\n")


def cells_of(text: str) -> list[list[str]]:
    """Return headers and rows of all tables of a list, stripped; colours keep their blanks on the
    left.
    """
    rows = [line.split("\t") for line in text.removeprefix("\ufeff").split("\n") if "\t" in line]
    return [
        [cell.rstrip() if place == 2 else cell.strip() for place, cell in enumerate(row)]
        for row in rows
    ]


def _judge_report(expected: str, text: str) -> Found:
    if text == expected:
        return SAME
    if findings_of(text) == findings_of(expected):
        return Verdict.ALIKE, "another order in the report"
    return Verdict.DIFFERENT, f"another report: {text!r}"


def findings_of(text: str) -> dict[str, set[str]]:
    """Return the pairs on either side for each round, from a report of ``-c``."""
    found: dict[str, set[str]] = {}
    current: set[str] = set()
    for line in text.splitlines():
        if re.search(r": Round #[0-9]+$", line):
            current = found.setdefault(line, set())
        elif inverted := re.fullmatch(r"([0-9]+) and ([0-9]+) had inverted colors", line):
            current.add("turned " + "-".join(sorted(inverted.groups(), key=int)))
        else:
            for side, part in (("left", line[:13]), ("right", line[13:])):
                if pair := re.fullmatch(r"\s*([0-9]+) - +([0-9]+)\s*", part):
                    current.add(f"{side} {pair[1]}-{pair[2]}")
    return found


def over_http(call: Recorded, engine: RunningEngine) -> Found | None:
    """Send a call to pair to the engine over HTTP, and judge the answer.

    Return None for a call without a counterpart over HTTP: checks, random tournaments, wrong
    options, and files that do not exist.
    """
    files = call.facts["files"]
    source = files.get("IN", {}).get("from")
    try:
        asked = read_call(call.facts["argv"], {})
    except CallError:
        return None
    unreachable = any(file["path"] == "nodir" for file in files.values())
    if asked.action is not EngineAction.PAIR or source is None or unreachable:
        return None
    answer = engine.ask(
        "boards",
        (call.folder / source).read_bytes(),
        like=asked.like,
        system=asked.system,
        edition=call.facts["edition"],
        baku=asked.baku,
    )
    expect = call.expect
    rules = [rule for rule in (expect.get("out", {}), expect.get("stdout", {})) if rule]
    rule: dict[str, Any] = next((one for one in rules if one["rule"] in ("boards", "pairing")), {})
    expected = call.text(rule["file"]) if "file" in rule else ""
    if rule.get("version"):
        expected = expected.partition("\n")[2]
    if expect["exit"] != 0 or expected == "0\n":  # refused, or there is no pairing
        if answer.status in (400, 409, 413, 422):
            return SAME
        taken = answer.status == 200 and (expect.get("lenient") or expect.get("or_refuse"))
        reason = "takes what the recorded engine refuses"
        return (Verdict.ALIKE if taken else Verdict.DIFFERENT), f"{reason}: {answer.text[:100]}"
    if answer.status != 200:
        return Verdict.DIFFERENT, f"status {answer.status}: {answer.text}"
    if rule["rule"] == "pairing":
        return _judge_form(rule, answer.text)
    return _judge_boards(rule, expected, answer.text)


def main(words: list[str]) -> int:
    if not words:
        print("usage: python -m tools.calls FOLDER [ENGINE … | --http]")
        return 3
    top = Path(words[0])
    if words[1:] == ["--http"]:
        with running() as engine:
            return table(top, lambda call: over_http(call, engine))
    run = program(*(words[1:] or OURS))
    return table(top, lambda call: judge(call, replay(call, run)))


def table(top: Path, judged: Callable[[Recorded], Found | None]) -> int:
    """Print the verdicts by client and kind; return the exit code."""
    table: dict[str, Counter[Verdict]] = defaultdict(Counter)
    for call in recorded(top):
        found = judged(call)
        if found is None:
            continue
        verdict, reason = found
        kind = f"{call.facts['client']} {call.facts['kind']}"
        table[kind][verdict] += 1
        if verdict is Verdict.DIFFERENT:
            print(f"{call.folder.relative_to(top)}: {reason[:300]}", flush=True)
    print(f"{'':24}" + "".join(f"{verdict.name.lower():>11}" for verdict in Verdict))
    for kind, counts in table.items():
        print(f"{kind:24}" + "".join(f"{counts[verdict]:11}" for verdict in Verdict))
    total = Counter[Verdict]()
    for counts in table.values():
        total += counts
    print(f"{'all':24}" + "".join(f"{total[verdict]:11}" for verdict in Verdict))
    return 1 if any(counts[Verdict.DIFFERENT] for counts in table.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
