"""Many tournaments in one call: a line of JSON for each, in order, even if one has errors."""

import io
import json
import os
import select
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.engine.batch import read_stream
from crivello.engine.platform_questions import EngineQuestion, Reply
from crivello.words import Language
from tests.cli.calling import EXAMPLE, TWO_WHO_HAVE_MET, call, environment, process
from tests.support.waiting import SECONDS

TEXT = Path(EXAMPLE).read_text("utf-8")


def line(**members: Any) -> bytes:
    return json.dumps(members).encode() + b"\n"


def answers(out: str) -> list[dict[str, Any]]:
    return [json.loads(one) for one in out.splitlines()]


@pytest.fixture(scope="module")
def form() -> dict[str, Any]:
    """The example as an object of our JSON."""
    found: dict[str, Any] = json.loads(call("convert", EXAMPLE, "-", "--to", "json").out)
    return found


def test_a_stream_is_answered_line_by_line_as_the_command_answers(form: dict[str, Any]) -> None:
    stream = (
        line(id="trf", tournament=TEXT)
        + b"\n"
        + line(id={"json": [1]}, tournament=form, round=2, system="dutch-2026")
        + b"nonsense\n"
        + line(id="met", tournament=TWO_WHO_HAVE_MET.decode())
        + line(tournament=TEXT, round="2")
    )
    done = process("pair", "--batch", "--jobs", "2", stdin=stream)
    first, second, wrong, met, misfit = answers(done.out)
    expected = json.loads(call("pair", EXAMPLE, "--json").out)
    assert first == {"id": "trf", **expected}
    again = json.loads(
        call("pair", EXAMPLE, "--json", "--round", "2", "--system", "dutch-2026").out
    )
    assert second["id"] == {"json": [1]}
    assert second["boards"] == again["boards"]
    assert second["system"] == "dutch-2026"
    assert (wrong["id"], wrong["error"]["kind"]) == (4, "malformed")
    assert "Line 4 is not a JSON object" in wrong["error"]["detail"]
    assert (met["id"], met["error"]["kind"], met["error"]["exit"]) == ("met", "impossible", 1)
    assert met["error"]["blocked"] == [1, 2]
    assert misfit["error"]["detail"] == "In line 6, 'round' must be a whole number from 1."
    assert (done.code, done.err) == (3, "")


def test_files_folders_and_zips_are_answered_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "b.trf").write_bytes(b"")
    (folder / "a.trf").write_text(TEXT, "utf-8")
    packed = tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("inside.trf", TEXT)
    desk = tmp_path / "event.crivello"
    desk.write_bytes(b"SQLite format 3\0")
    done = call(
        "pair",
        "--batch",
        "--jobs",
        "1",
        "--lang",
        "it",
        tmp_path / "none.trf",
        packed,
        folder,
        desk,
    )
    found = answers(done.out)
    names = [Path(one["file"]).name for one in found]
    assert names == ["none.trf", "packed.zip:inside.trf", "a.trf", "b.trf", "event.crivello"]
    kinds = [one.get("error", {}).get("kind", "") for one in found]
    assert kinds == ["file", "", "", "malformed", "unsupported"]
    assert found[1]["boards"] == found[2]["boards"]
    assert "non" in found[0]["error"]["detail"]
    assert done.code == 5


def test_a_program_may_wait_for_each_answer_before_it_goes_on() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "crivello", "pair", "--batch", "--jobs", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for number in (1, 2, 3):
            program.stdin.write(line(id=number, tournament=TEXT, round=number))
            program.stdin.flush()
            assert select.select([program.stdout], [], [], SECONDS)[0], "no answer"
            assert json.loads(program.stdout.readline())["round"] == number
        program.stdin.close()
        assert program.wait(SECONDS) == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--batch", "--sieve"], "--batch and --sieve cannot be combined."),
        (["--batch", "--output", "x"], "--batch and --output cannot be combined."),
        (["--batch", "--preview"], "--preview works with a .crivello file only."),
        (["--batch", "-", EXAMPLE], "Standard input is a separate stream"),
        (["--batch", "--seconds", "0"], "--seconds must be a whole number, 1 or higher (got 0)."),
    ],
)
def test_what_does_not_fit_together_is_said(words: list[str], sentence: str) -> None:
    done = call("pair", *words)
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(f"crivello: {sentence}")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
NAMES = st.sampled_from(["id", "tournament", "round", "system", "option", "tolerant", "other"])


@given(
    st.lists(st.binary(max_size=40) | st.dictionaries(NAMES, VALUES).map(json.dumps), max_size=4)
)
def test_every_line_that_is_not_blank_is_a_question_or_a_reply(lines: list[bytes | str]) -> None:
    joined = b"\n".join(one if isinstance(one, bytes) else one.encode() for one in lines)
    found = list(read_stream(io.BytesIO(joined), {}, Language.EN))
    assert len(found) == sum(bool(one.strip()) for one in joined.split(b"\n"))
    for one in found:
        assert isinstance(one, EngineQuestion | Reply)
        if isinstance(one, Reply):
            assert json.loads(one.text)["error"]["detail"]
            assert one.exit == 3


def test_a_line_that_is_too_long_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crivello.engine.batch.LARGEST_INPUT", 100)
    stream = b"x" * 350 + b"\n" + line(id=2, tournament="012 Open")
    first, second = read_stream(io.BytesIO(stream), {}, Language.EN)
    assert isinstance(first, Reply)
    assert first.error == "too large"
    assert isinstance(second, EngineQuestion)
    assert os.path.basename(second.name) == ""
