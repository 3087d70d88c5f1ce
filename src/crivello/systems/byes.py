"""Choose the bye before anything else is paired, as the Dubov system since 2018 and the match
systems do.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.model.field import Entrant, Field
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.trace import Trace, ids
from crivello.model.trace.upfloats import ByeChosen, ByeReason
from crivello.systems.judgement import Defect, Difference


def bye_order(player: Entrant) -> tuple[int, int, int]:
    """Return the sort key for the bye: lowest score first, then most games played, then largest
    pairing number.
    """
    # C.04.1.c (1)
    # Dubov 2026: 3.1; Dubov 2018: B.0; C.04.6: 3.4; C.04.5: 3.4
    return player.score, -player.history.games_played, -player.number


def record_bye(
    trace: Trace | None, field: Field, article: str, chosen: Entrant, needed: Sequence[Entrant]
) -> None:
    """Append the choice of the bye to the trace, with the reason that decided.

    `needed` are players before `chosen` in the order of the bye without whom the other players
    could not all be paired.
    """
    if trace is None:
        return
    order = sorted(field.entrants, key=bye_order)
    place = order.index(chosen)
    runner_up = next((player for player in order[place + 1 :] if not player.barred), None)
    if runner_up is None:
        reason = ByeReason.ONLY
    else:
        score, games, _ = bye_order(runner_up)
        if score != chosen.score:
            reason = ByeReason.SCORE
        elif -games != chosen.history.games_played:
            reason = ByeReason.GAMES
        else:
            reason = ByeReason.NUMBER
    trace.append(
        ByeChosen(
            chosen.id,
            article,
            reason,
            runner_up.id if runner_up else None,
            ids(player for player in order[:place] if player.barred),
            ids(needed),
        )
    )


def other_bye(article: str, right: Entrant, given: Entrant) -> Difference:
    """Return the criterion by which `right` precedes `given` in the order of the bye, as a
    difference.
    """
    mine, theirs = bye_order(right), bye_order(given)
    place = next(i for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b)
    sentence = (
        N_("{player} has a higher score than {other}, who can have the bye."),
        N_("{player} has played fewer games than {other}, who can have the bye."),
        N_("{player} has a smaller pairing number than {other}, who can have the bye."),
    )[place]
    return Difference(
        Defect.CRITERION,
        article,
        Sentence(sentence, player=PlayerRef(given.id), other=PlayerRef(right.id)),
        right=(abs(mine[place]),),
        wrong=(abs(theirs[place]),),
        players=(given.id, right.id),
    )
