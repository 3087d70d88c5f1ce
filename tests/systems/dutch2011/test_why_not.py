"""Answers to "why not?" compared with the literal enumeration of all candidates."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

from crivello.model.errors import Impossible, TooLarge
from crivello.model.field import Field
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import Sentence
from crivello.model.tournament import Tournament
from crivello.rules.field import build_field
from crivello.systems.dutch2011 import why_not
from crivello.systems.dutch2011.bracket import (
    FIELD_RULES,
    NONE,
    REASONS,
    Facts,
    OlderCandidate,
    WorkBudget,
    broken_article,
)
from crivello.systems.dutch2011.bracket_search import find
from crivello.systems.dutch2011.procedure import DoneBracket, OlderProcedure
from crivello.systems.dutch2011.sieve import sift
from crivello.systems.registry import find as find_system
from tests.support.random_events import play, random_axes

SYSTEM = find_system("dutch-2011")


def fields(seeds: range) -> list[Field]:
    found: list[Field] = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        if number > 2:
            found.append(build_field(tournament, number, FIELD_RULES))
        return SYSTEM.pair(tournament, number)

    for seed in seeds:
        rng = random.Random(f"dutch-2011 wish {seed}")
        play(rng, rng.randrange(6, 11), rng.randrange(4, 8), random_axes(rng), pair)
    return found


def enumerated(facts: Facts, paired: DoneBracket) -> list[OlderCandidate]:
    """Return all legal candidates of a bracket in order, whoever may be left over in the end."""
    procedure = OlderProcedure(facts.field, find, None)
    leave = procedure._leave(paired.bracket)
    found = sift(facts, paired.target, leave, WorkBudget())
    assert found is not None
    legal = [one for one in found.among if isinstance(one, OlderCandidate)]
    if not paired.target.heterogeneous:
        return legal
    # Of each transposition only the best remainder stands there: write out the others too.
    p, players = paired.target.p, paired.target.s1 + paired.target.s2
    allowance = facts.allowance(players).less(paired.target.lowered)
    every = []
    for one in legal:
        if one.remainder is None:
            every.append(one)
            continue
        raw = NONE
        for pair in one.moved_down_pairs:
            raw = raw.plus(facts.of_pair(*pair, allowance.majority))
        x, z = max(0, raw.x - allowance.x), max(0, raw.z - allowance.z)
        for rest in one.remainder.among:
            if isinstance(rest, OlderCandidate):
                failures = raw.plus(rest.failures)._replace(
                    x=max(x, rest.failures.x), z=max(z, rest.failures.z)
                )
                every.append(
                    replace(
                        one,
                        failures=failures,
                        order=one.order[:p] + rest.order,
                        pairs=one.moved_down_pairs + rest.pairs,
                        leaving=rest.leaving,
                    )
                )
    return every


def best_of(candidates: list[OlderCandidate]) -> OlderCandidate | None:
    return min(candidates, key=lambda one: (one.failures, one.order), default=None)


def verdict(best: OlderCandidate | None, accepted: OlderCandidate) -> str:
    if best is None:
        return "none"
    if (best.failures, best.order) < (accepted.failures, accepted.order):
        return "below"
    if best.failures == accepted.failures:
        return "later"
    return broken_article(best.failures, accepted.failures)


def said(reason: why_not.ObstacleReason) -> str:
    """Return the claims of a reason, in the words of `verdict`."""
    match reason.sentence.template:
        case why_not.LATER | why_not.LEAVES_LATER:
            assert reason.article in ("C.7", "C.8")
            return "later"
        case why_not.BELOW | why_not.LEAVES_BELOW:
            assert reason.article in ("C.12", "C.13")
            return "below"
        case why_not.CANNOT_LEAVE:
            return "none"
        case template if template == REASONS["C.7"]:
            return "none"
    return reason.article


def test_what_is_said_of_a_pair_or_a_bye_is_true() -> None:
    seen: Counter[str] = Counter()
    for field in fields(range(60)):
        try:
            procedure = OlderProcedure(field, find, None)
            procedure.run()
        except Impossible:
            continue
        facts, done = Facts(field), procedure.done
        for paired in done:
            accepted = paired.candidate
            if accepted is None:
                continue
            try:
                candidates = enumerated(facts, paired)
            except TooLarge:
                continue
            made = {frozenset((a.id, b.id)) for a, b in accepted.pairs}
            first = {p.id for p in paired.target.s1} if paired.target.heterogeneous else set()
            for a, b in combinations(paired.bracket.players, 2):
                pair = frozenset((a.id, b.id))
                here = any(a in one or b in one for one in accepted.pairs)
                if pair in made or not here or not facts.may_meet(a, b):
                    continue
                (reason,) = why_not.why_not_meet(field, a.id, b.id)
                assert set(reason.sentence.values.values()) == {a.id, b.id}
                if pair <= first:
                    assert (reason.article, reason.sentence.template) == (
                        "C.4",
                        why_not.BOTH_MOVED_DOWN,
                    )
                    continue
                having = [
                    one for one in candidates if any(pair == {x.id, y.id} for x, y in one.pairs)
                ]
                expected = verdict(best_of(having), accepted)
                assert said(reason) == expected
                seen[expected] += 1
            if paired.target.leaving:
                for player in paired.bracket.players:
                    if player in accepted.leaving or player.id in first:
                        continue
                    if paired.bracket.lowest and player.barred:
                        continue
                    reason = why_not._explain_not_left_over(facts, paired, player.id)
                    leaving = [one for one in candidates if player in one.leaving]
                    expected = verdict(best_of(leaving), accepted)
                    assert said(reason) == expected
                    seen[f"leave {expected}"] += 1
    for article in ("A.7d", "B.4", "B.5", "B.6", "later", "none", "below"):
        assert seen[article] > 5, (article, seen)
    for article in ("B.4", "B.5", "later"):
        assert seen[f"leave {article}"] > 5, (article, seen)


def test_players_of_different_brackets() -> None:
    """The higher one would have to move down, but no player of a complete bracket does."""
    seen: Counter[str] = Counter()
    for field in fields(range(15)):
        try:
            procedure = OlderProcedure(field, find, None)
            procedure.run()
        except Impossible:
            continue
        done = [one for one in procedure.done if one.candidate is not None]
        for above, below in combinations(done, 2):
            assert above.candidate
            assert below.candidate
            for a, _ in above.candidate.pairs:
                for b, _ in below.candidate.pairs:
                    if b in above.bracket.players or not Facts(field).may_meet(a, b):
                        continue
                    apart, left = why_not.why_not_meet(field, b.id, a.id)
                    assert apart == why_not.ObstacleReason(
                        "B.3", Sentence(why_not.APART, a=a.id, b=b.id), (a.id, b.id)
                    )
                    complete = left.sentence.template == why_not.COMPLETE
                    assert complete == (not above.target.leaving)
                    seen[left.article] += 1
                    if complete:
                        moved = {one.id for one in left.sentence.values["moved"].items}
                        paired = {p.id for pair in above.candidate.pairs for p in pair}
                        assert moved == {one.id for one in above.whole.players} - paired
                        seen["with some moved down"] += bool(moved)
    assert seen["B.3"] > 5
    assert seen["with some moved down"] > 2
