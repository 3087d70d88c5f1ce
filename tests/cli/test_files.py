"""Files that are missing, closed, too large or in the way: exit codes 4 and 5."""

import os
from pathlib import Path

import pytest

from tests.cli.calling import EXAMPLE, ROUND_4, WITHOUT_PRIVILEGES, bound, call


def test_a_file_that_cannot_be_read_is_exit_code_5(tmp_path: Path) -> None:
    missing = tmp_path / "missing.trf"
    told = {
        missing: f"{missing}: there is no such file or folder.",
        tmp_path: f"{tmp_path} is a folder without tournament files.",
        Path(EXAMPLE) / "x": f"{EXAMPLE}/x: a part of the path is not a folder.",
        tmp_path / ("x" * 300): f"{tmp_path / ('x' * 300)}: the name is too long.",
    }
    for path, sentence in told.items():
        done = call("crosstable", path)
        assert (done.code, done.out, done.err) == (5, "", f"crivello: {sentence}\n")
    done = call("crosstable", missing, LC_ALL="it_IT.UTF-8")
    assert done.err == f"crivello: {missing}: il file o la cartella non esiste.\n"


def test_a_mistyped_file_is_found_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "open.trf").write_bytes(Path(EXAMPLE).read_bytes())
    done = call("pair", "opne.trf", cwd=tmp_path)
    assert done.err == (
        "crivello: opne.trf: there is no such file or folder. Did you mean open.trf?\n"
    )
    done = call("pair", tmp_path / "opne.trf", LC_ALL="it_IT.UTF-8")
    assert f"Intendevi {tmp_path / 'open.trf'}?" in done.err
    assert "mean" not in call("pair", "nothing.xyz", cwd=tmp_path).err


def test_a_file_without_permission_is_exit_code_5(tmp_path: Path) -> None:
    secret = tmp_path / "secret.trf"
    secret.write_bytes(Path(EXAMPLE).read_bytes())
    secret.chmod(0)
    done = bound(WITHOUT_PRIVILEGES, "pair", str(secret))
    assert (done.code, done.err) == (5, f"crivello: {secret}: permission denied.\n")


def test_an_output_that_cannot_be_written_is_exit_code_5(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    old = closed / "old.txt"
    old.write_text("old")
    closed.chmod(0o555)
    try:
        for name in ("new.txt", "old.txt"):
            target = str(closed / name)
            done = bound(WITHOUT_PRIVILEGES, "pair", EXAMPLE, "--output", target, "--force")
            assert (done.code, done.out) == (5, "")
            assert "permission denied" in done.err
    finally:
        closed.chmod(0o755)
    assert [path.name for path in closed.iterdir()] == ["old.txt"]
    assert old.read_text() == "old"
    done = call("pair", EXAMPLE, "--output", tmp_path / "no" / "such" / "folder")
    assert done.code == 5
    done = call("pair", EXAMPLE, "--output", tmp_path)
    assert (done.code, done.err) == (5, f"crivello: {tmp_path} is a folder; a file is needed.\n")


def test_an_output_is_replaced_as_a_whole_and_keeps_its_rights(tmp_path: Path) -> None:
    old = tmp_path / "old.txt"
    old.write_text("old")
    old.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(old)
    assert call("--dutch", EXAMPLE, "-p", link).code == 0
    assert link.is_symlink()
    assert old.read_text() == ROUND_4
    assert old.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.txt", "old.txt"]
    assert call("--dutch", EXAMPLE, "-p", "/dev/null").code == 0


def test_what_is_too_large_is_exit_code_4(tmp_path: Path) -> None:
    large = tmp_path / "large.trf"
    with large.open("wb") as file:
        file.truncate(65 * 2**20)
    done = call("pair", large)
    assert done.code == 4
    assert done.err == f"crivello: {large} is larger than 64 MiB; it cannot be a tournament.\n"
    many = b"".join(b"001 %4d      A\n" % (number % 9999 + 1) for number in range(10_050))
    done = call("--dutch", "-", "-p", stdin=many)
    assert done.code == 4
    assert "the limit is 9999" in done.err


@pytest.mark.parametrize("name", ["a b.trf", "è.trf", "-p.trf"])
def test_unusual_names(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(Path(EXAMPLE).read_bytes())
    assert call("pair", "--", name, cwd=tmp_path).code == 0


def test_a_pipe_is_read_once() -> None:
    """A shell passes the output of another command so: ``crivello pair <(zcat open.trf.gz)``."""
    end, start = os.pipe()
    with open(start, "wb") as file:
        file.write(Path(EXAMPLE).read_bytes())
    try:
        assert call("pair", f"/dev/fd/{end}").out == call("pair", EXAMPLE).out
    finally:
        os.close(end)


def test_the_example_is_a_file_to_try_the_commands_on(tmp_path: Path) -> None:
    assert call("example", "--output", "t.trf", cwd=tmp_path).code == 0
    assert (tmp_path / "t.trf").read_bytes() == Path(EXAMPLE).read_bytes()
    assert call("example", cwd=tmp_path).out.encode() == Path(EXAMPLE).read_bytes()
    assert call("pair", "t.trf", cwd=tmp_path).out == call("pair", EXAMPLE).out
