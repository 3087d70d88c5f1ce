"""Small files that would need many resources, or that are damaged where a reader does not look."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
DTD = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>'


def workbook(
    rows: str = "",
    strings: str = "",
    sheet: str = "xl/worksheets/sheet1.xml",
    more: dict[str, str | bytes] | None = None,
    head: str = "",
) -> bytes:
    """Return a workbook with these rows and shared strings as XML, and with its sheet under any
    name.
    """
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": (
            f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>'
            f'<Override PartName="/{sheet}" ContentType="{TYPE}.worksheet+xml"/>'
            '<Override PartName="/xl/sharedStrings.xml" '
            f'ContentType="{TYPE}.sharedStrings+xml"/></Types>'
        ),
        "_rels/.rels": (
            f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
        ),
        "xl/workbook.xml": (
            f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
            '<sheet name="Players" sheetId="1" r:id="r1"/></sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": (
            f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{OFFICE}/worksheet" Target="/{sheet}"/></Relationships>'
        ),
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{strings}</sst>',
        sheet: f'{head}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>',
        **(more or {}),
    }
    return packed(parts)


def packed(parts: dict[str, str | bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def row(number: int, *texts: str) -> str:
    cells = "".join(cell(f"{chr(65 + i)}{number}", text) for i, text in enumerate(texts))
    return f'<row r="{number}">{cells}</row>'


NAMES = row(1, "name", "rating") + row(2, "Rossi, Anna", "2000")


def far_cell() -> bytes:
    """Return a workbook with one cell, in row 9,999,998."""
    return workbook(NAMES + row(9_999_998, "Bianchi, Carlo", "1900"))


def many_strings(count: int = 1_100_000) -> bytes:
    """Return a workbook of unused shared strings, each of which takes memory."""
    return workbook(NAMES, strings="<si/>" * count)


def wide_row(count: int = 20_000) -> bytes:
    return workbook(f'<row r="1">{"<c/>" * count}</row>')


def deep(count: int = 5000) -> bytes:
    return workbook(NAMES + "<x>" * count + "</x>" * count)


def document_type(name: str) -> bytes:
    """Return a workbook whose sheet has a document type."""
    return workbook(NAMES, sheet=name, head=DTD)


def damaged_lzma(name: str = "one.trf", how: int = zipfile.ZIP_LZMA) -> bytes:
    """Return an archive whose member cannot be unpacked."""
    plain = f"012 A tournament\n{'001    1' * 500}"
    data = bytearray(packed({name: plain}, how))
    start = data.index(name.encode()) + len(name) + 12
    data[start : start + 20] = bytes(20)
    return bytes(data)


def document(**changes: Any) -> bytes:
    """Return a JSON document with four players; `changes` go into the settings."""
    players = [{"id": n, "number": n, "name": f"Player {n}"} for n in range(1, 5)]
    settings: dict[str, Any] = {"name": "Four", "rounds": 5, **changes}
    form = {"format": "crivello", "version": 1, "players": players, "settings": settings}
    return json.dumps(form).encode()


def many_rounds(rounds: int = 10**9) -> bytes:
    """Return a document in which a row of virtual points is as long as the tournament."""
    return document(rounds=rounds, acceleration={"virtual": [[n, [2, 2]] for n in range(1, 5)]})


def late_entry(entered: int = 10**11) -> bytes:
    value = json.loads(document())
    value["players"][0]["entered"] = entered
    return json.dumps(value).encode()


def utf_7(body: str = "<playerslist/>") -> bytes:
    return f'<?xml version="1.0" encoding="UTF-7"?>{body}'.encode()
