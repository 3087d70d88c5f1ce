"""`crivello convert`: a tournament in another format, and what that format cannot carry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from crivello.cli.console import Console
from crivello.cli.files import same_file, shown, write_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.cli.tournaments import load, with_choices
from crivello.model.errors import Problem
from crivello.model.player import Player
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.words import N_, Sentence
from crivello.words.columns import clean

if TYPE_CHECKING:
    from crivello.reports.queries import Query


def run(arguments: Arguments, console: Console) -> int:
    source, target = arguments.require("IN"), arguments.require("OUT")
    wanted = arguments.get("--to")
    if wanted is None:
        raise UsageError(N_("{operand} is missing."), operand="--to")
    if same_file(source, target) and "--force" not in arguments:
        raise UsageError(
            N_("{path} would be overwritten by its own conversion; --force allows it."),
            path=source,
        )
    tournament = load(source, console, arguments)
    tournament = with_choices(tournament, arguments.lists.get("--option", []))
    return written(tournament, wanted, source, target, console)


def written(
    tournament: Tournament,
    wanted: str,
    source: str,
    target: str,
    console: Console,
    queries: Sequence[Query] | None = None,
) -> int:
    """Write it, and tell what the format does not carry; in JSON also what FIDE would ask."""
    text, lost = converted(tournament, wanted)
    write_bytes(target, text.encode())
    losses = [clean(console.say(loss)) for loss in lost]
    if console.json:
        answer: dict[str, Any] = {
            "schema": "crivello/conversion/1",
            "input": shown(source),
            "output": "<stdout>" if target == "-" else target,
            "format": wanted,
            "losses": losses,
        }
        if queries is not None:
            from crivello.cli.reports.queries import query_as_json

            answer["queries"] = [query_as_json(query, console) for query in queries]
        report = console.as_json(answer)
        if target == "-":
            console.remark(report.rstrip())
        else:
            write_bytes("-", report.encode())
    elif losses:
        console.remark(console.say("Written as {format}, with losses:", format=wanted))
        for loss in losses:
            console.remark(f"- {loss}")
    return 0


def converted(tournament: Tournament, wanted: str) -> tuple[str, Sequence[Sentence]]:
    """The file's text, and what it does not carry."""
    if wanted == "json":
        from crivello.formats.json_form import write_json

        return write_json(tournament), ()
    if wanted == "csv":
        from crivello.formats.csv_players import read_players, write_players

        text = write_players(tournament.players)
        return text, _losses_of_a_table(tournament, read_players(text))
    from crivello.formats.trf import losses, write_trf

    return write_trf(tournament, wanted), losses(tournament, wanted)


def _losses_of_a_table(tournament: Tournament, back: tuple[Player, ...]) -> list[Problem]:
    """A table of players carries players only."""
    lost = []
    if tournament.rounds:
        lost.append(Problem(N_("Not carried: the rounds.")))
    if tournament.settings != Settings():
        lost.append(Problem(N_("Not carried: the name and the settings of the tournament.")))
    if set(back) != set(tournament.players):
        lost.append(
            Problem(
                N_(
                    "Not carried in full: entries, withdrawals, ranks, national records and "
                    "permanent ids of players."
                )
            )
        )
    return lost
