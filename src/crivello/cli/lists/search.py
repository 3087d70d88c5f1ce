"""`crivello search`: who on a list can be meant."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.files import write_text
from crivello.cli.lists.views import listed_lines
from crivello.cli.options import Arguments
from crivello.reports.views.lists import FoundPlayerView, SearchView, list_view, listed_player_view
from crivello.words import N_

NOBODY = N_("Nobody on the list {name} is called {text!r} or something similar.")
LIMIT = 20


def run(arguments: Arguments, console: Console) -> int:
    from crivello import lists

    text = " ".join(arguments.lists["NAME"])
    limit = arguments.number("--limit") or LIMIT
    with lists.open_list(arguments.get("--list") or lists.FIDE) as opened:
        found = opened.search(text, arguments.get("--federation"), limit)
        about = opened.about
    if console.json:
        view = SearchView(
            list=list_view(about),
            query=text,
            players=[
                FoundPlayerView(**listed_player_view(one.player), match=one.match.value)
                for one in found
            ],
        )
        write_text("-", console.view("search", view))
    elif found:
        write_text("-", "\n".join(listed_lines((one.player for one in found), console)) + "\n")
    else:
        console.remark(console.say(NOBODY, name=about.name, text=text))
    return 0
