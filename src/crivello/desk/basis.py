"""What a pairing was made from, as one digest: if it differs, the pairing is of another field."""

from __future__ import annotations

from hashlib import sha256

from crivello.formats.codec import encode
from crivello.model.tournament import Tournament


def basis(tournament: Tournament, round_number: int) -> str:
    """Digest of all that the pairing of `round_number` may depend on, and of nothing else.

    Names, dates and reports are left out, so that a corrected address does not spoil a draft.
    """
    settings = tournament.settings
    players = [
        (p.id, p.number, p.strength, p.entered, p.withdrawn_after)
        for p in sorted(tournament.players, key=lambda p: p.number)
    ]
    rounds = [
        (
            [(g.white, g.black, g.reversed, g.result.name if g.result else "") for g in this.games],
            sorted((player, bye.value) for player, bye in this.byes),
        )
        for this in (tournament.round(number) for number in range(1, round_number + 1))
    ]
    rules = [
        encode(value)
        for value in (
            settings.system,
            settings.rounds,
            settings.initial_colour,
            settings.scoring,
            settings.acceleration,
            settings.forbidden,
            settings.keep_apart,
            settings.adjustments,
            settings.options,
        )
    ]
    if settings.must_meet and round_number == 1:
        rules.append(encode(settings.must_meet))
    return sha256(repr((round_number, players, rounds, rules)).encode()).hexdigest()[:32]
