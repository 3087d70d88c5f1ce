"""The commands there are: what each accepts, and the module that does it. Data only."""

from __future__ import annotations

from crivello.cli.commands.awards import AWARDS
from crivello.cli.commands.desk import DESK
from crivello.cli.commands.lists import LISTS
from crivello.cli.commands.reports import REPORTS
from crivello.cli.commands.tournament import TOURNAMENT
from crivello.cli.commands.web import WEB
from crivello.cli.operands import GLOBAL, HELP
from crivello.words import N_

GROUPS = (
    (N_("Commands:"), TOURNAMENT),
    (N_("At the arbiter's desk:"), DESK),
    (N_("Lists of players:"), LISTS),
    (N_("Reports, prizes, norms:"), (*REPORTS, *AWARDS)),
    (N_("In the browser:"), WEB),
)
"""As the help shows them."""
COMMANDS = {command.name: command for _, group in GROUPS for command in group}

__all__ = ["COMMANDS", "GLOBAL", "GROUPS", "HELP"]
