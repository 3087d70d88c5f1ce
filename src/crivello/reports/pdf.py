"""Pages as PDF by WeasyPrint (extra `pdf`); nothing is fetched from anywhere."""

from __future__ import annotations

from ..model.errors import N_, Unsupported
from .missing import need


def as_pdf(page: str) -> bytes:
    """A page of HTML as PDF; fonts are those of the system."""
    need("weasyprint", N_("PDF needs a package that is not installed: {command}"), "pdf")
    from weasyprint import HTML  # type: ignore[import-untyped]

    made = HTML(string=page, url_fetcher=_refuse).write_pdf()
    assert isinstance(made, bytes)
    return made


def _refuse(url: str, *rest: object, **options: object) -> dict[str, object]:
    """Our pages name no address; if one should, it is not followed."""
    raise Unsupported(N_("{url} is not fetched: pages are made offline."), url=url)
