"""axe-core, which checks a page in a browser for what assistive technology stumbles over.

The script stands beside, unchanged, with its licence (`axe_core/ASSETS.toml`).
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE_SCRIPT = (Path(__file__).parent / "axe_core" / "axe.min.js").read_text("utf-8")
VIOLATIONS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], preload: false });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`);
}"""


def violations(page: Page) -> list[str]:
    """Return what axe finds on the page as it is shown: the rule, and the first place."""
    page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(VIOLATIONS)
    return found
