"""Programs that call an engine: each call, and how the answer is read."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.calling import call, trf

DAY = "042 2026/05/01"
POSSIBLE = trf("3 w 1", "4 b 0", "1 b 0", "2 w 1", head=(DAY, "XXR 3", "XXC white1"))
IMPOSSIBLE = trf("2 w 1", "1 b 0", head=(DAY, "XXR 3", "XXC white1"))
WRONG_POINTS = POSSIBLE.replace(b" 1.0 ", b" 2.5 ", 1)


@dataclass(frozen=True)
class Files:
    folder: Path

    @property
    def given(self) -> Path:
        return self.folder / "in.trf"

    @property
    def out(self) -> Path:
        return self.folder / "out.txt"

    @property
    def listed(self) -> Path:
        return self.folder / "list.txt"

    def left(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())


@pytest.fixture
def files(tmp_path: Path) -> Files:
    found = Files(tmp_path)
    found.given.write_bytes(POSSIBLE)
    return found


def pairs(lines: list[str]) -> list[tuple[int, int]]:
    """Parse lines of two numbers with a single blank between them."""
    found = []
    for line in lines:
        white, black = line.split(" ")
        found.append((int(white), int(black)))
    return found


class TestHeltour:
    """Calls `IN -p OUT -q 10000`, and `IN -p OUT -w` if there were no pairs."""

    def read(self, files: Files, *options: str) -> list[tuple[int, int]]:
        done = call(files.given, "-p", files.out, *options)
        assert done.code == 0
        number, *lines = files.out.read_text().splitlines()
        assert len(lines) == int(number)
        return pairs(lines)

    def test_pairs(self, files: Files) -> None:
        assert self.read(files, "-q", "10000") == [(4, 1), (2, 3)]

    def test_no_pairing_is_a_zero_twice(self, files: Files) -> None:
        files.given.write_bytes(IMPOSSIBLE)
        assert self.read(files, "-q", "10000") == []
        assert self.read(files, "-w") == []
        assert files.out.read_text() == "0\n"

    def test_a_file_without_header_names_and_ratings(self, files: Files) -> None:
        rows = ["XXR 3"]
        for number, cell in enumerate(("   2 w 1", "   1 b 0", "0000 - +", "0000 - ="), start=1):
            points = {"1": "1.0", "+": "1.0", "=": "0.5", "0": "0.0"}[cell[-1]]
            rows.append(f"001 {number:4}".ljust(80) + f"{points:>4}".ljust(9) + "  " + cell)
        files.given.write_text("\n".join(rows))
        assert self.read(files, "-q", "10000") == [(3, 1), (2, 4)]

    @pytest.mark.parametrize("content", [None, b"", b"no report file"])
    def test_what_cannot_be_read_is_an_error_and_leaves_no_file(
        self, files: Files, content: bytes | None
    ) -> None:
        files.given.unlink()
        if content is not None:
            files.given.write_bytes(content)
        assert call(files.given, "-p", files.out, "-q", "10000").code == 1
        assert not files.out.exists()


class TestLila:
    """Calls `--dutch IN -p` and reads standard output; two texts on standard error end the
    event.
    """

    def test_pairs_and_nothing_else_on_standard_output(self, files: Files) -> None:
        done = call("--dutch", files.given, "-p")
        assert done.code == 0
        assert pairs(done.out.splitlines()[1:]) == [(4, 1), (2, 3)]

    def test_fast_is_paired_like_dutch(self, files: Files) -> None:
        fast, dutch = (call(word, files.given, "-p").out for word in ("--fast", "--dutch"))
        assert fast == dutch

    def test_no_pairing_has_its_text(self, files: Files) -> None:
        files.given.write_bytes(IMPOSSIBLE)
        done = call("--dutch", files.given, "-p")
        assert (done.code, done.out) == (1, "")
        assert "No valid pairing exists" in done.err

    def test_too_many_rounds_have_theirs(self, files: Files) -> None:
        files.given.write_bytes(POSSIBLE.replace(b"XXR 3", b"XXR 1"))
        done = call("--dutch", files.given, "-p")
        assert (done.code, done.out) == (3, "")
        assert "The number of rounds is larger than the reported number of rounds." in done.err


class TestSharly:
    """Calls `--dutch IN -p OUT -l LIST`; the files that exist show the outcome, not the exit
    code.
    """

    def test_a_history_that_its_parser_reads(self, files: Files) -> None:
        call("--dutch", files.given, "-p", files.out, "-l", files.listed)
        rows = [line.split("\t") for line in files.listed.read_text().splitlines()]
        header = next(row for row in rows if row[0] == "ID")
        assert header[2] == "--"
        players = {int(row[0]): row for row in rows if row[0].strip().isdigit()}
        assert sorted(players) == [1, 2, 3, 4]
        first = players[1]
        assert (first[1], first[2], first[3].strip()) == ("1.0", " W", "(B)")
        assert (first[4].strip(), first[5].strip(), first[7].strip()) == ("Y", "", "(4B)")
        assert first[8] == ""
        assert first[9].strip() == "3"

    def test_no_pairing_leaves_an_empty_file_and_a_list(self, files: Files) -> None:
        files.given.write_bytes(IMPOSSIBLE)
        call("--dutch", files.given, "-p", files.out, "-l", files.listed)
        assert files.out.read_bytes() == b""
        assert "ID\tPts\t--\tPref\tC2\tC14\tC16\tCur\t" in files.listed.read_text()

    @pytest.mark.parametrize("content", [b"", WRONG_POINTS])
    def test_a_refused_file_leaves_nothing(self, files: Files, content: bytes) -> None:
        files.given.write_bytes(content)
        call("--dutch", files.given, "-p", files.out, "-l", files.listed)
        assert files.left() == ["in.trf"]


class TestDirectly:
    """Exit codes and remaining files of bbpPairings and of JaVaFo."""

    @pytest.mark.parametrize(
        ("system", "missing", "wrong", "impossible"),
        [(["--dutch"], 5, 3, 1), ([], 1, 1, 0)],
        ids=["bbp", "javafo"],
    )
    def test_exit_codes(
        self, files: Files, system: list[str], missing: int, wrong: int, impossible: int
    ) -> None:
        assert call(*system, files.folder / "none.trf", "-p", files.out).code == missing
        assert call(*system, files.given, "-p", files.folder / "none" / "out").code == missing
        assert call(*system, files.given, "-p", files.out, "-x").code == wrong
        assert call(*system, files.given, "-p", files.out, "more").code == wrong
        assert call(*system, "-p", files.out).code == wrong
        files.given.write_bytes(b"")
        assert call(*system, files.given, "-p", files.out).code == wrong
        files.given.write_bytes(WRONG_POINTS)
        assert call(*system, files.given, "-p", files.out).code == wrong
        assert files.left() == ["in.trf"]
        files.given.write_bytes(IMPOSSIBLE)
        assert call(*system, files.given, "-p", files.out).code == impossible
        assert files.left() == ["in.trf", "out.txt"]

    def test_the_same_call_answered_like_the_other_program(self, files: Files) -> None:
        files.given.write_bytes(IMPOSSIBLE)
        done = call("--like", "javafo", "--dutch", files.given, "-p")
        assert (done.code, done.out) == (0, "0\n")
        assert call("--like", "bbp", files.given, "-p").code == 1
        assert call(files.given, "-p", CRIVELLO_LIKE="bbp").code == 1

    def test_reports_of_a_turned_board_and_of_another_pairing(self, files: Files) -> None:
        turned = trf("3 b 1", "4 b 0", "1 w 0", "2 w 1", head=(DAY, "XXR 3", "XXC white1"))
        files.given.write_bytes(turned)
        header = "  Checker pairings        Tournament pairings \n"
        assert call(files.given, "-c").out == (
            f"in: Round #1\n1 and 3 had inverted colors\n{header}\n"
        )
        assert call("--dutch", files.given, "-c").out == (
            f"in: Round #1\n{header}      1 -   3                  3 -   1\n\n\n"
        )
        other = trf("2 w 1", "1 b 0", "4 w 0", "3 b 1", head=(DAY, "XXR 3", "XXC white1"))
        files.given.write_bytes(other)
        differences = (
            "      1 -   3                  1 -   2\n      4 -   2                  3 -   4\n"
        )
        assert call(files.given, "-c", "1").out == f"in: Round #1\n{header}{differences}\n"

    def test_a_right_round_is_one_line_whatever_its_initial_colour(self, files: Files) -> None:
        black = trf("3 b 1", "4 w 0", "1 w 0", "2 b 1", head=(DAY, "XXR 3"))
        files.given.write_bytes(black)
        assert call(files.given, "-c").out == "in: Round #1\n"
