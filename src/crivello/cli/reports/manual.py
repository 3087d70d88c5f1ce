"""`crivello manual`: the arbiter's manual."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.reports.manual import manual_page, manual_text


def run(arguments: Arguments, console: Console) -> int:
    as_page = (arguments.get("--output") or "").lower().endswith((".html", ".htm"))
    make = manual_page if as_page else manual_text
    return console.write(make(console.language))
