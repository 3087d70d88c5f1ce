"""The design as `docs/design.md` writes it down, compared with the style sheets."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src/crivello/web/static"
DESIGN = (STATIC / "design.css").read_text("utf-8")
PAGE = (ROOT / "docs/design.md").read_text("utf-8")
AA = 4.5
"""The least contrast of letters, WCAG 2.2: 1.4.3."""
AA_EDGE = 3.0
"""The least contrast of edges and rings that must be seen: 1.4.11."""
PRINTED = {"#fff", "#2a2f34", "#5a646c"}
"""Of codes and pieces, whose colours are those of paper in either theme."""


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def blocks() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The colours in the light theme, in the dark one of the system, and in the chosen dark one."""
    light = DESIGN[: DESIGN.index("@media (prefers-color-scheme: dark)")]
    dark = DESIGN[len(light) : DESIGN.index(':root[data-theme="dark"]')]
    chosen = DESIGN[len(light) + len(dark) :]
    return tokens(light), tokens(dark), tokens(chosen)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def rows() -> list[tuple[str, str, str, str]]:
    return re.findall(r"^\| `([a-z-]+)` on `([a-z-]+)` \| ([\d.]+) \| ([\d.]+) \|", PAGE, re.M)


def test_both_dark_themes_are_one() -> None:
    light, dark, chosen = blocks()
    assert dark == chosen
    assert light.keys() == dark.keys()


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]} on {row[1]}")
def test_the_contrast_of_the_table_is_that_of_the_colours(row: tuple[str, str, str, str]) -> None:
    front, back, *written = row
    least = AA_EDGE if front in ("edge", "focus") else AA
    for theme, said in zip(blocks()[:2], written, strict=True):
        measured = contrast(theme[front], theme[back])
        assert measured >= least
        assert f"{measured:.1f}" == said


def test_every_letter_is_measured_on_every_ground() -> None:
    measured = {(front, back) for front, back, *_ in rows()}
    grounds = ("paper", "card", "stripe", "soft")
    assert set(product(("ink", "dim", "accent"), grounds)) <= measured


@pytest.mark.parametrize("sheet", sorted(STATIC.glob("*.css")), ids=lambda one: one.name)
def test_colours_and_sizes_of_letters_are_tokens(sheet: Path) -> None:
    text = sheet.read_text("utf-8")
    if sheet.name == "design.css":
        text = text[text.index("*, *::before") :]
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    assert set(re.findall(r"#[0-9a-f]{3,8}\b(?![^{}]*\{)", text)) <= PRINTED
    sizes = set(re.findall(r"font-size: ([\d.]+(?:rem|px))", text))
    assert sizes <= {"1rem", ".9rem", ".85rem"}, "the projector's own sizes are those of its screen"


def test_every_token_is_used() -> None:
    sheets = "".join(one.read_text("utf-8") for one in STATIC.glob("*.css"))
    names = set(re.findall(r"--([a-z-]+):", DESIGN[: DESIGN.index("*, *::before")]))
    assert {name for name in names if f"var(--{name}" not in sheets} == set()


def without_motion(text: str) -> str:
    """A style sheet without what it says of screens that may move."""
    parts = text.split("@media (prefers-reduced-motion: no-preference) {")
    kept = [parts[0]]
    for part in parts[1:]:
        depth, at = 1, 0
        while depth:
            depth += {"{": 1, "}": -1}.get(part[at], 0)
            at += 1
        kept.append(part[at:])
    return "".join(kept)


@pytest.mark.parametrize("sheet", sorted(STATIC.glob("*.css")), ids=lambda one: one.name)
def test_nothing_moves_where_the_system_asks_for_no_motion(sheet: Path) -> None:
    text = without_motion(sheet.read_text("utf-8"))
    assert re.findall(r"(?:transition|animation|scroll-behavior): (?!none)[^;]+", text) == []
