"""Make the fonts of the PDFs: `make generate WHAT=fonts ARCHIVES=folder`.

The folder holds the archives that `fonts.toml` names, fetched beforehand: packages of npm
(`npm pack @expo-google-fonts/noto-sans@0.4.2`) and of Debian (`apt-get download fonts-noto-cjk`).
Each is compared with its digest. The fonts are reduced to the letters that names and our own texts
need, without hints for screens, and written to `src/crivello/reports/fonts` with `FONTS.toml`,
which states their sources and digests, and with their licence. The same archives and the same
fontTools make the same files.

To print another script, add its archive to `fonts.toml` and its blocks to `FONTS`.
"""

import bz2
import hashlib
import io
import sys
import tarfile
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import fontTools
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src" / "crivello" / "reports" / "fonts"
LICENCE = "OFL.txt"
WEIGHTS = {400: "Regular", 700: "Bold"}

SOURCES: dict[str, str] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
"""The archives with their SHA-256."""

Letters = set[int]


def span(*blocks: tuple[int, int]) -> Letters:
    """Return the code points of blocks, both ends included."""
    return {point for first, last in blocks for point in range(first, last + 1)}


BESIDE = span((0x20, 0x7E), (0x2026, 0x2026))
"""Signs that are drawn next to a name in a picture, where each text has one font: figures, dots."""
JOINERS = span((0x200C, 0x200F), (0x25CC, 0x25CC))
"""Signs that join or separate letters, and the circle that carries a mark without a letter."""
LATIN_GREEK_CYRILLIC = span(
    *((0x20, 0x7E), (0xA0, 0x3FF), (0x400, 0x52F), (0x1E00, 0x1FFF), (0x2000, 0x218F)),
    *((0x2212, 0x2212), (0x25CC, 0x25CC), (0x2C60, 0x2C7F), (0xA720, 0xA7FF), (0xFB00, 0xFB06)),
    (0xFFFD, 0xFFFD),
)
ARABIC = span((0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF), (0xFE70, 0xFEFC))
ARMENIAN = span((0x530, 0x58F), (0xFB13, 0xFB17))
GEORGIAN = span((0x10A0, 0x10FF), (0x1C90, 0x1CBF), (0x2D00, 0x2D2F))
HEBREW = span((0x590, 0x5FF), (0xFB1D, 0xFB4F))
DEVANAGARI = span((0x900, 0x97F), (0xA8E0, 0xA8FF))
THAI = span((0xE00, 0xE7F))
ARROWS_AND_SIGNS = span((0x2190, 0x21FF), (0x2200, 0x22FF), (0x25A0, 0x25FF))
CHESS_AND_TICKS = span((0x2600, 0x27BF))
CHINESE_JAPANESE_KOREAN = span(
    *((0x1100, 0x11FF), (0x3000, 0x30FF), (0x3100, 0x318F), (0x31F0, 0x31FF)),
    (0xFF01, 0xFFEE),
)
"""Punctuation, kana, bopomofo, jamo (which make any Korean syllable) and full width forms."""
CHARACTER_SETS = ("gb2312", "big5", "shift_jis", "euc_kr")


def codes_of(character_set: str) -> Iterator[tuple[int, bytes]]:
    for point in range(0x1100, 0x10000):
        try:
            code = chr(point).encode(character_set)
        except UnicodeEncodeError:
            continue
        if len(code) == 2:
            yield point, code


def eastern(read: Callable[[str, str], bytes]) -> Letters:
    """Return the Chinese, Japanese and Korean letters of names.

    They are all of GB 2312, JIS X 0208 and KS X 1001, the 5,401 common characters of Big5, and by
    Unicode's lists the 8,105 of China's general table and the 9,810 of IICore, the common minimum
    of all regions.
    """
    found = set(CHINESE_JAPANESE_KOREAN)
    for name in CHARACTER_SETS:
        found |= {point for point, code in codes_of(name) if name != "big5" or code[0] < 0xC7}
    for table, field in (("IRGSources", "kIICore"), ("OtherMappings", "kTGH")):
        packed = read("unicode-data", f"usr/share/unicode/Unihan_{table}.txt.bz2")
        for line in bz2.decompress(packed).decode().splitlines():
            parts = line.split("\t")
            if len(parts) == 3 and parts[1] == field:
                found.add(int(parts[0].removeprefix("U+"), 16))
    return {point for point in found if not 0x1E00 <= point < 0x2E80} | BESIDE


@dataclass(frozen=True)
class Family:
    """A font in its weights, and the letters that are taken from it."""

    name: str
    source: str
    path: str
    letters: Letters | None
    """The letters to keep; None for those of `eastern`."""
    weights: tuple[int, ...] = (400, 700)
    face: int = 0
    """The place of the font in a collection."""

    @property
    def eastern(self) -> bool:
        return self.letters is None


def of_npm(script: str, letters: Letters, weights: tuple[int, ...] = (400, 700)) -> Family:
    name = "NotoSans" + script.title().replace("-", "")
    source = "expo-google-fonts-noto-sans" + (f"-{script}" if script else "")
    return Family(name, source, f"package/{{0}}{{1}}/{name}_{{0}}{{1}}.ttf", letters, weights)


FONTS = (
    of_npm("", LATIN_GREEK_CYRILLIC),
    of_npm("arabic", ARABIC | JOINERS | BESIDE),
    of_npm("armenian", ARMENIAN | BESIDE),
    of_npm("devanagari", DEVANAGARI | JOINERS | BESIDE),
    of_npm("georgian", GEORGIAN | BESIDE),
    of_npm("hebrew", HEBREW | JOINERS | BESIDE),
    of_npm("thai", THAI | JOINERS | BESIDE),
    of_npm("math", ARROWS_AND_SIGNS, (400,)),
    of_npm("symbols-2", CHESS_AND_TICKS, (400,)),
    Family(
        "NotoSansCJKsc",
        "fonts-noto-cjk",
        "usr/share/fonts/opentype/noto/NotoSansCJK-{1}.ttc",
        None,
        face=2,
    ),
)
FIGURES = ["tnum", "lnum"]
SYLLABLES = ["ccmp", "ljmo", "vjmo", "tjmo"]
"""The features that horizontal lines of Chinese, Japanese and Korean names need.

Shapes for vertical lines and for other regions would double the file.
"""


# Archives


def archive_of(name: str) -> str:
    """Return the name of an archive with its version."""
    (found,) = (one for one in SOURCES if one.startswith(name) and one[len(name) + 1].isdigit())
    return found


def find_archive(folder: Path, name: str) -> Path:
    """Return the file of the folder that has the digest of the archive, whatever its name."""
    archive = archive_of(name)
    for path in folder.iterdir():
        if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == SOURCES[archive]:
            return path
    raise FileNotFoundError(f"no file of {folder} is {archive}: SHA-256 {SOURCES[archive]}")


def read_member(folder: Path, name: str, member: str) -> bytes:
    """Return a file from an archive, which is a tar or a Debian package with a tar in it."""
    data = find_archive(folder, name).read_bytes()
    package = data.startswith(b"!<arch>")
    if package:
        data = next(part for title, part in _ar_members(data) if title.startswith("data.tar"))
    with tarfile.open(fileobj=io.BytesIO(data)) as files:
        found = files.extractfile(("./" if package else "") + member)
        assert found is not None
        return found.read()


def _ar_members(data: bytes) -> Iterator[tuple[str, bytes]]:
    at = len(b"!<arch>\n")
    while at < len(data):
        head = data[at : at + 60]
        size = int(head[48:58])
        yield head[:16].decode().rstrip(" /"), data[at + 60 : at + 60 + size]
        at += 60 + size + size % 2


# Fonts


def reduce_font(font: TTFont, letters: Letters, *, eastern: bool) -> bytes:
    options = Options()
    options.hinting = False
    options.notdef_outline = True
    options.drop_tables += ["BASE", "DSIG", "VORG", "meta", "vhea", "vmtx"]
    options.layout_features = SYLLABLES if eastern else [*options.layout_features, *FIGURES]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    if eastern:  # the short form of the table has no room for that many letters
        font["cmap"].tables = [
            one for one in font["cmap"].tables if one.format == 12 and one.platformID == 3
        ]
    font.recalcTimestamp = False
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def make_fonts(folder: Path) -> None:
    TARGET.mkdir(exist_ok=True)
    for old in TARGET.glob("*.[ot]tf"):
        old.unlink()
    read = partial(read_member, folder)
    copyrights: dict[str, None] = {}
    entries = []
    for family in FONTS:
        letters = eastern(read) if family.letters is None else family.letters
        for weight in family.weights:
            packed = read(family.source, family.path.format(weight, WEIGHTS[weight]))
            font = TTFont(io.BytesIO(packed), fontNumber=family.face, lazy=True)
            names = font["name"]
            copyrights[names.getDebugName(0)] = None
            version = names.getDebugName(5).removeprefix("Version ").partition(";")[0]
            file = f"{family.name}-{WEIGHTS[weight]}.{'otf' if 'CFF ' in font else 'ttf'}"
            entry = {
                "file": file,
                "name": names.getDebugName(16) or names.getDebugName(1),
                "version": version,
                "licence": "OFL-1.1",
                "licence_file": LICENCE,
                "source": archive_of(family.source),
            }
            data = reduce_font(font, letters, eastern=family.eastern)
            (TARGET / file).write_bytes(data)
            entries.append(entry | {"sha256": hashlib.sha256(data).hexdigest()})
            print(f"{file:32} {len(data) / 1000:7,.0f} kB")
    licence = read("expo-google-fonts-noto-sans", "package/LICENSE_FONT").decode()
    _, blank, terms = licence.partition("\n\n")
    (TARGET / LICENCE).write_text("\n".join(copyrights) + blank + terms, encoding="utf-8")
    (TARGET / "FONTS.toml").write_text(_as_toml(entries), encoding="utf-8")


def _as_toml(entries: list[dict[str, str]]) -> str:
    head = (
        "# The fonts of the PDFs, written by tools/fonts.py"
        f" with fontTools {fontTools.version}: `make generate WHAT=fonts`.\n"
        "# Each holds some letters of the font it names; `make release WHAT=audit` lists them.\n"
    )
    return head + "".join(
        "\n[[asset]]\n" + "".join(f'{key} = "{value}"\n' for key, value in entry.items())
        for entry in entries
    )


def main() -> int:
    (folder,) = sys.argv[1:]
    make_fonts(Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
