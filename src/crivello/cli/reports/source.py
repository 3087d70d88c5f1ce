"""What a report is made from: a file of either kind, or the desk."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.files import is_tournament_file
from crivello.cli.options import Arguments
from crivello.cli.sitting import open_path, section_of
from crivello.cli.sources import given_path, load, today
from crivello.reports.subject import Subject


def subject_given(
    arguments: Arguments, console: Console, *, published_only: bool = False
) -> Subject:
    """The subject of the operand FILE, or without it of the desk; tables come with a desk file.

    `published_only`: of a desk only what the players may see, unless ``--entered`` is given.
    """
    path = given_path(arguments)
    if is_tournament_file(path):
        with open_path(path, arguments, console) as desk:
            hidden = published_only and "--entered" not in arguments
            key = section_of(arguments, desk).key
            subject = Subject.of_desk(desk, key, today(), published_only=hidden)
        console.players = subject.tournament.player
        return subject
    return Subject.of_tournament(
        load(path, console, arguments, tolerant=True), arguments.get("--system"), today()
    )
