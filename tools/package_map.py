"""Draw docs/contribute/map.svg: the packages and their imports.

    make generate WHAT=map

An arrow goes from a package to one that it imports; arrows that follow from others are left out.
"""

from __future__ import annotations

import ast
import random
import re
import sys
from html import escape
from pathlib import Path

from tools.articles import statements

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "crivello"
DRAWING = ROOT / "docs" / "contribute" / "map.svg"
WIDTH, HEIGHT = 104, 34
ACROSS, DOWN = 132, 78
MARGIN = 16
COLUMNS = 5
TRIES = 6000


def imports() -> dict[str, set[str]]:
    """Return the packages that each package imports, anywhere in its modules."""
    packages = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))
    packages.remove("standard")  # which all of them import
    result: dict[str, set[str]] = {package: set() for package in packages}
    for package in packages:
        for path in sorted((SOURCE / package).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            named = result.keys() & set(re.findall(r"\bcrivello\.(\w+)", source))
            if named <= {package, *result[package]} and "crivello import" not in source:
                continue  # nothing new, and to parse all modules takes two seconds
            for node in statements(ast.parse(source)):
                names = []
                if isinstance(node, ast.ImportFrom) and node.module:
                    names = [f"{node.module}.{alias.name}" for alias in node.names]
                elif isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                for name in names:
                    parts = name.split(".")
                    if parts[0] == "crivello" and len(parts) > 1 and parts[1] in result:
                        result[package].add(parts[1])
    for package, found in result.items():
        found.discard(package)
    return result


def reachable(edges: dict[str, set[str]], package: str) -> set[str]:
    """Return all packages that a package imports, directly or not."""
    found: set[str] = set()
    waiting = list(edges[package])
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting += edges[other]
    return found


def needed(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the imports that do not follow from others."""
    return {
        package: {
            other
            for other in found
            if not any(other in reachable(edges, between) for between in found - {other})
        }
        for package, found in edges.items()
    }


def levels(edges: dict[str, set[str]]) -> list[list[str]]:
    """Return the packages level by level, interfaces first: the level is the longest chain of
    imports.
    """
    depth: dict[str, int] = {}

    def depth_of(package: str) -> int:
        if package not in depth:
            depth[package] = 1 + max((depth_of(other) for other in edges[package]), default=-1)
        return depth[package]

    for package in edges:
        depth_of(package)
    return [
        sorted(package for package in edges if depth[package] == level)
        for level in range(max(depth.values()), -1, -1)
    ]


NodePositions = dict[str, tuple[int, int]]
"""The column and the level of each package, from the top left."""


def arrange(edges: dict[str, set[str]], arrows: list[tuple[str, str]]) -> NodePositions:
    """Return places in which arrows cross few others and no package: the best of many tries.

    The same imports give the same drawing.
    """
    rows = levels(edges)
    dice = random.Random(1)
    best: NodePositions = {}
    lowest = sys.maxsize
    positions: NodePositions = {
        package: (column, line)
        for line, row in enumerate(rows)
        for column, package in enumerate(row)
    }
    for _ in range(TRIES):
        tried = dict(positions)
        row = dice.choice(rows)
        for package, column in zip(row, dice.sample(range(COLUMNS), len(row)), strict=True):
            tried[package] = column, tried[package][1]
        cost = _disorder(tried, arrows, lowest)
        if cost <= lowest:
            positions, best, lowest = tried, tried, cost
    return best


def _disorder(positions: NodePositions, arrows: list[tuple[str, str]], limit: int) -> int:
    """Return the cost of a drawing: packages in the way of an arrow, then crossings, then lengths.

    Counting stops as soon as the cost is above the limit.
    """
    lines = [(positions[package], positions[other]) for package, other in arrows]
    cost = sum(abs(to_x - x) for (x, _), (to_x, _) in lines)
    for (x, y), (to_x, to_y) in lines:
        for column, line in positions.values():
            if y < line < to_y and abs(x + (to_x - x) * (line - y) / (to_y - y) - column) < 0.7:
                cost += 100
    for place, one in enumerate(lines):
        if cost > limit:
            break
        cost += 10 * sum(_cross(one, two) for two in lines[:place])
    return cost


Line = tuple[tuple[int, int], tuple[int, int]]


def _cross(one: Line, two: Line) -> bool:
    def side(line: Line, point: tuple[int, int]) -> int:
        (a, b), (c, d) = line
        return (c - a) * (point[1] - b) - (d - b) * (point[0] - a)

    return side(one, two[0]) * side(one, two[1]) < 0 and side(two, one[0]) * side(two, one[1]) < 0


def drawing() -> str:
    """Return the drawing as SVG."""
    edges = imports()
    arrows = [
        (package, other) for package, found in needed(edges).items() for other in sorted(found)
    ]
    places = {
        package: (MARGIN + column * ACROSS, MARGIN + line * DOWN)
        for package, (column, line) in arrange(edges, arrows).items()
    }
    width = 2 * MARGIN + (COLUMNS - 1) * ACROSS + WIDTH
    height = MARGIN + max(y for _, y in places.values()) + HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="14" role="img" '
        'aria-label="The packages of crivello">',
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#667"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for package, other in arrows:
        (x, y), (to_x, to_y) = places[package], places[other]
        lines.append(
            f'<path d="M{x + WIDTH // 2} {y + HEIGHT}L{to_x + WIDTH // 2} {to_y}" '
            'stroke="#667" marker-end="url(#arrow)"/>'
        )
    for package, (x, y) in sorted(places.items()):
        lines.append(
            f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#eef3fb" '
            f'stroke="#345"/><text x="{x + WIDTH // 2}" y="{y + HEIGHT // 2 + 5}" '
            f'text-anchor="middle">{escape(package)}</text>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


def main() -> int:
    DRAWING.write_text(drawing(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
