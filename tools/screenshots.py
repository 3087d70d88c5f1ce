"""Take the pictures of docs/pictures from the running desk: `make generate WHAT=screenshots`.

The desk runs with the demonstration; Chromium must be installed. Pictures are reduced to 64
colours, so the files stay small.

`python -m tools.screenshots --every FOLDER [PART …]` saves pictures of every page in a folder:
narrow and wide, in both languages, light and dark, and the eight of a page on one sheet. PART
limits them to addresses that contain it.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, StorageState, expect, sync_playwright

from crivello.web.demonstration import build
from tests.support.programs import CHROMIUM
from tests.web.browser.conftest import ARGUMENTS, ProcessServer, Server, loaded
from tests.web.browser.test_looks import add_tournaments, all_pages
from tests.web.browser.test_network import trusting_home

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
COLOURS = 64
MOST = 150_000
"""The most bytes of a picture."""
DESK = "/t/demo/A"


def type_a_result(page: Page) -> None:
    page.keyboard.type("2 =\n")
    expect(page.locator("#t2 .res")).to_have_text("½-½")
    expect(page.locator("#t2.fresh")).to_have_count(0)


def take_it_back(page: Page) -> None:
    page.locator("#outcome").get_by_role("button", name="Undo").click()
    expect(page.locator("#t2 .res")).to_have_text("–")


def show_the_rejected(page: Page) -> None:
    page.get_by_label("4 rejected pairs").check()


def turn_on(page: Page) -> None:
    """Turn the network of the hall on, at an address that only this computer has."""
    page.get_by_label("Address of this computer").fill("127.0.0.1")
    page.get_by_role("button", name="Turn the network on").click()
    expect(page.locator("#fingerprint")).to_be_visible()
    page.locator("#outcome").get_by_role("button").first.click()
    page.evaluate("scrollTo(0, 0)")


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
    Picture("network", f"{DESK}/network", (1120, 900), before=turn_on),
)
CODES = f"{DESK}/network/tables"


def at_table(browser: Browser, server: Server, cookies: StorageState, home: Path) -> bytes:
    """Return a picture of a phone that has scanned the code of its table.

    The phone's browser trusts the certificate authority of the desk.
    """
    desk = browser.new_context(base_url=server.url, storage_state=cookies).new_page()
    desk.goto(CODES)
    link = desk.locator("#c5 img").get_attribute("data-link")
    assert link is not None
    (authority,) = home.rglob("authority.pem")
    trusting = browser.browser_type.launch(
        executable_path=CHROMIUM,
        args=chromium_arguments(),
        env={**os.environ, "HOME": str(trusting_home(home, authority))},
    )
    phone = trusting.new_page(
        locale="en-GB", viewport={"width": 390, "height": 720}, device_scale_factor=2.0
    )
    phone.goto(link)
    phone.get_by_role("button", name="1-0", exact=True).click()
    expect(phone.locator("#table")).to_have_attribute("data-stage", "proposed")
    picture = phone.screenshot(animations="disabled")
    trusting.close()
    return picture


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


def reduce_colours(picture: bytes) -> bytes:
    """Return a picture reduced to few colours."""
    few = Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    buffer = BytesIO()
    few.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def keep(name: str, taken: bytes) -> None:
    picture = reduce_colours(taken)
    assert len(picture) <= MOST, (name, len(picture))
    (FOLDER / f"{name}.png").write_bytes(picture)
    print(f"{name}.png: {len(picture) // 1000} kB")


def chromium_arguments() -> list[str]:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return ARGUMENTS + (["--no-sandbox"] if root else [])


WIDTHS = (390, 1280)
LANGUAGES = ("en", "it")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HIGHEST = 2600
"""The pixels of a page that are kept, from the top."""


def take_every(page: Page, folder: Path, parts: list[str]) -> None:
    """Save every page in each of its eight looks, and all of them on one sheet."""
    for address in all_pages(page):
        if parts and not any(part in address for part in parts):
            continue
        name = re.sub(r"[^A-Za-z0-9]+", "-", re.sub(r"key=.*", "", address)).strip("-") or "home"
        print(name, flush=True)
        looks = [
            (f"{name}-{width}-{language}-{theme}.png", picture)
            for language in LANGUAGES
            for theme, width, picture in looks_of(page, address, language)
        ]
        for file, picture in looks:
            (folder / file).write_bytes(picture)
        sheet([picture for _, picture in looks]).save(folder / f"{name}.png")


def looks_of(
    page: Page, address: str, language: str
) -> Iterator[tuple[Literal["light", "dark"], int, bytes]]:
    page.set_viewport_size({"width": WIDTHS[-1], "height": 900})
    page.goto(f"{address}{'&' if '?' in address else '?'}lang={language}")
    expect(page.locator(".working")).to_have_count(0)
    loaded(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            high = min(HIGHEST, page.evaluate("document.documentElement.scrollHeight"))
            picture = page.screenshot(
                animations="disabled",
                full_page=True,
                clip={"x": 0, "y": 0, "width": width, "height": max(high, 900)},
            )
            yield theme, width, picture


def sheet(pictures: list[bytes]) -> Image.Image:
    """Return one picture with all pictures side by side."""
    images = [Image.open(BytesIO(picture)).convert("RGB") for picture in pictures]
    both = Image.new(
        "RGB",
        (sum(image.width + 10 for image in images), max(image.height for image in images)),
        "#888",
    )
    left = 0
    for image in images:
        both.paste(image, (left, 0))
        left += image.width + 10
    return both


@contextmanager
def desk(folder: Path) -> Iterator[ProcessServer]:
    """Run a desk with the demonstration."""
    (folder / "desk").mkdir()
    build(folder / "desk")
    server = ProcessServer(folder / "desk", folder / "state")
    try:
        yield server
    finally:
        server.stop()


def main() -> None:
    if not CHROMIUM:
        sys.exit("Chromium is not installed: apt-get install chromium")
    parser = argparse.ArgumentParser(description="Take pictures of the desk.")
    parser.add_argument("--every", type=Path, metavar="FOLDER", help="every page, to be looked at")
    parser.add_argument("parts", nargs="*", metavar="PART", help="of the addresses wanted")
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        desk(Path(name)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=chromium_arguments())
        try:
            first = browser.new_context()
            first.new_page().goto(server.link)  # it works once
            cookies = first.storage_state()
            if wanted.every:
                wanted.every.mkdir(parents=True, exist_ok=True)
                add_tournaments(server.folder)
                context = browser.new_context(
                    base_url=server.url, storage_state=cookies, reduced_motion="reduce"
                )
                take_every(context.new_page(), wanted.every, wanted.parts)
                return
            FOLDER.mkdir(exist_ok=True)
            for picture in PICTURES:
                keep(picture.name, take(browser, server, cookies, picture))
            keep("table", at_table(browser, server, cookies, Path(name)))
        finally:
            browser.close()


if __name__ == "__main__":
    main()
