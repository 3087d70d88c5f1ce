"""Links with secrets, and their QR codes for slips, cards and screens.

The secret comes after the ``#``, which browsers never send. It ends with the beginning of the
certificate's fingerprint, so that the fingerprint can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from crivello.desk import Section
from crivello.desk.roles import DeviceRole
from crivello.extras import install_command
from crivello.model.errors import CrivelloError
from crivello.standard.classes import frozen
from crivello.web.network.codes import MARK, Codes, Invitation, of_table
from crivello.web.network.device_store import LINKS, DeviceStore
from crivello.web.network.switch import OpenNetwork, Switch
from crivello.web.session import Sessions
from crivello.words import N_
from crivello.words.escaping import Html

if TYPE_CHECKING:
    import segno

NOT_INSTALLED = N_("Codes need a package that is not installed. Install it with: {command}")
FINGERPRINT_SHOWN = 32
"""How many digits of the fingerprint a code contains: 128 bits."""
PLACES = {DeviceRole.TABLE: "table", DeviceRole.PLAYER: "me", DeviceRole.SCREEN: "screen"}
"""The page that receives the secret, for each role."""
BORDER = 4
"""The width of the empty border that scanners need around a code."""


class QrMissing(CrivelloError, code="no-qr-codes"):
    """The optional package for QR codes is not installed."""


@frozen
class HallLinks:
    """Makes the links of a network that is on."""

    secure: str
    """The beginning of the addresses over TLS."""
    fingerprint: str
    codes: Codes
    number: Callable[[str], int]
    """How often the link of an invitation was renewed."""

    def link(self, invitation: Invitation) -> str:
        fragment = self.codes.fragment(invitation, self.number(invitation.name))
        place = PLACES[invitation.role]
        return with_mark(f"{self.secure}/{place}#{fragment}", self.fingerprint)

    def of_tables(self, file: str, section: Section) -> list[str]:
        """Return a link for each game of the round being played; none if its results are
        published.
        """
        rounds = section.rounds
        if not rounds or rounds[-1].results_published:
            return []
        count = len(rounds[-1].games)
        return [self.link(of_table(file, section, board)) for board in range(1, count + 1)]


@contextmanager
def desk_links(switch: Switch | None, file: str) -> Iterator[HallLinks | None]:
    """Yield the links for pages of the desk; None if the network does not reach this file."""
    opened = None if switch is None else switch.opened
    if switch is None or switch.store is None or opened is None or file not in opened.files:
        yield None
        return
    store = DeviceStore(switch.store)
    codes = Codes(Sessions(switch.folder).derived_key(LINKS))
    try:
        yield HallLinks(opened.secure, opened.fingerprint, codes, store.number)
    finally:
        store.close()


def public_link(opened: OpenNetwork) -> str:
    """Return the address of the public pages in the hall."""
    return f"{opened.plain or opened.secure}/public"


def with_mark(link: str, fingerprint: str) -> str:
    """Return the address with the beginning of the fingerprint after its ``#``."""
    digits = fingerprint.replace(":", "")[:FINGERPRINT_SHOWN]
    return f"{link}{'' if '#' in link else '#'}{MARK}{digits}"


def slip_codes(
    links: HallLinks | None, file: str, section: Section, number: int
) -> dict[int, Html]:
    """Return the QR code of each table for its slip; none if the round is over."""
    if links is None or number != len(section.rounds):
        return {}
    tables = section.rounds[-1].tables
    try:
        codes = [drawn_code(link) for link in links.of_tables(file, section)]
    except QrMissing:
        return {}
    return dict(zip(tables, codes, strict=False))


def drawn_code(text: str) -> Html:
    """Return the text as a QR code, in SVG to be embedded in a page."""
    buffer = BytesIO()
    _make_code(text).save(
        buffer, kind="svg", border=BORDER, light="#fff", xmldecl=False, nl=False, omitsize=True
    )
    return Html(buffer.getvalue().decode())


def code_address(text: str) -> str:
    """Return the text as a QR code, in an SVG data URI."""
    address: str = _make_code(text).svg_data_uri(scale=4, border=BORDER)
    return address


def code_address_or_none(text: str) -> str:
    try:
        return code_address(text)
    except QrMissing:
        return ""


def _make_code(text: str) -> segno.QRCode:
    try:
        import segno
    except ModuleNotFoundError:
        raise QrMissing(NOT_INSTALLED, command=install_command("network")) from None
    return segno.make(text, error="m", micro=False)
