"""`crivello archive`: put an event into one zip, compare its files, and list missing items."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap

from crivello.cli.console import Console, ProgressLine
from crivello.cli.errors import Exit
from crivello.cli.files import display_name, read_bytes, write_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.cli.reports.awards import ONE_INPUT
from crivello.cli.sources import given_prizes, given_subject
from crivello.reports.event_archive import check_lines, make_archive
from crivello.reports.views.files import ArchiveView
from crivello.standings.prizes.prize_lists import read_prizes
from crivello.words import N_, translator

WRITTEN = N_("One file is in {archive}.", "{count} files are in {archive}.")
PACKING = N_("writing files")


def run(arguments: Arguments, console: Console) -> int:
    target = arguments.require("ARCHIVE")
    if target == "-" and console.json:
        raise UsageError(N_("With --json, write the archive to a file."))
    prizes = given_prizes(arguments, console, arguments.get("--prizes"))
    if prizes == arguments.get("FILE") == "-":
        raise UsageError(ONE_INPUT)
    data = None if prizes is None else read_bytes(prizes)
    subject = given_subject(arguments, console, published_only=True)
    if data is not None and prizes is not None:
        source, console.source = console.source, display_name(prizes)
        subject = replace(subject, prizes=read_prizes(data, subject.tournament))
        console.source = source
    line = ProgressLine(console)
    archive = make_archive(
        subject,
        console.language,
        tell=lambda done, total: line.update(done, total, console.say(PACKING)),
        provisional="--provisional" in arguments,
    )
    line.clear()
    write_bytes(target, archive.to_zip())
    code = Exit.BAD_REQUEST if archive.check.differences else Exit.OK
    missing = [console.say(one) for one in archive.gaps]
    if console.json:
        view = ArchiveView(
            archive=target,
            files=list(archive.files),
            missing=missing,
            compared=list(archive.check.files),
            differences=[console.say(one) for one in archive.check.differences],
        )
        return console.write_view("archive", view, code)
    compared, *differences = check_lines(archive.check, translator(console.language))
    said = console.say(WRITTEN, count=len(archive.files), archive=display_name(target))
    lines = [said, compared, *(f"- {one}" for one in differences)]
    lines += [console.say("What is missing:"), *(f"- {one}" for one in missing)] if missing else []
    texts = [text for one in lines for text in wrap(one, console.width, subsequent_indent="  ")]
    if target == "-":
        console.remark_all(texts)
        return code
    return console.write_lines(texts, code)
