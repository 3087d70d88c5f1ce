"""Reading several files in a zip archive."""

import io
import zipfile

import pytest

from crivello.formats import archive
from crivello.formats.archive import is_archive, members
from crivello.model.errors import Malformed, TooLarge


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return packed.getvalue()


def test_the_members_in_their_order() -> None:
    data = zipped(**{"b/one.trf": b"012 One", "a.TUNX": b"\x93", "b/": b"", "b/.hidden": b"x"})
    assert is_archive(data)
    assert members(data) == [("b/one.trf", b"012 One"), ("a.TUNX", b"\x93")]


def test_a_damaged_archive() -> None:
    data = zipped(a=b"012 One" * 100)
    for broken in (data[:40], data[:30] + b"\xff" * 20 + data[50:], b"PK\x03\x04"):
        with pytest.raises(Malformed):
            members(broken, "x.zip")


def test_an_archive_that_unpacks_into_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 1000)
    with pytest.raises(TooLarge, match="unpacked"):
        members(zipped(a=bytes(600), b=bytes(600)), "x.zip")


def test_an_archive_of_too_many_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_MEMBERS", 2)
    with pytest.raises(TooLarge, match="more than 2 files"):
        members(zipped(a=b"1", b=b"2", c=b"3"), "x.zip")
