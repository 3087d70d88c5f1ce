"""What the narrators of procedures share (Dutch before 2013, Dubov 1997, Burstein, Lim).

A procedure pairs group by group by instructions, without criteria to compare pairings. The narrator
of such a system explains its own steps and leaves common ones to `ProcedureRound`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from crivello.explain.bracket_map import RejectedPair, TracedBracket
from crivello.explain.explanation import Depth, ParagraphKind, Value, candidate_list
from crivello.explain.registry import Narrator
from crivello.explain.steps import (
    describe_event,
    forbidding_article,
    tell_bye,
    tell_completion,
    tell_forbidden,
    tell_own_bye,
    tell_pairs,
    tell_why_forbidden,
    why_forbidden,
)
from crivello.explain.story import Story
from crivello.model.field import Entrant
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.trace import ByeDecided, CompletionTested, Step
from crivello.model.trace.procedure import (
    GroupOpened,
    GroupPaired,
    PairDropped,
    PairFixed,
    PairsProposed,
    ProcedureEvent,
)

MOST = 6
"""The most steps explained about one player: the last ones, which stand."""


class ProcedureNarrator(Narrator):
    """Explains rounds of a procedure."""

    def narrate_round(self, story: Story, depth: Depth) -> ProcedureRound:
        return ProcedureRound(self, story)

    def read_brackets(self, story: Story) -> list[TracedBracket]:
        return read_brackets(story)

    # What a system may add

    def tell_places(self, story: Story, players: Mapping[int, Value]) -> None:
        """Explain where these players are in the order of their group; `players`: names by id.

        Nothing is added unless a system overrides it.
        """

    def tell_bye_order(self, story: Story, bye: ByeDecided) -> None:
        """List the players with the score of the bye, and the values that order them.

        Nothing is added unless a system overrides it.
        """

    # Why this opponent: the steps that concern the player

    def tell_opponent(self, story: Story, player: int, opponent: int | None) -> None:
        concerned = [step for step in story.trace if _concerns(step, player)]
        for step in concerned[-MOST:]:
            match step:
                case PairDropped():
                    tell_dropped(story, step)
                case ProcedureEvent():
                    describe_event(story, step)
                case PairFixed(article, a, b):
                    pair = (a, b)
                    tell_pairs(story, [pair], article=article, about=pair, depth=Depth.NORMAL)
                case _:
                    pass
        if opponent is not None:
            _tell_way(story, player, opponent)
            self.tell_places(story, story.names(player, opponent))

    def tell_own_bye(self, story: Story, player: int) -> None:
        opened = False
        for step in story.trace:
            if isinstance(step, GroupOpened):
                opened = True
            elif isinstance(step, ByeDecided):
                tell_own_bye(story, step, left_over=opened)
                self.tell_bye_order(story, step)

    # Why not another one: the step after which it was too late

    def tell_no_pair(self, story: Story, one: int, other: int) -> None:
        """Explain why two players do not meet: they may not, or an article dropped the pair, or one
        of them was paired before it could be made.
        """
        if story.may_meet(one, other):
            self.tell_too_late(story, one, other)
            return
        reason = why_forbidden(story, one, other)
        story.tell(
            ParagraphKind.DROPPED,
            (
                N_("{one} and {other} have already met."),
                N_("{one} and {other} are not to meet in this round."),
                N_("{one} and {other} must both have the same colour."),
            )[reason],
            article=forbidding_article(story, reason),
            about=(one, other),
            one=one,
            other=other,
        )
        tell_why_forbidden(story, one, other, ParagraphKind.DROPPED)

    def tell_too_late(self, story: Story, one: int, other: int) -> None:
        """Explain why two players who may meet do not."""
        both = {one, other}
        drops = [s for s in story.trace if isinstance(s, PairDropped) and {s.a, s.b} == both]
        if drops:
            tell_dropped(story, drops[-1])
        _tell_fixed_before(story, one, other)
        self.tell_places(story, {one: one, other: other})

    def tell_no_bye(self, story: Story, player: int) -> None:
        """Explain by which article the bye went to another player."""
        decided = [step for step in story.trace if isinstance(step, ByeDecided)]
        if not decided:
            template = N_("The number of players is even: there is no bye.")
            story.tell(ParagraphKind.DIFFERENCE, template)
            return

        def tell(template: str, article: str, who: int) -> None:
            kind, about = ParagraphKind.DIFFERENCE, (who,)
            story.tell(kind, template, article=article, about=about, player=who)

        step = decided[-1]
        barred = player in story.entrant and story.entrant[player].barred
        if barred:
            tell(N_("{player} may not have the bye."), step.bar or step.article, player)
        tell(N_("The bye was given to {player}."), step.article, step.player)
        if player in story.entrant and not barred:
            self.tell_why_not_left_over(story, player)
        self.tell_bye_order(story, step)

    def tell_why_not_left_over(self, story: Story, player: int) -> None:
        """Explain why a player who may have the bye does not get it.

        Nothing is added unless a system overrides it.
        """


class ProcedureRound:
    """Explains the steps of a round in order."""

    def __init__(self, narrator: ProcedureNarrator, story: Story) -> None:
        self.narrator = narrator
        self.story = story
        self.opened: GroupOpened | None = None
        """The current group."""
        self.made_by: dict[tuple[int, int], str] = {}
        """The article by which each pair was made, if that was explained pair by pair."""
        self.told_at: dict[tuple[int, int], int] = {}
        """The paragraph about such a pair of the current group."""

    def tell(self, step: Step) -> bool:
        """Explain a step; return False if it is not a step of procedures."""
        story = self.story
        match step:
            case GroupOpened():
                self.tell_opened(step)
            case PairDropped():
                tell_dropped(story, step, depth=Depth.FULL)
            case PairsProposed():
                story.tell(
                    ParagraphKind.IDEAL,
                    N_("Proposed for the others, top half against bottom half: {pairs}.")
                    if self.opened is not None and self.opened.floaters
                    else N_("Proposed, top half against bottom half: {pairs}."),
                    article=step.article,
                    pairs=ListOf.pairs(step.pairs),
                )
            case PairFixed(article, a, b):
                pair = (a, b)
                self.made_by[pair] = article
                self.told_at[pair] = len(story.paragraphs)
                tell_pairs(story, [pair], article=article, about=pair, depth=Depth.FULL)
            case GroupPaired():
                self.tell_paired(step)
            case ByeDecided():
                tell_bye(story, step, left_over=self.opened is not None)
                self.narrator.tell_bye_order(story, step)
            case CompletionTested():
                tell_completion(story, step, "")
            case _:
                return False
        return True

    def tell_opened(self, step: GroupOpened) -> None:
        story, players = self.story, self.story.cards(step.players)
        self.opened = step
        if step.remainder:
            kind = ParagraphKind.GROUP
            template = N_("The remainder, after the players from above: {players}.")
        else:
            self.told_at.clear()
            story.open_bracket(GROUP, step.score)
            kind, template = ParagraphKind.SCOREGROUP, N_("Players: {players}.")
        story.tell(kind, template, article=step.article, players=players)
        self.tell_order(step)
        if step.floaters:
            template = N_("From another score: {players}.")
            story.tell(ParagraphKind.GROUP, template, about=step.floaters)
        self.tell_halves(step)
        if not step.remainder:
            tell_forbidden(story, combinations(step.players, 2))
        for name, value in step.values:
            story.tell(ParagraphKind.PARAMETERS, Sentence(PARAMETERS[name], **{name: value}))

    def tell_order(self, step: GroupOpened) -> None:
        """Explain the order of the players in the group, if their cards do not show it.

        Nothing is added unless a system overrides it.
        """

    def tell_halves(self, step: GroupOpened) -> None:
        """Show the halves into which the group is first divided."""
        if step.s1 and step.s2:
            s1, s2 = self.story.cards(step.s1), self.story.cards(step.s2)
            self.story.tell(ParagraphKind.SUBGROUPS, N_("S1 = {s1}; S2 = {s2}."), s1=s1, s2=s2)

    def tell_paired(self, step: GroupPaired) -> None:
        story = self.story
        by_article: dict[str, list[tuple[int, int]]] = {}
        for pair in step.pairs:
            by_article.setdefault(self.made_by.get(pair, step.article), []).append(pair)
        told = {self.told_at[pair] for pair in step.pairs if pair in self.told_at}
        for place in sorted(told, reverse=True):
            del story.paragraphs[place]  # said once, for the whole group
        self.told_at.clear()
        for article, pairs in by_article.items():
            tell_pairs(story, pairs, article=article)
        if not step.pairs:
            nobody = N_("Nobody is paired in this group.")
            story.tell(ParagraphKind.CHOSEN, nobody, article=step.article, depth=Depth.BRIEF)
        if step.leaving:
            left, about = N_("Leave the group unpaired: {players}."), step.leaving
            story.tell(ParagraphKind.DOWNFLOATERS, left, about=about, depth=Depth.BRIEF)


def tell_dropped(story: Story, step: PairDropped, depth: Depth = Depth.NORMAL) -> None:
    reason, article, about = drop_reason(step), step.article, (step.a, step.b)
    story.tell(ParagraphKind.DROPPED, reason, article=article, about=about, depth=depth)


def drop_reason(step: PairDropped) -> Sentence:
    return Sentence(step.reason, a=step.a, b=step.b)


def _concerns(step: Step, player: int) -> bool:
    match step:
        case PairDropped() | PairFixed():
            return player in (step.a, step.b)
        case ProcedureEvent():
            return player in step.players and len(step.players) <= MOST
        case _:
            return False


def _tell_way(story: Story, player: int, opponent: int) -> None:
    """Explain through which groups the player came to the pair, and where it was made.

    A group that was undone and paired again counts as it was the last time.
    """
    groups = [step for step in story.trace if isinstance(step, GroupPaired)]
    both = {player, opponent}
    home = next((one for one in reversed(groups) if any(both == set(p) for p in one.pairs)), None)
    if home is None:
        return
    mine = story.entrant[player].score
    left = {
        one.score: one
        for one in groups
        if player in one.leaving
        and (mine >= one.score > home.score or mine <= one.score < home.score)
    }
    for one in left.values():
        story.tell(
            ParagraphKind.GROUP,
            N_("{player} was not paired in the group at score {score}, and moved on."),
            article=one.article,
            player=story.name(player),
            score=story.score(one.score),
        )
    story.tell(
        ParagraphKind.GROUP,
        N_("The pair was made in the group at score {score}."),
        article=home.article,
        about=(player,),
        score=story.score(home.score),
    )


def _tell_fixed_before(story: Story, one: int, other: int) -> None:
    """Explain which of the two players was paired first, or got the bye, so that they could not
    meet.
    """
    last: dict[int, tuple[int, str, tuple[int, ...]]] = {}
    for place, step in enumerate(story.trace):
        article, pairs = _result_of(step)
        for pair in pairs:
            for player in {one, other} & set(pair):
                # A pair that was made once and stands: what counts is when it was made.
                if player not in last or last[player][2] != pair:
                    last[player] = (place, article, pair)
    if not last:
        return
    _, article, pair = min(last.values(), key=lambda entry: entry[0])
    template = N_("{pair} was paired first; after that {wish} was no longer possible.")
    if len(pair) == 1:
        template = N_("{player} was given the bye; after that {wish} was no longer possible.")
    story.tell(
        ParagraphKind.DIFFERENCE,
        template,
        article=article,
        about=pair,
        pair=candidate_list([pair]),
        wish=candidate_list([(one, other)]),
        player=pair[0],
    )


def _result_of(step: Step) -> tuple[str, tuple[tuple[int, ...], ...]]:
    """Return the article of a step, and the pairs it makes; the bye is a pair of one player."""
    match step:
        case PairFixed(article, a, b):
            return article, ((a, b),)
        case GroupPaired(article, _, pairs, _):
            return article, pairs
        case ByeDecided(player, article):
            return article, ((player,),)
        case _:
            return "", ()


# The brackets for a picture

GROUP = N_("Group at score {score}")
PARAMETERS = {
    "p": N_("Pairs to be made: {p} (p)."),
    "x": N_("Pairs that must break a colour preference: {x} (x)."),
}
"""Of the Dutch system before 2013 (A.8)."""


def read_brackets(story: Story) -> list[TracedBracket]:
    """Return the groups in the order in which they were opened; a group paired in parts is one."""
    found: list[TracedBracket] = []
    number = 0
    for step in story.trace:
        match step:
            case GroupOpened():
                number += not step.remainder
                _open(found, step, number, story.entrant)
            case PairsProposed() if found:
                s1, s2 = (tuple(pair[side] for pair in step.pairs) for side in (0, 1))
                found[-1] = replace(found[-1], s1=s1, s2=s2)
            case PairDropped() if found:
                no = (RejectedPair(step.a, step.b, step.article, drop_reason(step)),)
                found[-1] = replace(found[-1], rejected=found[-1].rejected + no)
            case PairFixed():
                _add_pair(found, step, story.entrant)
            case GroupPaired():
                _close(found, step, story.entrant)
            case _:
                pass
    return found


def _open(
    found: list[TracedBracket], step: GroupOpened, number: int, entrants: Mapping[int, Entrant]
) -> None:
    brought = tuple(p for p in step.floaters if entrants[p].score < step.score)
    for place in range(len(found) - 1, -1, -1):
        group = found[place]
        own = set(step.players) - set(brought)
        # The remainder of a joined group may have another score.
        same = group.score == step.score or (step.remainder and place == len(found) - 1)
        if same and (own < set(group.players) or (step.remainder and own == set(group.players))):
            # The remainder of a group, or a group that is worked over after somebody left it.
            found[place] = replace(
                group,
                numbers=tuple(dict.fromkeys((*group.numbers, number))),
                players=group.players + brought,
                came=group.came | set(brought),
                s1=tuple(player for player in group.s1 if player not in step.players) + step.s1,
                s2=tuple(player for player in group.s2 if player not in step.players) + step.s2,
            )
            return
    came = frozenset(step.floaters)
    found.append(TracedBracket((number,), step.score, GROUP, step.players, came, step.s1, step.s2))


def _add_pair(found: list[TracedBracket], step: PairFixed, entrants: Mapping[int, Entrant]) -> None:
    """Add a pair to the last group that has both players.

    If no group has both, the two are floaters, and make a group of their own.
    """
    pair = (step.a, step.b)
    place = _last(found, set(pair))
    if place is None:
        lower, higher = sorted(pair, key=lambda player: entrants[player].score)
        score = entrants[lower].score
        came = frozenset({higher} if entrants[higher].score > score else ())
        found.append(TracedBracket((), score, GROUP, (higher, lower), came, pairs=(pair,)))
        return
    found[place] = replace(found[place], pairs=(*found[place].pairs, pair))


def _close(found: list[TracedBracket], step: GroupPaired, entrants: Mapping[int, Entrant]) -> None:
    """Set the final pairs of the group that a step paired.

    That group is the last at this score with these players, which may not be the last one opened.
    """
    paired = {player for pair in step.pairs for player in pair}
    # A player who was brought up in vain is not in the group.
    leaving = tuple(player for player in step.leaving if entrants[player].score >= step.score)
    place = _last(found, paired or set(leaving), step.score)
    if place is None:
        # It was never opened: nobody could be paired.
        players = (*leaving, *sorted(paired))
        came = frozenset(player for player in leaving if entrants[player].score > step.score)
        found.append(TracedBracket((), step.score, GROUP, players, came))
        place = len(found) - 1
    group = found[place]
    left = tuple(player for player in leaving if player not in group.players)
    found[place] = replace(group, players=group.players + left, pairs=step.pairs)


def _last(
    found: Sequence[TracedBracket], players: set[int], score: int | None = None
) -> int | None:
    """Return the index of the last group with all these players, and this score if given."""
    for place in range(len(found) - 1, -1, -1):
        if players <= set(found[place].players) and score in (None, found[place].score):
            return place
    return None
