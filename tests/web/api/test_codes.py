"""The codes by which programs recognise errors and remedies: codes may be added, but never changed
or removed.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import crivello
from crivello.model.errors import CrivelloError, Remedy, RemedyKind
from crivello.reports.views.defects import remedy_view

CODES = """
    account-missing
    all-rounds-paired
    already-ended
    already-listed
    already-published
    already-there
    announced-before-start
    answer-lost
    apart-after-start
    backup-failed
    bad-name
    boards-missing
    bye-after-limit
    bye-too-late
    bye-values
    bye-worth-no-result
    bye-worth-too-much
    call-error
    cannot-ask
    cannot-undo
    case-missing
    case-unfit
    changed
    colour-not-drawn
    conflict
    copy-of-another
    crashed
    crashed
    damaged
    does-not-fit
    draft-stale
    drawn-matches-worth-too-much
    draws-worth-too-much
    edition-superseded
    effect-unfit
    engine-failed
    exception-asked
    fide-id-twice
    fide-mode-over
    fide-mode-too-late
    file-error
    file-error
    first-stays
    forfeits-stand
    full
    full-point-byes-off
    game-has-result
    games-open
    group-too-small
    has-bye
    has-left
    has-not-left
    illegal
    impossible
    incomplete-envelope
    key-not-stored
    kind-fixed
    late
    late-at-table
    leave-fide-mode-first
    lineup-out-of-order
    lineup-played
    lineup-unfit
    list-changed
    locked
    lots-stay
    malformed
    meets-forbidden
    meets-twice
    member-has-played
    name-the-board
    named-twice
    network-book
    network-not-on
    network-off
    network-still-on
    newer
    no-board-there
    no-bye
    no-cluster
    no-draft
    no-folder
    no-matches
    no-player
    no-port
    no-proposal
    no-qr-codes
    no-round
    no-round-robin
    no-rounds
    no-shows-open
    no-such-address
    no-such-board
    no-such-bye
    no-such-column
    no-such-draw
    no-such-game
    no-such-player
    no-such-round
    no-such-section
    no-system
    no-table
    no-teams-here
    no-text
    no-tournament
    nobody-alike
    nobody-named
    nobody-waits
    not-acopy
    not-allowed
    not-asked
    not-entitled
    not-found
    not-listed
    not-loaded
    not-ours
    not-ours
    not-playing
    not-published
    not-started
    not-understood
    not-yet-correction
    nothing-changed
    nothing-saved
    nothing-to-redo
    nothing-to-undo
    numbers-frozen
    old-page
    online-key-invalid
    online-key-known
    online-key-not-asked
    online-key-stays
    online-key-unsure
    our-mistake
    pairing-incomplete
    player-exists
    points-of-another-round
    port-taken
    read-only
    reason-missing
    refusal
    replaced
    result-stands
    results-missing
    round-over
    rounds-of-the-table
    same
    schedule-stands
    seal-error
    section-exists
    seen-otherwise
    setting-fixed
    site-certificate
    site-error
    site-not-reached
    site-refusal
    slow-body
    stale
    stands
    stays-listed
    stopped
    store-error
    system-of-plug-in
    table-taken
    tables-unfit
    team-empty
    teams-here
    text-too-long
    tie-break-of-plug-in
    too-few-players
    too-large
    too-large-to-recover
    too-long
    too-many
    too-many-byes
    too-many-of-one
    too-many-rounds
    too-slow
    unanswerable
    unconfirmed
    unknown-language-error
    unlawful
    unsupported
    unwritable
    usage-error
    used-twice
    was-expelled
    went-back
    word-error
    would-fall
    wrong-method
    wrong-round
"""


def kinds(error: type[CrivelloError]) -> Iterator[type[CrivelloError]]:
    for kind in error.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_the_codes_of_all_errors_are_written_out_and_stay() -> None:
    for module in walk_packages(crivello.__path__, "crivello."):
        import_module(module.name)
    found = {kind for kind in kinds(CrivelloError) if kind.__module__.startswith("crivello.")}
    assert sorted(kind.code for kind in found) == CODES.split()
    assert all("code" in vars(kind) for kind in found)


TODOS = """
    add-player
    admit-late-entry
    announce-prizes
    announce-rounds
    answer-no-shows
    cancel-bye
    change-setting
    choose-edition
    correct-result
    draw-colour
    enter-result
    give-case-and-reason
    give-decision-and-reason
    give-reason
    guess-columns
    leave-fide-mode
    load-list
    make-backup
    mark-provisional
    name-columns
    pair
    pair-the-rest
    proceed
    publish-results
    recover-file
    show-log
    show-players
    show-standings
    take-result-back
    undo-along
    withdraw-player
"""


def test_the_names_of_all_remedies_are_written_out_and_stay() -> None:
    assert sorted(remedy_view(Remedy(todo))["todo"] for todo in RemedyKind) == TODOS.split()


def test_the_page_for_programs_names_all_remedies() -> None:
    text = (Path(__file__).parents[3] / "docs" / "build" / "api.md").read_text(encoding="utf-8")
    assert [name for name in TODOS.split() if f"`{name}`" not in text] == []
