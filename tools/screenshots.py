"""Take the pictures of docs/pictures from the running desk: `make screenshots`.

The desk is a real one, with the demonstration; Chromium must be installed. Each picture has few
colours, so 64 of them are enough and the files stay small.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, StorageState, expect, sync_playwright

from crivello.web.start import build
from tests.support.programs import CHROMIUM
from tests.web.browser.conftest import ARGUMENTS, ProcessServer, Server

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
COLOURS = 64
MOST = 150_000
"""Bytes of a picture."""
DESK = "/t/demo/A"


def type_a_result(page: Page) -> None:
    page.keyboard.type("2 =\n")
    expect(page.locator("#t2 .res")).to_have_text("½-½")
    expect(page.locator("#t2.fresh")).to_have_count(0)
    page.keyboard.type("5 1")


def take_it_back(page: Page) -> None:
    page.locator("#outcome").get_by_role("button", name="Undo").click()
    expect(page.locator("#t2 .res")).to_have_text("–")


def show_the_rejected(page: Page) -> None:
    page.get_by_label("4 pairs that were not kept").check()


@dataclass(frozen=True, slots=True)
class Picture:
    name: str
    address: str
    size: tuple[int, int] = (1120, 700)
    theme: Literal["light", "dark"] = "light"
    before: Callable[[Page], None] | None = None
    after: Callable[[Page], None] | None = None
    scale: float = 1.5


PICTURES = (
    Picture("round", f"{DESK}/round/4", before=type_a_result, after=take_it_back),
    Picture("round-dark", f"{DESK}/round/4", (1120, 700), "dark", type_a_result, take_it_back),
    Picture("players", f"{DESK}/players", (1120, 860)),
    Picture("standings", f"{DESK}/standings", (1120, 780)),
    Picture("explain", f"{DESK}/explain/4", (1120, 900), before=show_the_rejected),
    Picture("why-not", f"{DESK}/explain/4/why-not?player=5&wish=3", (1120, 580)),
    Picture("hall", f"{DESK}/hall/show?what=boards&size=large", (1280, 720), scale=1.0),
    Picture("phone", "/public/demo/A/card/5", (390, 720), scale=2.0),
)


def take(browser: Browser, server: Server, cookies: StorageState, wanted: Picture) -> bytes:
    width, height = wanted.size
    context = browser.new_context(
        base_url=server.url,
        locale="en-GB",
        viewport={"width": width, "height": height},
        device_scale_factor=wanted.scale,
        color_scheme=wanted.theme,
        reduced_motion="reduce",
        storage_state=cookies,
    )
    page = context.new_page()
    page.goto(wanted.address)
    if wanted.before:
        wanted.before(page)
    picture = page.screenshot(animations="disabled")
    if wanted.after:
        wanted.after(page)
    context.close()
    return picture


def small(picture: bytes) -> bytes:
    """The same with few colours."""
    few = Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    buffer = BytesIO()
    few.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def main() -> None:
    if not CHROMIUM:
        sys.exit("Chromium is not installed: apt-get install chromium")
    FOLDER.mkdir(exist_ok=True)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = ARGUMENTS + (["--no-sandbox"] if root else [])
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name) / "desk"
        folder.mkdir()
        build(folder)
        server = ProcessServer(folder, Path(name) / "state")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        try:
            first = browser.new_context()
            first.new_page().goto(server.link)  # it works once
            cookies = first.storage_state()
            for wanted in PICTURES:
                picture = small(take(browser, server, cookies, wanted))
                assert len(picture) <= MOST, (wanted.name, len(picture))
                (FOLDER / f"{wanted.name}.png").write_bytes(picture)
                print(f"{wanted.name}.png: {len(picture) // 1000} kB")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
