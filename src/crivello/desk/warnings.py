"""Warnings about the bye and the coming rounds, before it is too late; computed by matchings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from crivello.desk import notices as n
from crivello.desk.events import Boards
from crivello.desk.notices import Notice
from crivello.matching.perfect import disjoint_matchings, meets_dirac
from crivello.model.field import Entrant, Field
from crivello.model.keys import is_round_robin
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.sentence import ListOf, PlayerRef, Points, Sentence, Template
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.colours import strangers
from crivello.rules.field import announced_pairs, build_field
from crivello.rules.handling import Article
from crivello.rules.initial_order import FROZEN_FROM
from crivello.rules.rounds import most_players, rounds_needed
from crivello.rules.strength import strength_in
from crivello.standings.tie_breaks import RATING_CODES, known_codes, parse_list
from crivello.standings.wording import NO_TIE_BREAKS
from crivello.systems.completion import LegalPairs
from crivello.systems.registry import System

SHOWN = 12
"""How many players a sentence names; the notice has them all."""


def warn_of_coming_rounds(
    system: System, tournament: Tournament, number: int, boards: Boards, bye: int | None
) -> list[Notice]:
    """Warn of trouble with the bye or later rounds if these boards are played in round `number`."""
    notices: list[Notice] = []
    settings = tournament.settings
    if is_round_robin(settings.system):
        return notices
    if number == FROZEN_FROM:
        notices.append(Notice(Sentence(n.NUMBERS_FREEZE), Article.NUMBERS.of(settings)))
    if bye is not None:
        once = Article.NO_SECOND_BYE.of(settings)
        notices.append(Notice(Sentence(n.BYE_ONCE, player=PlayerRef(bye)), once, (bye,)))
    rounds = settings.rounds
    if rounds is None or number >= rounds:
        return notices
    field = build_field(
        as_if_played(tournament, number, boards, bye), number + 1, system.field_rules
    )
    if len(field.entrants) < 2:
        return notices
    notices += _bye(field, settings)
    return notices + (
        _next(field, system, settings) or _warn_of_later_round(tournament, field, rounds)
    )


def warn_of_missing_ratings(tournament: Tournament) -> list[Notice]:
    """Warn of tie-breaks by rating if some players have no rating (C.07: 10)."""
    unrated = tuple(player.id for player in tournament.players if not player.rating)
    if not unrated:
        return []
    return [
        Notice(
            Sentence(
                n.RATING_TIE_BREAKS,
                tie_break=str(key),
                players=ListOf.players(unrated, SHOWN),
                example=f"{key}/U1000",
            ),
            "C.07: 10",
            unrated,
        )
        for key in parse_list(known_codes(tournament.settings.tie_breaks)[0])
        if key.rule.code in RATING_CODES and key.modifiers.unrated is None
    ]


def warn_of_missing_strengths(settings: Settings, players: Iterable[Player]) -> list[Notice]:
    """Warn of players without a rating or an estimate (C.04.2: 2.1); a round robin needs none."""
    # C.04.2.B.1 (5)
    strength = strength_in(settings)
    lacking = tuple(player.id for player in players if not strength(player))
    if not lacking or is_round_robin(settings.system):
        return []
    named = ListOf.players(lacking, SHOWN)
    sentence = Sentence(n.NO_STRENGTH, count=len(lacking), players=named)
    return [Notice(sentence, Article.STRENGTH.of(settings), lacking)]


def warn_of_missing_tie_breaks(settings: Settings) -> list[Notice]:
    """Warn if no tie-breaks are announced (C.07: 4.1)."""
    if settings.standings_order or settings.tie_breaks:
        return []
    return [Notice(Sentence(NO_TIE_BREAKS), "C.07: 4.1")]


def warn_of_forfeits(
    template: Template, settings: Settings, players: Collection[int]
) -> tuple[Notice, ...]:
    """Warn of players who lost by forfeit and have not said whether they continue."""
    if not players:
        return ()
    named = tuple(sorted(players))
    sentence = Sentence(template, count=len(named), players=ListOf.players(named, SHOWN))
    return (Notice(sentence, Article.NO_SHOW.of(settings), named),)


def warn_of_adjournments(settings: Settings) -> list[Notice]:
    """Warn if adjourned games do not count as draws in the pairing."""
    rule = settings.scoring
    if rule.adjourned == rule.draw:
        return []
    values = {"points": Points(rule.adjourned, rule.unit), "draw": Points(rule.draw, rule.unit)}
    return [Notice(Sentence(n.ADJOURNED_OTHERWISE, **values), Article.ADJOURNED.of(settings))]


def warn_of_too_few_rounds(settings: Settings, players: int) -> list[Notice]:
    """Warn if there are too few rounds to find one winner; this is not a rule."""
    rounds = settings.rounds
    if rounds is None or rounds >= rounds_needed(players) or is_round_robin(settings.system):
        return []
    values = {
        "rounds": rounds,
        "most": most_players(rounds),
        "count": players,
        "needed": rounds_needed(players),
    }
    return [Notice(Sentence(n.ROUNDS_TOO_FEW, **values))]


def warn_of_announced_meetings(tournament: Tournament, here: Collection[int]) -> list[Notice]:
    """Warn of pairs announced for round 1, and of those among them that cannot be made."""
    settings = tournament.settings
    pairs = announced_pairs(tournament, 1, here)
    missing = [pair for pair in settings.must_meet if pair not in pairs]
    notices = []
    if pairs:
        sentence = Sentence(n.ANNOUNCED, count=len(pairs), pairs=ListOf.pairs(pairs))
        notices.append(Notice(sentence, Article.NO_FAVOUR.of(settings)))
    if missing:
        notices.append(Notice(Sentence(n.ANNOUNCED_AWAY, pairs=ListOf.pairs(missing))))
    return notices


def as_if_played(
    tournament: Tournament, number: int, boards: Boards, bye: int | None
) -> Tournament:
    """Return the tournament as if round `number` had been played, with adjourned games.

    The results do not matter: who has met whom, and with which colours, does not depend on them.
    """
    games = tuple(Game(white, black, Result.ADJOURNED) for white, black in boards)
    byes = tournament.round(number).byes
    if bye is not None:
        byes = (*byes, (bye, Bye.PAIRING_ALLOCATED))
    past = tuple(tournament.round(k) for k in range(1, number))
    later = tournament.rounds[number:]
    return replace(tournament, rounds=(*past, Round(games, byes), *later))


def _bye(field: Field, settings: Settings) -> list[Notice]:
    """Warn if, after this round, no player or only one may have the bye."""
    article = Article.NO_SECOND_BYE.of(settings)
    free = [entrant.id for entrant in field.entrants if not entrant.barred]
    if not free:
        return [Notice(Sentence(n.NOBODY_FOR_THE_BYE), article)]
    if len(free) == 1 and len(field.entrants) % 2:
        return [
            Notice(Sentence(n.LAST_FOR_THE_BYE, player=PlayerRef(free[0])), article, (free[0],))
        ]
    return []


def _next(field: Field, system: System, settings: Settings) -> list[Notice]:
    """Warn if the next round cannot be completed.

    In the last round, results may allow exceptions from the colour rules; the warning then says so.
    """
    legal = LegalPairs(field.entrants, system.may_meet_for_sure(field))
    if legal.can_be_completed():
        return []
    best = LegalPairs(field.entrants, system.may_meet_at_best(field))
    if best.can_be_completed():
        limits = Article.COLOUR_LIMITS.of(settings)
        return [_deadlock_notice(n.NEXT_BY_RESULTS, field.round, legal, limits)]
    return [_deadlock_notice(n.NEXT_IMPOSSIBLE, field.round, best, Article.NO_REMATCH.of(settings))]


def _deadlock_notice(template: str, number: int, legal: LegalPairs, article: str) -> Notice:
    blocked = tuple(player.id for player in legal.blocked_players())
    sentence = Sentence(template, round=number, players=ListOf.players(blocked, SHOWN))
    return Notice(sentence, article, blocked)


def _warn_of_later_round(tournament: Tournament, field: Field, rounds: int) -> list[Notice]:
    """Warn if a later round cannot be completed because the players have met too many opponents.

    It assumes the players of the next round, and leaves colours aside, as they are not known.
    Without a warning a way exists, but the pairings may not find it.
    """
    left = rounds - field.round + 1
    rows = LegalPairs(_without_passing_bans(tournament, field, rounds), strangers).complete_rows()
    if meets_dirac(rows, left):
        return []
    ways = disjoint_matchings(rows, left)
    if ways.found == left:
        return []
    values = {"round": field.round + ways.found}
    coming_byes = any(tournament.round(k).byes for k in range(field.round, rounds + 1))
    if not ways.proven or coming_byes:  # who is away and comes back is not in this graph
        return [
            Notice(Sentence(n.LATER_HARD, **values), Article.NO_REMATCH.of(tournament.settings))
        ]
    short = tuple(
        player.id
        for player, row in zip(field.entrants, rows, strict=False)
        if row.bit_count() <= ways.found
    )
    return [
        Notice(
            Sentence(n.LATER_IMPOSSIBLE, **values),
            Article.NO_REMATCH.of(tournament.settings),
            short,
        )
    ]


def _without_passing_bans(tournament: Tournament, field: Field, rounds: int) -> tuple[Entrant, ...]:
    """Return the players with only those to avoid whom they may not meet until the last round.

    They are the opponents they have met, and the players kept apart from them in all coming rounds.
    """
    lasting: dict[int, set[int]] = {}
    for apart in tournament.settings.forbidden:
        if apart.applies(field.round) and apart.applies(rounds):
            for player in apart.players:
                lasting.setdefault(player, set()).update(apart.players)
    none: set[int] = set()
    return tuple(
        replace(one, avoid=one.history.met | (lasting.get(one.id, none) - {one.id}))
        for one in field.entrants
    )
