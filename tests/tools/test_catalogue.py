"""The catalogue agrees with the code, and every kind of disagreement is noticed."""

import gettext
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.words import Language
from crivello.words.po import (
    Key,
    PoError,
    Translation,
    compile_mo,
    compile_po,
    read_po,
    write_po,
)
from tools import catalogue

CODE = """
from crivello.words import N_, say

HELLO = N_("Good morning, {name}.")
BYES = N_("one bye", "{count} byes")

MET = N_("{who:You have|{} has} met {all}{holder:| but {}, with {score}}.")

def greet(lang):
    return say("It is {time}.", lang, time="late") + say(HELLO, lang, name="Ann")
"""

ITALIAN = {
    "Good morning, {name}.": ("Buongiorno, {name}.",),
    "one bye": ("un bye", "{count} bye"),
    "It is {time}.": ("È {time}.",),
    "{who:You have|{} has} met {all}{holder:| but {}, with {score}}.": (
        "{who:Hai|{} ha} incontrato {all}{holder:| tranne {}, con {score}}{who:, tu|}.",
    ),
}
MET = next(one for one in ITALIAN if one.startswith("{who"))


class SourceTree:
    """A small source tree with its catalogue, which agree until a test changes one of them."""

    def __init__(self, folder: Path) -> None:
        self.source = folder / "src"
        self.locale = folder / "locale"
        self.po = self.locale / "it" / "LC_MESSAGES" / "crivello.po"
        self.source.mkdir()
        self.write(CODE)
        self.update()
        self.translate(lambda entries: {k: Translation(ITALIAN[k[0]]) for k in entries})
        self.update()

    def write(self, code: str) -> None:
        (self.source / "greetings.py").write_text(code, encoding="utf-8")

    def update(self) -> None:
        catalogue.update(self.source, self.locale)

    def translate(self, change: Callable[[dict[Key, Translation]], dict[Key, Translation]]) -> None:
        entries = change(read_po(self.po.read_text(encoding="utf-8")))
        self.po.write_text(write_po(catalogue.HEADER, entries), encoding="utf-8")

    def problems(self) -> list[str]:
        return catalogue.problems(catalogue.collect(self.source), self.locale)


@pytest.fixture
def tree(tmp_path: Path) -> SourceTree:
    return SourceTree(tmp_path)


def test_the_catalogue_of_this_repository_is_in_step() -> None:
    assert catalogue.problems(catalogue.collect_here(), catalogue.LOCALE) == []


def test_the_catalogue_files_are_as_the_tool_writes_them() -> None:
    places = catalogue.collect_here().sentences
    for language in catalogue.translations():
        po = catalogue.LOCALE / language.value / "LC_MESSAGES" / "crivello.po"
        text = po.read_text(encoding="utf-8")
        entries = {
            key: replace(entry, places=tuple(sorted(places[key])))
            for key, entry in read_po(text).items()
        }
        assert write_po(catalogue.header_of(language, po), entries) == text


def test_what_the_tool_writes_is_in_step_and_stays(tree: SourceTree) -> None:
    before = tree.po.read_bytes()
    assert tree.problems() == []
    tree.update()
    assert tree.po.read_bytes() == before


def test_a_new_sentence_is_missing_then_untranslated(tree: SourceTree) -> None:
    tree.write(CODE + 'NEW = N_("Something new.")\n')
    assert tree.problems() == ["it: 'Something new.' is missing"]
    tree.update()
    assert tree.problems() == ["it: 'Something new.' is not translated"]


def test_an_unused_sentence_is_noticed_and_dropped(
    tree: SourceTree, capsys: pytest.CaptureFixture[str]
) -> None:
    tree.write(CODE.replace('N_("Good morning, {name}.")', "None"))
    assert tree.problems() == ["it: 'Good morning, {name}.' is not used"]
    tree.update()
    assert tree.problems() == []
    assert "Buongiorno, {name}." in capsys.readouterr().out


def test_a_changed_sentence_keeps_its_translation_until_it_is_confirmed(
    tree: SourceTree, capsys: pytest.CaptureFixture[str]
) -> None:
    tree.write(CODE.replace("Good morning, {name}.", "A good morning, {name}!"))
    tree.update()
    assert tree.problems() == ["it: 'A good morning, {name}!' is marked fuzzy"]
    assert capsys.readouterr().out == ""
    text = tree.po.read_text(encoding="utf-8")
    assert '#, fuzzy\n#| msgid "Good morning, {name}."\nmsgid "A good morning, {name}!"' in text
    changed = read_po(text)["A good morning, {name}!", None]
    assert (changed.forms, changed.fuzzy) == (("Buongiorno, {name}.",), True)
    compiled = gettext.GNUTranslations(BytesIO(compile_mo(catalogue.HEADER, read_po(text))))
    assert compiled.gettext("A good morning, {name}!") == "A good morning, {name}!"
    tree.po.write_text(text.replace("#, fuzzy\n", ""), encoding="utf-8")
    tree.update()
    assert tree.problems() == []
    assert "#|" not in tree.po.read_text(encoding="utf-8")


def test_a_sentence_changed_twice_keeps_the_first_translation(tree: SourceTree) -> None:
    for now in ("Good day, {name}.", "Good day to you, {name}."):
        tree.write(CODE.replace("Good morning, {name}.", now))
        tree.update()
    changed = read_po(tree.po.read_text(encoding="utf-8"))["Good day to you, {name}.", None]
    assert changed == Translation(
        ("Buongiorno, {name}.",),
        places=("greetings.py",),
        fuzzy=True,
        previous="Good morning, {name}.",
    )


def test_a_sentence_that_gets_a_plural_keeps_its_translation_for_each_form(
    tree: SourceTree,
) -> None:
    said = 'say("It is {time}.", lang, time="late")'
    tree.write(CODE.replace(said, '""') + 'NOW = N_("It is {time}!", "It is {time}!!")\n')
    tree.update()
    changed = read_po(tree.po.read_text(encoding="utf-8"))["It is {time}!", "It is {time}!!"]
    assert (changed.forms, changed.fuzzy) == (("È {time}.",) * 2, True)


def test_each_changed_sentence_gets_the_most_similar_translation() -> None:
    old: dict[Key, Translation] = {
        ("The table of {name} is free.", None): Translation(("a",)),
        ("The table of {name} is taken.", None): Translation(("b",)),
        ("Something else.", None): Translation(("c",)),
        ("Known.", None): Translation(("d",)),
        ("There is a reason.", None): Translation(("e",)),
    }
    sentences: list[Key] = [
        ("The table of {name} is not taken.", None),
        ("The table of {name} is not free.", None),
        ("Nothing alike at all", None),
        ("Known to all who have ever been here before.", None),
        ("There is a reason, which nobody who has not seen it would have guessed.", None),
    ]
    found = catalogue.changed_sentences(dict.fromkeys(sentences, ("x.py",)), old)
    assert {new[0]: old[gone].forms for new, gone in found.items()} == {
        "The table of {name} is not taken.": ("b",),
        "The table of {name} is not free.": ("a",),
        "There is a reason, which nobody who has not seen it would have guessed.": ("e",),
    }


# Drafts


class Draft(SourceTree):
    """A source tree with the catalogue of a draft besides the Italian one."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.po = self.locale / Language.ES.value / "LC_MESSAGES" / "crivello.po"

    def keep(self, plurals: str, *entries: tuple[Key, Translation]) -> None:
        header = catalogue.header_of(Language.ES, self.po) | {catalogue.PLURALS: plurals}
        self.po.write_text(write_po(header, dict(entries)), encoding="utf-8")


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    return Draft(tmp_path)


TWO = "nplurals=2; plural=(n != 1);"
POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
GREETING = (("Good morning, {name}.", None), Translation(("Buenos días, {name}.",)))
BYE = ("one bye", "{count} byes")


def test_a_draft_may_lack_sentences_and_gets_them_when_asked_for(draft: Draft) -> None:
    draft.keep(TWO, GREETING)
    assert draft.problems() == []
    before = draft.po.read_text(encoding="utf-8")
    draft.update()
    assert draft.problems() == []
    assert draft.po.read_text(encoding="utf-8") == before.replace(
        'msgid "Good', '#: greetings.py\nmsgid "Good'
    )
    catalogue.update(draft.source, draft.locale, whole=["es"])
    assert len(read_po(draft.po.read_text(encoding="utf-8"))) == len(ITALIAN)
    assert draft.problems() == []


def test_a_draft_has_its_own_plural_rule(draft: Draft) -> None:
    forms = ("jeden", "{count} dwa", "{count} wiele")
    draft.keep(POLISH, GREETING, (BYE, Translation(forms)))
    draft.update()
    assert draft.problems() == []
    said = gettext.GNUTranslations(BytesIO(compile_po(str(draft.po))))
    assert [said.ngettext(*BYE, count) for count in (1, 2, 5, 22)] == [*forms, forms[1]]
    draft.keep(POLISH, (BYE, Translation(forms[:2])))
    (found,) = draft.problems()
    assert "wants 3 translated form(s)" in found


@pytest.mark.parametrize(
    "rule",
    [
        "two forms",
        "nplurals=2; plural=__import__('os').abort();",
        "nplurals=2; plural=(n ** n);",
        "nplurals=2; plural=(n % 3);",
        "nplurals=4; plural=(n != 1);",
        "nplurals=2; plural=(1 / n);",
    ],
)
def test_a_wrong_plural_rule_is_noticed(draft: Draft, rule: str) -> None:
    draft.keep(rule, GREETING)
    (found,) = draft.problems()
    assert found.startswith("es: crivello.po: Plural-Forms")


def test_what_a_draft_translates_must_be_right(draft: Draft) -> None:
    draft.keep(TWO, (GREETING[0], Translation(("Buenos días.",))))
    (found,) = draft.problems()
    assert "has the fields ['name']" in found


def test_a_draft_may_have_translations_to_confirm(draft: Draft) -> None:
    draft.keep(TWO, GREETING)
    draft.write(CODE.replace("Good morning, {name}.", "A good morning, {name}!"))
    draft.update()
    (entry,) = read_po(draft.po.read_text(encoding="utf-8")).values()
    assert (entry.forms, entry.fuzzy) == (GREETING[1].forms, True)
    assert [one for one in draft.problems() if one.startswith("es")] == []


def test_a_missing_file_is_noticed(tree: SourceTree) -> None:
    tree.po.unlink()
    assert tree.problems() == ["crivello.po is missing for it"]


@pytest.mark.parametrize(
    ("sentence", "forms", "problem"),
    [
        ("It is {time}.", ("È {ora}.",), "has the fields ['time'], its translation 'È {ora}.'"),
        ("It is {time}.", ("È tardi.",), "its translation 'È tardi.' has []"),
        ("It is {time}.", ("È {time.",), "expected '}'"),
        ("It is {time}.", ("È {time:>9}.",), "plain name in braces"),
        ("one bye", ("un bye",), "wants 2 translated form(s)"),
        ("one bye", ("un bye", ""), "wants 2 translated form(s)"),
        ("one bye", ("un bye", "{numero} bye"), "has ['numero']"),
        ("one bye", ("un bye", "tanti bye"), "has []"),
        (
            MET,
            ("{who} {all}{holder:| tranne {}, con {score}}.",),
            "differ in the fields that agree",
        ),
        (MET, ("{who:Hai|{} ha|{} hanno} {all}{holder:| {score}}.",), "differ in the fields that"),
        (MET, ("{who:Hai|Ha} {all}{holder:| tranne {}, con {score}}.",), "differ in the fields"),
        (MET, ("{who:Hai|{} ha} {all}{holder: {score}| tranne {}}.",), "differ in the fields that"),
        (MET, ("{who:Hai|{} ha} {all}{holder:| tranne {}} {score}.",), "differ in the fields that"),
        (MET, ("{who:Hai} {all}{holder:| tranne {}, con {score}}.",), "or agrees, {name:one|"),
        (MET, ("{who:Hai|{} ha} {all}{holder:| {x:a|b}, con {score}}.",), "unmatched '{'"),
    ],
)
def test_a_wrong_translation_is_noticed(
    tree: SourceTree, sentence: str, forms: tuple[str, ...], problem: str
) -> None:
    tree.translate(
        lambda entries: {
            k: Translation(forms) if k[0] == sentence else e for k, e in entries.items()
        }
    )
    (found,) = tree.problems()
    assert problem in found


def test_a_fuzzy_translation_is_noticed(tree: SourceTree) -> None:
    tree.translate(
        lambda entries: {k: Translation(e.forms, fuzzy=True) for k, e in entries.items()}
    )
    assert len(tree.problems()) == len(ITALIAN)
    assert all("marked fuzzy" in problem for problem in tree.problems())


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("x = N_(name)", "N_ takes a sentence written there as a literal"),
        ('x = N_(f"Round {n}")', "N_ takes a sentence written there as a literal"),
        ("x = N_()", "N_ takes a sentence written there as a literal"),
        ('say(f"Round {n}", lang)', "say takes a sentence written there as a literal"),
        ('say(("one", "two"), lang, count=2)', "say takes a sentence written there as a literal"),
        ('x = N_("It is {time!s}.")', "a field is a plain name"),
        ('x = N_("It is {a.b}.")', "a field is a plain name"),
        ('x = N_("It is {}.")', "a field is a plain name"),
        ('x = N_("It is {time.")', "expected '}'"),
        ('x = N_("{who:You|{} has {time.}")', "unmatched '{'"),
        ('x = N_("It is {time:late}.")', "or agrees, {name:one|another}"),
        ('x = N_("{n:one|two} {kind:a|b}", "{n:one|two} {kind}")', "differ in their fields"),
        ('x = N_(" ")', "an empty sentence"),
        ('x = N_("one {kind}", "{count} byes")', "differ in their fields"),
        ('x = N_("one bye")', "with and without a plural form"),
        ('print("No such player")', "not marked with N_"),
        ('print(f"No player {n}")', "not marked with N_"),
        ('parser.error("No such file")', "not marked with N_"),
        ('parser.add_argument("--x", help="the file to read")', "not marked with N_"),
    ],
)
def test_a_sentence_written_wrongly_is_noticed(tree: SourceTree, line: str, problem: str) -> None:
    tree.write(CODE + line + "\n")
    assert any(problem in found for found in tree.problems())


@pytest.mark.parametrize("line", ["print(text)", 'print("-" * 20)', 'print("", file=err)'])
def test_printing_what_was_said_is_fine(tree: SourceTree, line: str) -> None:
    tree.write(CODE + line + "\n")
    assert tree.problems() == []


@pytest.mark.parametrize(
    "text",
    [
        "<<<<<<< ours",
        'msgid "a" "b"',
        'msgid "a\nmsgstr "b"',
        'msgid "\\x"\nmsgstr "b"',
        'msgstr "b"',
        '"b"',
        'msgid "a"\nmsgstr "b"\nmsgid "c"\nmsgstr "d"',
        'msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"',
    ],
)
def test_a_broken_po_file_is_refused(tree: SourceTree, text: str) -> None:
    with pytest.raises(PoError, match=r"^line [134]"):
        read_po(text)
    tree.po.write_text(text, encoding="utf-8")
    (problem,) = tree.problems()
    assert problem.startswith("it: crivello.po: line")


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), min_size=1)


@given(
    st.dictionaries(
        TEXTS, st.tuples(st.none(), st.tuples(TEXTS)) | st.tuples(TEXTS, st.tuples(TEXTS, TEXTS))
    )
)
def test_writing_then_reading_gives_the_same(
    pairs: dict[str, tuple[str | None, tuple[str, ...]]],
) -> None:
    entries = {(one, many): Translation(forms) for one, (many, forms) in pairs.items()}
    assert read_po(write_po(catalogue.HEADER, entries)) == entries
    compiled = gettext.GNUTranslations(BytesIO(compile_mo(catalogue.HEADER, entries)))
    for (one, many), entry in entries.items():
        if many is None:
            assert compiled.gettext(one) == entry.forms[0]
        else:
            assert compiled.ngettext(one, many, 1) == entry.forms[0]
            assert compiled.ngettext(one, many, 2) == entry.forms[1]


def test_a_note_of_the_translator_is_kept(tree: SourceTree) -> None:
    text = tree.po.read_text(encoding="utf-8")
    tree.po.write_text(text.replace("#: greetings.py", "# A note.\n#: greetings.py"), "utf-8")
    tree.update()
    assert tree.po.read_text(encoding="utf-8").count("# A note.") == len(ITALIAN)
