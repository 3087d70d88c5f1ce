"""Pages as PDF by WeasyPrint (extra `pdf`); nothing is fetched from anywhere."""

from __future__ import annotations

from crivello.model.errors import Unsupported
from crivello.model.sentence import N_
from crivello.reports.missing import need


def as_pdf(page: str) -> bytes:
    """A page of HTML as PDF; fonts are those of the system."""
    need("weasyprint", N_("PDF needs a package that is not installed: {command}"), "pdf")
    try:
        from weasyprint import HTML  # type: ignore[import-untyped]
    except OSError as error:
        raise Unsupported(
            N_("PDF needs the library Pango of your system, which was not found: {detail}"),
            detail=str(error).partition("\n")[0],
        ) from None

    made = HTML(string=page, url_fetcher=_Offline()).write_pdf()
    assert isinstance(made, bytes)
    return made


class _Offline:
    """Our pages name no address; if one should, it is not followed and the page does without."""

    _fail_on_errors = False  # WeasyPrint asks its fetcher whether to give up

    def __call__(self, url: str, *rest: object, **options: object) -> dict[str, object]:
        raise ValueError(f"{url} is not fetched")
