"""Programs know errors by these codes. One may be added; none of them changes or goes."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import crivello
from crivello.model.errors import CrivelloError

ROOMS = ("desk", "lists", "model", "reports", "store", "web", "words")
"""Whose errors the API can answer with."""

CODES = """
    all-rounds-paired
    already-ended
    already-listed
    already-published
    already-there
    announced-before-start
    apart-after-start
    backup-failed
    bad-name
    boards-missing
    bye-after-limit
    bye-too-late
    bye-values
    bye-worth-no-result
    bye-worth-too-much
    cannot-ask
    cannot-undo
    case-missing
    case-unfit
    changed
    code-over
    colour-not-drawn
    conflict
    copy-of-another
    damaged
    does-not-fit
    draft-stale
    drawn-matches-worth-too-much
    draws-worth-too-much
    edition-superseded
    effect-unfit
    exception-asked
    fide-id-twice
    fide-mode-over
    fide-mode-too-late
    first-stays
    forfeits-stand
    full
    full-point-byes-off
    game-has-result
    group-too-small
    has-bye
    has-left
    has-not-left
    illegal
    impossible
    kind-fixed
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
    newer
    no-board-there
    no-bye
    no-draft
    no-entry-key
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
    no-such-board
    no-such-bye
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
    pairing-incomplete
    player-exists
    points-of-another-round
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
    setting-fixed
    stale
    stands
    stays-listed
    stopped
    store-error
    table-taken
    tables-unfit
    team-empty
    teams-here
    text-too-long
    too-few-players
    too-large
    too-large-to-recover
    too-many-byes
    too-many-rounds
    unconfirmed
    unknown-language-error
    unsupported
    unwritable
    was-expelled
    went-back
    word-error
    would-fall
    wrong-round
"""


def kinds(error: type[CrivelloError]) -> Iterator[type[CrivelloError]]:
    for kind in error.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_the_codes_of_all_errors_are_written_out_and_stay() -> None:
    for module in walk_packages(crivello.__path__, "crivello."):
        if module.name.split(".")[1] in ROOMS:
            import_module(module.name)
    found = {kind for kind in kinds(CrivelloError) if kind.__module__.split(".")[1] in ROOMS}
    assert sorted(kind.code for kind in found) == CODES.split()
    assert all("code" in vars(kind) for kind in found)
