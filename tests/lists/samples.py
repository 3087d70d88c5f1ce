"""Small lists for tests: the published layouts with invented players, and loaded lists."""

import io
import zipfile
from pathlib import Path

from crivello import lists
from crivello.lists import PlayerList
from crivello.lists.source import ListSource, Problems
from crivello.store.list_index import ListRow

DATA = Path(__file__).resolve().parents[1] / "data" / "lists"
TEXT = DATA / "rating_list_sample.txt"
XML = DATA / "rating_list_sample.xml"
HEADER = TEXT.read_text("utf-8").splitlines()[0]


def source(data: bytes | str, name: str = "list") -> ListSource:
    raw = data.encode() if isinstance(data, str) else data
    return ListSource(io.BytesIO(raw), name, len(raw))


def zipped(path: Path, files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def loaded(folder: Path, path: Path = TEXT, name: str = "fide") -> PlayerList:
    lists.load(path, name, folder=folder)
    return lists.open_list(name, folder)


def published(rows: list[ListRow]) -> str:
    """Return rows in the layout of the published text."""
    lines = [HEADER]
    for row in rows:
        lines.append(
            f"{row.fide_id:<15}{row.name:<61}{row.federation:<4}{'':<4}{row.title:<5}{'':<5}{'':<15}"
            f"{'':<4}{row.standard or '':<6}{'':<4}{'':<3}{row.rapid or '':<6}{'':<4}{'':<3}"
            f"{row.blitz or '':<6}{'':<4}{'':<3}{row.birth:<6}"
        )
    return "\n".join(lines) + "\n"


def with_players(folder: Path, *rows: ListRow) -> PlayerList:
    """Return a loaded list of these players; players without an id get one."""
    given = [row._replace(fide_id=row.fide_id or place) for place, row in enumerate(rows, 1)]
    path = folder / "made.txt"
    path.write_text(published(given), encoding="utf-8")
    return loaded(folder, path)


def problems() -> Problems:
    return Problems()
