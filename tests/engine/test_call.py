"""The arguments of a call: what is requested, and which program's convention is meant."""

import pytest

from crivello.engine.call import Call, CallError, EngineAction, read_call


def read(words: str, **environment: str) -> Call:
    return read_call(words.split(), environment)


@pytest.mark.parametrize(
    ("words", "like"),
    [
        ("in.trf -p", "javafo"),
        ("-g 5 -o out", "javafo"),
        ("--dutch in.trf -p", "bbp"),
        ("--fast in.trf -p", "bbp"),
        ("--system dutch-2017 in.trf -p", "bbp"),
        ("-g -o out -s 5", "bbp"),
        ("--like javafo --dutch in.trf -p", "javafo"),
        ("--like=bbp in.trf -p", "bbp"),
    ],
)
def test_the_words_tell_which_program_is_meant(words: str, like: str) -> None:
    assert read(words).like == like


def test_the_environment_tells_it_where_the_words_do_not() -> None:
    assert read("in.trf -p", CRIVELLO_LIKE="bbp").like == "bbp"
    assert read("--like javafo in.trf -p", CRIVELLO_LIKE="bbp").like == "javafo"
    assert read("in.trf -p", CRIVELLO_LIKE="another").like == "javafo"


@pytest.mark.parametrize(
    "words",
    [
        "in.trf -p out -l list -q 10 -w -r",
        "-r -q 10 in.trf -w -l list -p out",
        "-w -q -p out -l list -r in.trf",
        "-l list -p out -r in.trf",
    ],
)
def test_options_come_in_any_order(words: str) -> None:
    expected = Call(EngineAction.PAIR, "javafo", "in.trf", out="out", list="list", version=True)
    assert read(words) == expected


def test_a_check_takes_a_number_and_leaves_other_words() -> None:
    assert read("in.trf -c 4").round == 4
    assert read("-c in.trf") == Call(EngineAction.CHECK, "javafo", "in.trf")


def test_a_number_after_g_is_a_seed_and_another_word_a_configuration() -> None:
    assert read("-g 18980522 -o out").seed == 18980522
    assert read("-g rtg.cfg -b -o out").config == "rtg.cfg"
    assert read("--dutch -g rtg.cfg -o out -s 7").seed == 7
    assert read("model.trf -g -o out").file == "model.trf"


@pytest.mark.parametrize(
    "words", ["in.trf", "in.trf -p -c", "a b -p", "-p", "in.trf -p -p", "-g", "--dutch in.trf -r"]
)
def test_what_does_not_fit_together_is_refused(words: str) -> None:
    with pytest.raises(CallError):
        read(words)
