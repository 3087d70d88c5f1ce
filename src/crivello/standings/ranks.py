"""The ranks that a file states, compared with the standings computed again."""

from __future__ import annotations

from collections import Counter

from crivello.model.errors import Problem, Severity
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.standings.standings import Standings


def rank_differences(table: Standings) -> tuple[Problem, ...]:
    """One problem for each player whose stated rank is not his; ranks left out say nothing.

    Who shares a rank may have been given any of the places that are shared: lots decide there.
    """
    sharing = Counter(row.rank for row in table.rows)
    problems = []
    for row in table.rows:
        stated = row.player.rank
        last = row.rank + sharing[row.rank] - 1
        if stated and not row.rank <= stated <= last:
            problems.append(
                Problem(
                    Sentence(
                        N_(
                            "Player {player}: the file says rank {stated}, his results make {rank}."
                        ),
                        player=PlayerRef(row.player.id),
                        stated=stated,
                        rank=str(row.rank) if last == row.rank else f"{row.rank}-{last}",
                    ),
                    player=row.player.id,
                    severity=Severity.WARNING,
                )
            )
    return tuple(problems)
