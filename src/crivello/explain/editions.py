"""Compare a round under two editions, and name the rule that makes the difference."""

from __future__ import annotations

from crivello.explain.explanation import Depth, Explanation, ParagraphKind, Value
from crivello.explain.round import TracedRound
from crivello.explain.story import Story, older_preference_text, preference_text
from crivello.model.field import Entrant, Float
from crivello.model.sentence import LETTERS, N_, ColourLetters, ListOf, Sentence
from crivello.model.tournament import Tournament
from crivello.systems.registry import System

FLOATS = {
    None: N_("no float"),
    Float.DOWN: N_("a downfloat"),
    Float.UP: N_("an upfloat"),
}


def explain_edition_diff(
    system: System, other: System, tournament: Tournament, round_number: int
) -> Explanation:
    """Explain how the round differs under two editions; each pairing is judged by the other's
    rules.
    """
    mine = TracedRound(system, tournament, round_number)
    theirs = TracedRound(other, tournament, round_number)
    story = mine.story()
    same = mine.pairing.boards == theirs.pairing.boards and mine.pairing.bye == theirs.pairing.bye
    if same:
        story.tell(ParagraphKind.ANSWER, N_("Both give the same pairing."), depth=Depth.BRIEF)
    else:
        _tell_boards(story, mine, theirs)
        _tell_boards(story, theirs, mine)
        _tell_judgement(story, mine, theirs)
        _tell_judgement(story, theirs, mine)
    _tell_floats(story, mine, theirs)
    _tell_byes(story, mine, theirs)
    _tell_preferences(story, mine, theirs)
    template = N_("Round {round}: {one}, and {other}")
    title = Sentence(template, round=round_number, one=_name(mine), other=_name(theirs))
    return mine.explanation(title, story)


def _name(this: TracedRound) -> Sentence:
    return Sentence(this.system.title)


def _tell_boards(story: Story, this: TracedRound, rival: TracedRound) -> None:
    """List the boards and the bye of `this` edition that its rival does not have."""
    boards = [
        (board.white, board.black)
        for board in this.pairing.boards
        if board not in rival.pairing.boards
    ]
    story.tell(
        ParagraphKind.BOARDS,
        N_("Only under {edition}: {pairs}."),
        depth=Depth.BRIEF,
        about=(player for pair in boards for player in pair),
        edition=_name(this),
        pairs=ListOf.pairs(boards),
    )
    bye = this.pairing.bye
    if bye is not None and bye != rival.pairing.bye:
        story.tell(
            ParagraphKind.BYE,
            N_("Under {edition} the bye goes to {player}."),
            depth=Depth.BRIEF,
            about=(bye,),
            edition=_name(this),
            player=bye,
        )


def _tell_judgement(story: Story, this: TracedRound, rival: TracedRound) -> None:
    """Explain which rule of `this` edition is against the pairing of its rival."""
    given, difference = rival.pairing, None
    if this.judge is not None:
        difference = this.judge.judge(given.boards, given.bye)
        if difference is None:
            return
    template = N_("Why {edition} does not accept the other pairing:")
    story.tell(ParagraphKind.ANSWER, template, edition=_name(this))
    if difference is not None:
        this.narrator.tell_difference(story, difference)
        return
    own = this.story()
    pair = next(
        (board for board in given.boards if this.opponent(board.white) != board.black), None
    )
    if pair is not None:
        this.narrator.tell_no_pair(own, pair.white, pair.black)
    elif given.bye is not None and given.bye != this.pairing.bye:
        this.narrator.tell_no_bye(own, given.bye)
    story.paragraphs += own.paragraphs


# Players whom the editions see differently before anything is paired


def _tell_floats(story: Story, mine: TracedRound, theirs: TracedRound) -> None:
    found: dict[tuple[int, Float | None, Float | None], list[int]] = {}
    for one, other in _entrants(mine, theirs):
        for ago, pair in enumerate(zip(one.floats, other.floats, strict=False), start=1):
            if pair[0] is not pair[1]:
                found.setdefault((mine.number - ago, *pair), []).append(one.id)
    template = N_(
        "For round {round}, {float_one} under {one}, but {float_other} under {other}: {players}."
    )
    for (number, by_one, by_other), players in found.items():
        floats = {"float_one": Sentence(FLOATS[by_one]), "float_other": Sentence(FLOATS[by_other])}
        _tell_apart(story, mine, theirs, template, "floats", players, round=number, **floats)


def _tell_byes(story: Story, mine: TracedRound, theirs: TracedRound) -> None:
    template = N_("May have the bye under {may}, but not under {may_not}: {players}.")
    for may, may_not in ((mine, theirs), (theirs, mine)):
        both = _entrants(may, may_not)
        players = [one.id for one, other in both if other.barred and not one.barred]
        if players:
            names = {"may": _name(may), "may_not": _name(may_not)}
            _tell_apart(story, mine, theirs, template, "bye", players, **names)


def _tell_preferences(story: Story, mine: TracedRound, theirs: TracedRound) -> None:
    found: dict[tuple[str, str], list[int]] = {}
    for one, other in _entrants(mine, theirs):
        if (one.preference, one.strength) != (other.preference, other.strength):
            cards = _write_preference(mine, one), _write_preference(theirs, other)
            found.setdefault(cards, []).append(one.id)
    for this in (mine, theirs) if found else ():
        legend = Sentence(this.rules.notation, **LETTERS)
        template = N_("Signs under {edition}: {legend}")
        story.tell(ParagraphKind.NOTATION, template, edition=_name(this), legend=legend)
    template = N_(
        "The colour preference is {preference_one} under {one}, but {preference_other} under "
        "{other}: {players}."
    )
    for (by_one, by_other), players in found.items():
        texts = {
            "preference_one": ColourLetters(by_one),
            "preference_other": ColourLetters(by_other),
        }
        _tell_apart(story, mine, theirs, template, "preference", players, **texts)


def _write_preference(this: TracedRound, player: Entrant) -> str:
    """Return a preference in the signs of its edition."""
    if this.rules.field_rules.by_parity:
        return older_preference_text(player, this.number % 2 == 1) or "–"
    return preference_text(player, this.rules.absolute_mark) or "–"


def _tell_apart(
    story: Story,
    mine: TracedRound,
    theirs: TracedRound,
    template: str,
    rule: str,
    players: list[int],
    **values: Value,
) -> None:
    """Explain that the two editions treat these players differently.

    `rule`: which article of each edition is cited, by its name in `articles`.
    """
    articles = (getattr(this.rules.articles, rule) for this in (mine, theirs))
    values |= {"one": _name(mine), "other": _name(theirs)}
    article = " / ".join(filter(None, articles))
    story.tell(ParagraphKind.DIFFERENCE, template, article=article, about=players, **values)


def _entrants(one: TracedRound, other: TracedRound) -> list[tuple[Entrant, Entrant]]:
    """Return the players who are in both fields, each as the two editions see them."""
    others = {player.id: player for player in other.field.entrants}
    return [(player, others[player.id]) for player in one.field.entrants if player.id in others]
