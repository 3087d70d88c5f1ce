"""What a line was typed for: it may reach the desk long after its page was made.

A page that waits for a new session, or for the desk itself, keeps what is typed and sends it later.
By then the round may have been paired again, numbers may belong to other players, and a file of the
same name may hold another tournament. So every typed line carries a digest of what its page showed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from crivello.desk import DeskState, Refusal, Section
from crivello.desk.actions import Action, Context, Plan
from crivello.model.quick import frozen
from crivello.web.forms import Fields
from crivello.web.view import SectionPage
from crivello.words import N_

FIELD = "typed_for"

Shown = Callable[[Section], object]
"""What a page shows of a section, as far as a typed line depends on it."""


class TypedForOther(Refusal, code="typed-for-other"):
    template = N_(
        "The pairing or the numbers of the players have changed since this was typed. "
        "It was not entered: check it and enter it again."
    )


def shown_pairing(number: int) -> Shown:
    """Who plays whom in a published round, and at which table.

    Not with which colour: a result may say that they played with colours reversed.
    """

    def pairing(section: Section) -> object:
        if not 1 <= number <= len(section.rounds):
            return ()
        this = section.rounds[number - 1]
        games = [sorted((game.white, game.black)) for game in this.games]
        return number, games, list(this.tables)

    return pairing


def shown_numbers(section: Section) -> object:
    """The players and their numbers."""
    return sorted((player.id, player.number) for player in section.listed_players)


def digest_shown(page: SectionPage, shown: Shown, section: Section | None = None) -> str:
    """The digest that a page sends along with what is typed on it."""
    first = page.snapshot.log[0].entry.digest
    what = (first, page.key, shown(section or page.section))
    return hashlib.sha256(repr(what).encode()).hexdigest()[:16]


def only_if_shown(action: Action, page: SectionPage, shown: Shown, form: Fields) -> Action:
    """The action, if the newest state is what the line was typed for; programs need not say so."""
    if not form.has(FIELD):
        return action
    return TypedFor(
        action, page.key, form.text(FIELD), lambda section: digest_shown(page, shown, section)
    )


@frozen
class TypedFor:
    """An action that is refused if something else is shown by now."""

    action: Action
    section: str
    digest: str
    now: Callable[[Section], str]

    def decide(self, state: DeskState, context: Context) -> Plan:
        if self.now(state.section(self.section)) != self.digest:
            raise TypedForOther()
        return self.action.decide(state, context)
