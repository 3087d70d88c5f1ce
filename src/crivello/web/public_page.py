"""Pages of a section for everybody, made from what is published and from nothing else."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from crivello.desk.published import published
from crivello.web.told import Names
from crivello.web.view import PageLink, SectionPage
from crivello.words import N_


class PublicPage(SectionPage):
    """A page of a section for everybody."""

    door = "public"

    def __init__(self, request: Request, file: str, section: str) -> None:
        super().__init__(request, file, section)
        whole = self.section
        self.section = self.snapshot.once(
            ("published", self.key), lambda: published(whole), (whole,)
        )

    @property
    def names(self) -> Names:
        return {player.id: player for player in self.section.listed}

    def _common(self) -> dict[str, object]:
        common = super()._common()
        common["trouble"] = None  # of the arbiter's files nobody else is told
        common["nav"] = [
            PageLink(self.say(title), self.url(*path), self._here(path)) for path, title in PLACES
        ]
        return common

    def _here(self, path: tuple[str, ...]) -> bool:
        place = self.here.rstrip("/").split("/")[4:]
        if path == ("names",):
            return place[:1] == ["round"] and place[2:] == ["names"]
        if path == ("round",):
            return (not place or place[:1] == ["round"]) and place[2:] != ["names"]
        return place[:1] == list(path)


PLACES = (
    (("round",), N_("By board")),
    (("names",), N_("By name")),
    (("standings",), N_("Standings")),
    (("card",), N_("My card")),
    (("crosstable",), N_("Crosstable")),
)


def _page(request: Request, file: str, section: str) -> PublicPage:
    return PublicPage(request, file, section)


AtPublic = Annotated[PublicPage, Depends(_page)]
"""For routes below `/public/{file}/{section}`."""
