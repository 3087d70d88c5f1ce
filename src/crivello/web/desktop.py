"""The objects that all requests of the application share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from crivello.web.desks import ChangeFeed, Desks
from crivello.web.jobs import Jobs
from crivello.web.network.switch import Switch
from crivello.web.page_answers import PageAnswer
from crivello.web.recent_items import RecentItems
from crivello.web.session import Sessions
from crivello.web.uploads import ImportChoices, ImportFile, Upload
from crivello.words import Language

ANSWERS_KEPT = 200
DOWNLOADS_KEPT = 3


@dataclass
class Desktop:
    """The objects that all requests of the application share."""

    desks: Desks
    sessions: Sessions
    news: ChangeFeed
    language: Language = Language.EN
    answers: RecentItems[PageAnswer] = field(default_factory=lambda: RecentItems(ANSWERS_KEPT))
    """Answers that the page after a redirect will show."""
    jobs: Jobs = field(default_factory=Jobs)
    uploads: RecentItems[Upload] = field(default_factory=RecentItems)
    imports: RecentItems[list[ImportFile]] = field(default_factory=RecentItems)
    """The contents of uploaded files, by the key of the upload."""
    import_choices: RecentItems[ImportChoices] = field(default_factory=RecentItems)
    """How to read each uploaded file of players, by the key of the upload."""
    downloads: RecentItems[Upload] = field(default_factory=lambda: RecentItems(DOWNLOADS_KEPT))
    """Finished files that took long to make, until they are downloaded."""
    offer_link: Callable[[], bool] = lambda: False
    """Print a new start link where the program runs, and open it in a browser; return False if that
    is impossible."""
    switch: Switch | None = None
    """The switch of the network; None where there is none, such as in the application for the
    network itself."""
    note_shown: Callable[..., None] = lambda page: None
    """Called with each public page that is shown."""
