"""The tool that makes the fonts of the PDFs: it compares archives, and reduces fonts to the letters
needed.
"""

import hashlib
import io
import tarfile
import tomllib
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from crivello.reports.typefaces import read_letters
from tools import fonts


def packed(name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        tar.addfile(member, io.BytesIO(content))
    return out.getvalue()


def debian(content: bytes) -> bytes:
    """Return a package in the format of Debian: parts with a head of 60 letters, of even length."""
    parts = b"!<arch>\n"
    for name, data in (("debian-binary", b"2.0\n!"), ("data.tar.gz", content)):
        head = f"{name:16}{0:<12}{0:<6}{0:<6}{'100644':8}{len(data):<10}`\n"
        parts += head.encode() + data + b"\n" * (len(data) % 2)
    return parts


@pytest.mark.parametrize("kind", ["tgz", "deb"])
def test_a_file_is_read_from_the_archive_with_the_stated_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    data = packed("a/b.ttf", b"x") if kind == "tgz" else debian(packed("./a/b.ttf", b"x"))
    monkeypatch.setattr(fonts, "SOURCES", {f"letters-1.0.{kind}": hashlib.sha256(data).hexdigest()})
    (tmp_path / "as somebody saved it").write_bytes(data)
    assert fonts.read_member(tmp_path, "letters", "a/b.ttf") == b"x"
    (tmp_path / "as somebody saved it").write_bytes(data + b"!")
    with pytest.raises(FileNotFoundError, match=r"letters-1\.0"):
        fonts.read_member(tmp_path, "letters", "a/b.ttf")


def test_a_font_is_reduced_to_the_letters_asked_for_and_always_to_the_same_file() -> None:
    def reduce() -> bytes:
        font = TTFont(fonts.TARGET / "NotoSansHebrew-Bold.ttf")
        return fonts.reduce_font(font, {0x5D0, 0x5D1, 0x20}, eastern=False)

    made = reduce()
    assert set(TTFont(io.BytesIO(made)).getBestCmap()) == {0x5D0, 0x5D1, 0x20}
    assert made == reduce()


def test_the_fonts_of_the_package_come_from_the_stated_archives() -> None:
    listed = tomllib.loads((fonts.TARGET / "FONTS.toml").read_text(encoding="utf-8"))["asset"]
    made = {f"{one.name}-{fonts.WEIGHTS[weight]}" for one in fonts.FONTS for weight in one.weights}
    assert {font["file"].partition(".")[0] for font in listed} == made
    assert {font["source"] for font in listed} == {
        fonts.archive_of(one.source) for one in fonts.FONTS
    }
    licence = (fonts.TARGET / fonts.LICENCE).read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Adobe" in licence


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_the_common_letters_of_china_taiwan_japan_and_korea_are_there(weight: str) -> None:
    letters = read_letters(fonts.TARGET / f"NotoSansCJKsc-{weight}.otf")
    for name in fonts.CHARACTER_SETS:
        wanted = {
            point
            for point, code in fonts.codes_of(name)
            if 0x3400 <= point < 0xE000 and (name != "big5" or code[0] < 0xC7)
        }
        assert len(wanted) > 5000
        assert wanted <= letters
    assert {ord(letter) for letter in "喆镕堃昇祐翀"} <= letters, "common in names, not in GB 2312"
