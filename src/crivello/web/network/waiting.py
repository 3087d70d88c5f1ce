"""What waits for the arbiter on the page Network."""

from __future__ import annotations

from urllib.parse import quote

from crivello.desk import Section
from crivello.desk.roles import DeviceRole
from crivello.web.envelope import games_seen
from crivello.web.network.device_store import OPEN, WAITING, DeviceStore, Proposal
from crivello.web.network.switch import Switch


def waiting_for_arbiter(switch: Switch, file: str, section: Section) -> int:
    """Return how many devices, proposals, requests of players and late entries wait for the
    arbiter.
    """
    if switch.store is None:
        return 0
    store = DeviceStore(switch.store)
    try:
        waiting = sum(one.state == WAITING for one in store.devices())
        waiting += sum(one.state == OPEN for one in store.requests(file, section.key))
        waiting += len(store.late_arrivals(file, section.key))
        return waiting + len(open_proposals(store, file, section))
    finally:
        store.close()


def open_proposals(
    store: DeviceStore, file: str, section: Section
) -> dict[tuple[int, int], list[Proposal]]:
    """Return the proposals of phones for games without a result, by board and game.

    A proposal for players or colours that have changed since is left out.
    """
    number = len(section.rounds)
    start = "/".join([DeviceRole.TABLE.value, quote(file, safe=""), quote(section.key, safe="")])
    words = store.proposals(f"{start}/{number}/")
    if not words:
        return {}
    games = {(one.board, one.game): one for one in games_seen("", section, number)}
    found: dict[tuple[int, int], list[Proposal]] = {}
    for word in words:
        board = int(word.invitation.removeprefix(f"{start}/{number}/").split("/")[0])
        game = games.get((board, word.game))
        if game is not None and not game.shown and game.sides == word.sides:
            found.setdefault((board, word.game), []).append(word)
    return found
