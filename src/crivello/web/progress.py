"""How far a section has come, in one sentence."""

from __future__ import annotations

from crivello.desk import Section
from crivello.desk.notices import Notice
from crivello.model.sentence import Sentence
from crivello.words import N_

REGISTERING = N_("One player registered.", "{count} players registered.")
DRAFT = N_("Round {round} of {rounds} is paired, not published.")
PLAYING = N_("Round {round} of {rounds}: {there} of {games} results.")
READY = N_("Round {round} of {rounds}: all results are in.")
OVER = N_("All {rounds} rounds are played.")


def progress(section: Section) -> Notice:
    rounds = section.settings.rounds or 0
    if section.draft is not None:
        return Notice(Sentence(DRAFT, round=section.draft.round, rounds=rounds))
    if not section.rounds:
        return Notice(Sentence(REGISTERING, count=len(section.registrations)))
    last = section.rounds[-1]
    number = len(section.rounds)
    there = sum(game.result is not None for game in last.games)
    if there < len(last.games):
        values = {"round": number, "rounds": rounds, "there": there, "games": len(last.games)}
        return Notice(Sentence(PLAYING, **values))
    if number >= rounds:
        return Notice(Sentence(OVER, rounds=rounds))
    return Notice(Sentence(READY, round=number, rounds=rounds))
