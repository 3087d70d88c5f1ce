"""Write the worked tournaments and questions of docs/worked: `make generate WHAT=worked`.

All text comes from the program; only titles and the list of questions are here. A test compares the
pages with what this program writes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, zip_longest
from pathlib import Path

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.editions import explain_edition_diff
from crivello.explain.explanation import Explanation
from crivello.explain.player.answer import (
    ArticleRef,
    CauseKind,
    PlayerAnswer,
    PlayerWriter,
    Question,
)
from crivello.explain.player.questions import answers_about
from crivello.explain.player.readers import (
    Reader,
    answer_player,
    answer_why_not_bye,
    answer_why_not_colour,
    answer_why_not_pair,
)
from crivello.explain.render import as_markdown
from crivello.explain.round import TracedRound, explain_round
from crivello.model.keys import SYSTEMS
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.rules.round_robin import BERGER_TABLES
from crivello.systems.registry import find
from crivello.words import COMPLETE_LANGUAGES, N_, Language, say
from tests.support.cases import load, tournament
from tests.systems.dubov.cases import worked_tournament

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "worked"

EN, IT = Language.EN, Language.IT
TITLES = {
    ("dutch-2017", EN): "Fourteen players, six rounds, Dutch system of 2017",
    ("dutch-2017", IT): "Quattordici giocatori, sei turni, sistema olandese del 2017",
    ("dubov-2018", EN): "Fourteen players, six rounds, Dubov system of 2018",
    ("dubov-2018", IT): "Quattordici giocatori, sei turni, sistema Dubov del 2018",
    ("dutch-2011", EN): "Fourteen players, five rounds, Dutch system before 2013",
    ("dutch-2011", IT): "Quattordici giocatori, cinque turni, sistema olandese prima del 2013",
    ("team-2026", EN): "Nine teams of four, five rounds, FIDE Swiss for teams of 2026",
    ("team-2026", IT): "Nove squadre di quattro, cinque turni, sistema svizzero FIDE a squadre",
    ("doubleswiss-2026", EN): "Eleven players, five matches of two games, Double-Swiss of 2026",
    ("doubleswiss-2026", IT): "Undici giocatori, cinque incontri di due partite, Double-Swiss 2026",
    ("answers", EN): "Ten answers of each system",
    ("answers", IT): "Dieci risposte per ogni sistema",
    ("questions", EN): "Questions at the desk",
    ("questions", IT): "Domande al tavolo dell'arbitro",
}
NOTES = {
    ("dubov-2018", EN): (
        "Round 4 is what the rules give; its source calculates two AROs otherwise and publishes "
        "7-11 and 13-10, with which rounds 5 and 6 go on."
    ),
    ("dubov-2018", IT): (
        "Il turno 4 è quello che danno le regole; la fonte calcola diversamente due ARO e pubblica "
        "7-11 e 13-10, con cui proseguono i turni 5 e 6."
    ),
    ("questions", EN): (
        "A random tournament of 100 players, asked three times in every way. It is made by\n\n"
        "    {generate}"
    ),
    ("questions", IT): (
        "Un torneo casuale di 100 giocatori, interrogato tre volte in ogni modo. Lo produce\n\n"
        "    {generate}"
    ),
}
NOTES |= {
    ("answers", EN): (
        "What players are told about random tournaments of fifteen players: the question, the "
        "answer, and the article in small print. Nothing here is written by hand."
    ),
    ("answers", IT): (
        "Che cosa si risponde ai giocatori di tornei di prova generati a caso, con quindici "
        "partecipanti: la domanda, la risposta e, in piccolo, l'articolo. Niente è scritto a mano."
    ),
}
MATCHES_NOTE = {
    ("team-2026", EN): "Teams play matches; a won match counts 2 points, a drawn one 1.",
    ("team-2026", IT): "Le squadre giocano incontri; un incontro vinto dà 2 punti, uno pari 1.",
    ("doubleswiss-2026", EN): "A match has two games, and so counts up to 2 points.",
    ("doubleswiss-2026", IT): "Un incontro è di due partite, e dà quindi fino a 2 punti.",
}
QUESTIONS = {
    Question.OPPONENT: ("Why this opponent?", "Perché questo avversario?"),
    Question.FLOAT: (
        "Why an opponent with different points?",
        "Perché un avversario con punti diversi?",
    ),
    Question.COLOUR: ("Why this colour?", "Perché questo colore?"),
    Question.BYE: ("Why the bye?", "Perché il bye?"),
    Question.NOT_PAIRED: ("Why no game?", "Perché non gioco?"),
    Question.NOT_PAIR: ("Why not {other}?", "Perché non {other}?"),
    Question.NOT_BYE: ("Why not the bye?", "Perché non il bye?"),
}
SURNAMES = (
    "Amato", "Basile", "Caruso", "Donati", "Conti", "Ferri", "Gallo", "Leone", "Marino", "Riva",
    "Serra", "Testa", "Villa", "Greco", "Longo",
)  # fmt: skip
ANSWERS = 10
GENERATE = (
    "crivello generate --players 100 --rounds 9 --seed 20 --system dutch-2026 --forfeits 20 \\\n"
    "        --half-point-byes 25 --zero-point-byes 20 --full-point-byes 40 --output open.trf"
)


MATCHES = {
    "team-2026": Recipe(
        players=9, rounds=5, system="team-2026", choices=(("colour-preferences", "b"),)
    ),
    "doubleswiss-2026": Recipe(players=11, rounds=5, system="doubleswiss-2026", forfeit_rate=20),
}


def played(key: str) -> Tournament:
    if key == "dubov-2018":
        return worked_tournament()
    if SYSTEMS[key].matches:
        return generate(MATCHES[key], 4)
    return tournament(load("dutch-2016-held" if key == "dutch-2017" else "dutch-2011-held"))


@cache
def explained(key: str) -> tuple[Explanation, ...]:
    """Return the explanations of all rounds of a worked tournament."""
    event, system = played(key), find(key)
    return tuple(explain_round(system, event, n + 1) for n in range(len(event.rounds)))


def worked(key: str, language: Language) -> str:
    note = NOTES.get((key, language))
    parts = [f"# {TITLES[key, language]}\n", *([note + "\n"] if note else [])]
    parts += [as_markdown(told, language) for told in explained(key)]
    return "\n".join(parts)


def open_event() -> Tournament:
    recipe = Recipe(
        players=100,
        rounds=9,
        system="dutch-2026",
        forfeit_rate=20,
        half_point_bye_rate=25,
        zero_point_bye_rate=20,
        full_point_bye_rate=40,
    )
    return generate(recipe, 20)


@cache
def answered() -> tuple[tuple[str, Explanation], ...]:
    """Return three questions of each kind, as words of the command line, with their answers."""
    return tuple(_ask())


def _ask() -> Iterator[tuple[str, Explanation]]:
    event, system = open_event(), find("dutch-2026")
    for player in (6, 57, 97):
        told = answer_player(system, event, 6, player, Reader.ARBITER)
        yield f"--round 6 --player {player} --depth arbiter", told
    for one, other in ((6, 11), (9, 3), (1, 4)):
        pair = answer_why_not_pair(system, event, 6, one, other, Reader.ARBITER)
        yield f"--round 6 --why-not {one}-{other} --depth arbiter", pair
    for player in (93, 90, 77):
        bye = answer_why_not_bye(system, event, 6, player, Reader.ARBITER)
        yield f"--round 6 --why-not-bye {player} --depth arbiter", bye
    for player, colour in ((1, Colour.WHITE), (6, Colour.WHITE), (12, Colour.BLACK)):
        name = colour.name.lower()
        told = answer_why_not_colour(system, event, 6, player, colour, Reader.ARBITER)
        yield f"--round 6 --why-not-colour {player} {name} --depth arbiter", told
    for number in (3, 6, 8):
        diff = explain_edition_diff(system, find("dutch-2017"), event, number)
        yield f"--round {number} --edition-diff dutch-2017", diff


def questions(language: Language) -> str:
    note = NOTES["questions", language].format(generate=GENERATE)
    parts = [f"# {TITLES['questions', language]}\n", note + "\n"]
    for words, told in answered():
        parts.append(f"    crivello explain open.trf {words}\n")
        parts.append(as_markdown(told, language))
    return "\n".join(parts)


def event_of_answers(key: str) -> Tournament:
    recipe = Recipe(players=len(SURNAMES), rounds=7, system=key, forfeit_rate=20, forbidden_pairs=1)
    drawn = generate(recipe, 3)
    people = tuple(
        replace(player, name=name) for player, name in zip(drawn.players, SURNAMES, strict=False)
    )
    return replace(drawn, players=people)


@cache
def ten_answers(key: str) -> tuple[tuple[int, PlayerAnswer, int | None], ...]:
    """Return ten answers: round, answer, and the other player concerned; no two have the same
    cause.
    """
    event = event_of_answers(key)
    found: dict[object, tuple[int, PlayerAnswer, int | None]] = {}
    for number in (4, 5, 3, 6, 2, 7):
        ask = answers_about(TracedRound(find(key), event, number))
        ids = [entrant.id for entrant in ask.story.field.entrants]
        for place, player in enumerate(ids):
            other = ids[(place + 1) % len(ids)]
            asked: list[tuple[PlayerAnswer, int | None]] = []
            asked += [(answer, None) for answer in ask.of(player)]
            asked += [(ask.why_not_pair(player, other), other), (ask.why_not_bye(player), None)]
            for answer, about in asked:
                if answer.question in QUESTIONS and answer.cause.kind not in UNTOLD:
                    said = answer.question, answer.cause.kind, _wording(answer)
                    found.setdefault(said, (number, answer, about))
    by_question: dict[Question, list[tuple[int, PlayerAnswer, int | None]]] = {}
    for one in found.values():
        by_question.setdefault(one[1].question, []).append(one)
    rows = zip_longest(*(by_question.get(question, []) for question in QUESTIONS))
    return tuple(islice((one for row in rows for one in row if one is not None), ANSWERS))


def _wording(answer: PlayerAnswer) -> object:
    """Return what distinguishes answers with the same cause: the rule of colours, or of tables."""
    if answer.question is not Question.COLOUR and answer.cause.kind is not CauseKind.TABLE:
        return ""
    templates = tuple(sentence.template for sentence in answer.sentences)
    if answer.question is Question.COLOUR and answer.cause.article != BERGER_TABLES:
        return templates[0]
    values = answer.sentences[0].values
    return templates, str(values.get("rule")), str(values.get("colour"))


UNTOLD = (CauseKind.UNSAID, CauseKind.GRANTED, CauseKind.EVEN)


def spanish_answers() -> str:
    """Return the answers in Spanish, a draft language: nothing but its catalogue is translated."""
    writer = PlayerWriter(Language.ES)
    parts = ["# Diez respuestas de cada sistema\n", f"*{DRAFT}*\n"]
    for key in SYSTEMS:
        parts.append(f"## {key}\n")
        parts += [f"- {writer.answer(answer)}" for _, answer, _ in ten_answers(key)]
        parts.append("")
    return "\n".join(parts)


DRAFT = "A draft that no native speaker has read. Borrador que ningún hispanohablante ha leído."


def answers(language: Language) -> str:
    writer = PlayerWriter(language)
    parts = [f"# {TITLES['answers', language]}\n", NOTES["answers", language] + "\n"]
    for key in SYSTEMS:
        parts.append(f"## {say(SYSTEMS[key].title, language)}\n")
        parts += [f"{MATCHES_NOTE[key, language]}\n"] if SYSTEMS[key].matches else []
        for number, answer, about in ten_answers(key):
            name = SURNAMES[answer.player - 1]
            other = "" if about is None else SURNAMES[about - 1]
            question = QUESTIONS[answer.question][language is IT].format(other=other)
            where = say(N_("Round {round}"), language, round=number)
            article = writer.write(ArticleRef(answer.article))
            small = f" <sub>{article}</sub>" if article else ""
            parts.append(f"**{answer.player} {name}, {where}: {question}**\n")
            parts.append(f"{writer.answer(answer)}{small}\n")
    return "\n".join(parts)


def pages() -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of every page."""
    yield FOLDER / "answers.es.md", spanish_answers()
    for language in COMPLETE_LANGUAGES:
        for key in ("dutch-2017", "dubov-2018", "dutch-2011", *MATCHES):
            yield FOLDER / f"{key}.{language.value}.md", worked(key, language)
        yield FOLDER / f"questions.{language.value}.md", questions(language)
        yield FOLDER / f"answers.{language.value}.md", answers(language)


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in pages():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
