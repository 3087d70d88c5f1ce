"""The commands there are: what each accepts, and the module that does it. Data only."""

from __future__ import annotations

from crivello.cli.commands.awards import AWARDS
from crivello.cli.commands.desk import DESK
from crivello.cli.commands.lists import LISTS
from crivello.cli.commands.reports import REPORTS
from crivello.cli.commands.shared import GLOBAL, HELP
from crivello.cli.commands.tournament import TOURNAMENT
from crivello.cli.commands.web import WEB

COMMANDS = {
    command.name: command for command in (*TOURNAMENT, *DESK, *LISTS, *REPORTS, *AWARDS, *WEB)
}

__all__ = ["COMMANDS", "GLOBAL", "HELP"]
