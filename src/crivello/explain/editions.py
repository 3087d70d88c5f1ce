"""What a round would be under another edition, and which rule makes the difference."""

from __future__ import annotations

from crivello.explain.differences import tell_difference
from crivello.explain.explanation import Depth, Explanation, Kind, Said, Value, pairs
from crivello.explain.procedure import tell_bye_elsewhere, tell_pair_elsewhere
from crivello.explain.round import rules_of
from crivello.explain.story import Story, ids, preference_text
from crivello.model.field import Field, Float
from crivello.model.keys import SYSTEMS
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.rules.field import build_field
from crivello.systems.registry import Judge, System, find
from crivello.words import N_

ARTICLES: dict[str, tuple[str, str, str]] = {
    "dutch-2026": ("1.4", "C2", "1.7"),
    "dutch-2017": ("A.4", "C.2", "A.6"),
    "dutch-2011": ("A.4", "B.1b", "A.7"),
    "dubov-2026": ("1.3", "C2", "1.6"),
    "dubov-2018": ("A.3", "C.2", "A.5"),
    "dubov-1997": ("2", "2", "1"),
    "burstein-2026": ("", "C2", "1.5"),
    "burstein-2016": ("", "4.1", "1"),
    "lim-1999": ("3.10", "1.1", "5.1"),
}
"""Where each edition says what a float is, who may not have the bye, what a preference is."""

FLOATS = {
    None: N_("no float"),
    Float.DOWN: N_("a downfloat"),
    Float.UP: N_("an upfloat"),
}


def explain_edition_diff(
    system: System, other: System, tournament: Tournament, round_number: int
) -> Explanation:
    """The round by both editions, each pairing judged by the other's rules."""
    mine = _Side(system, tournament, round_number)
    theirs = _Side(other, tournament, round_number)
    story = Story(mine.field, mine.judge.field_rules)
    names = {"one": Said(SYSTEMS[system.key].title), "other": Said(SYSTEMS[other.key].title)}
    title = Said(N_("Round {round}: {one}, and {other}"), {"round": round_number, **names})
    same = mine.pairing.boards == theirs.pairing.boards and mine.pairing.bye == theirs.pairing.bye
    if same:
        story.tell(Kind.ANSWER, N_("Both give the same pairing."), depth=Depth.BRIEF)
    else:
        for side in (mine, theirs):
            rival = theirs if side is mine else mine
            side.tell_boards(story, rival)
        for side in (mine, theirs):
            rival = theirs if side is mine else mine
            side.tell_judgement(story, rival)
    _inputs(story, mine, theirs)
    return Explanation(title, system.key, round_number, tuple(story.paragraphs), Depth.NORMAL)


class _Side:
    """One edition, and the round by it."""

    def __init__(self, system: System, tournament: Tournament, round_number: int) -> None:
        self.system = system
        self.tournament = tournament
        self.trace: Trace = []
        self.pairing: RoundPairing = system.pair(tournament, round_number, self.trace)
        self.rules = rules_of(system.key, self.trace)
        self.judge = find(self.rules)
        self.field: Field = build_field(tournament, round_number, self.judge.field_rules)
        self.entrant = {player.id: player for player in self.field.entrants}

    @property
    def name(self) -> Said:
        return Said(SYSTEMS[self.system.key].title)

    def tell_boards(self, story: Story, rival: _Side) -> None:
        """The boards that the other edition does not have."""
        boards = tuple(
            (board.white, board.black)
            for board in self.pairing.boards
            if board not in rival.pairing.boards
        )
        story.tell(
            Kind.BOARDS,
            N_("Only by {edition}: {pairs}."),
            depth=Depth.BRIEF,
            about=(player for pair in boards for player in pair),
            edition=self.name,
            pairs=pairs(boards),
        )
        if self.pairing.bye is not None and self.pairing.bye != rival.pairing.bye:
            story.tell(
                Kind.BYE,
                N_("By {edition} the bye goes to {player}."),
                depth=Depth.BRIEF,
                about=(self.pairing.bye,),
                edition=self.name,
                player=self.pairing.bye,
            )

    def tell_judgement(self, story: Story, rival: _Side) -> None:
        """What this edition has against the pairing of the other one."""
        given = rival.pairing
        if isinstance(self.judge, Judge):
            difference = self.judge.judge(self.tournament, given.round, given.boards, given.bye)
            if difference is None:
                return
            story.tell(
                Kind.ANSWER,
                N_("Why {edition} does not take the pairing of the other one:"),
                edition=self.name,
            )
            tell_difference(story, difference, self.rules)
            return
        story.tell(
            Kind.ANSWER,
            N_("Why {edition} does not take the pairing of the other one:"),
            edition=self.name,
        )
        mine = {frozenset((board.white, board.black)) for board in self.pairing.boards}
        for board in given.boards:
            if frozenset((board.white, board.black)) not in mine:
                tell_pair_elsewhere(story, self.trace, board.white, board.black, self.rules)
                return
        if given.bye is not None and given.bye != self.pairing.bye:
            tell_bye_elsewhere(story, self.trace, given.bye, self.rules)


def _inputs(story: Story, mine: _Side, theirs: _Side) -> None:
    """Players of whom the editions think differently before anything is paired."""
    others = {player.id: player for player in theirs.field.entrants}
    both = [(one, others[one.id]) for one in mine.field.entrants if one.id in others]
    names: dict[str, Value] = {"one": mine.name, "other": theirs.name}
    floats: dict[tuple[int, Float | None, Float | None], list[int]] = {}
    preferences: dict[tuple[str, str], list[int]] = {}
    for one, other in both:
        for ago, pair in enumerate(zip(one.floats, other.floats, strict=False), start=1):
            if pair[0] is not pair[1]:
                floats.setdefault((story.field.round - ago, *pair), []).append(one.id)
        cards = preference_text(one) or "–", preference_text(other) or "–"
        if cards[0] != cards[1]:
            preferences.setdefault(cards, []).append(one.id)
    for (number, by_one, by_other), players in floats.items():
        story.tell(
            Kind.DIFFERENCE,
            N_("For round {round} by {one} {float_one}, but by {other} {float_other}: {players}."),
            article=_articles(mine, theirs, 0),
            about=players,
            round=number,
            float_one=Said(FLOATS[by_one]),
            float_other=Said(FLOATS[by_other]),
            players=ids(players),
            **names,
        )
    for may, may_not in ((mine, theirs), (theirs, mine)):
        players = [one.id for one, other in both if one.barred != other.barred]
        players = [player for player in players if not may.entrant[player].barred]
        if players:
            story.tell(
                Kind.DIFFERENCE,
                N_("May have the bye by {may}, but not by {may_not}: {players}."),
                article=_articles(mine, theirs, 1),
                about=players,
                may=may.name,
                may_not=may_not.name,
                players=ids(players),
            )
    for (by_one_text, by_other_text), players in preferences.items():
        story.tell(
            Kind.DIFFERENCE,
            N_(
                "The colour preference is {preference_one} by {one}, but {preference_other} by "
                "{other}: {players}."
            ),
            article=_articles(mine, theirs, 2),
            about=players,
            preference_one=by_one_text,
            preference_other=by_other_text,
            players=ids(players),
            **names,
        )


def _articles(mine: _Side, theirs: _Side, place: int) -> str:
    found = [ARTICLES[side.rules][place] for side in (mine, theirs)]
    return " / ".join(article for article in found if article)
