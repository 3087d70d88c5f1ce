"""Uploads to chess-results.com: a real server with TLS, with every fault at every step."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import refusals as r
from crivello.desk.events import KeyStep
from crivello.model.errors import Malformed, Remedy, RemedyKind, Unsupported
from crivello.reports.chess_results.account import (
    Account,
    AccountMissing,
    account_path,
    read_account,
)
from crivello.reports.chess_results.comparing import compare, read_chess_results
from crivello.reports.chess_results.protocol import (
    NotReached,
    SiteError,
    SiteRefusal,
    UploadClient,
    WrongCertificate,
    in_braces,
)
from crivello.reports.chess_results.publishing import KeyNotStored, publish_online
from crivello.web.network.certificate import certificate
from tests.cli.calling import call
from tests.desk.desks import A, enter, fresh, people, publish
from tests.desk.matches import team
from tests.support.results_site import FIRST_KEY, IV, KEY, Fault, ResultsSite, results_site

QUICK = (0.01, 0.01)
LOST = (Fault.CUT_AFTER, Fault.HALF, Fault.SERVER_ERROR, Fault.ELSEWHERE, Fault.NONSENSE)
SLOW = (Fault.SILENT, Fault.DRIP)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ResultsSite]:
    with results_site(tmp_path / "site") as one:
        monkeypatch.setenv("SSL_CERT_FILE", one.authority)
        yield one


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with fresh(tmp_path) as one:
        named = replace(one.section(A).settings, name="Open {of} 横浜 & Co", federation="JPN")
        one.act(a.ChangeSettings(A, named, one.section(A).announced))
        publish(one)
        yield one


def quick(site: ResultsSite, seconds: float = 20.0) -> UploadClient:
    return UploadClient(site.account, seconds, QUICK)


def test_the_first_upload_asks_for_a_key_and_the_next_ones_use_it(
    desk: Desk, site: ResultsSite
) -> None:
    found = publish_online(desk, A, quick(site))
    assert site.tournaments == {FIRST_KEY: "Open (of) 横浜 & Co"}
    assert found.page == f"https://chess-results.com/tnr{FIRST_KEY}.aspx"
    assert site.calls == ["GETSID", "GETKEY", "GETSID", "UPLOAD"]
    enter(desk)
    desk.act(a.PublishResults(A))
    publish_online(desk, A, quick(site))
    assert site.calls[4:] == ["GETSID", "UPLOAD"]
    assert [key for key, _ in site.uploads] == [FIRST_KEY, FIRST_KEY]
    assert compare(site.uploads[1][1], desk.tournament(A)) == []


def test_what_is_not_published_is_not_sent(desk: Desk, site: ResultsSite) -> None:
    enter(desk)
    publish_online(desk, A, quick(site))
    assert 'reswhite="1' not in site.uploads[-1][1]
    desk.act(a.PublishResults(A))
    desk.act(a.Pair(A))
    publish_online(desk, A, quick(site))
    assert site.uploads[-1][1].count('reswhite="1') == 4
    assert '<playerpairing round="2"' not in site.uploads[-1][1]


def test_before_the_first_publication_nothing_is_sent(tmp_path: Path, site: ResultsSite) -> None:
    with fresh(tmp_path) as desk, pytest.raises(Unsupported, match="Nothing is published yet"):
        publish_online(desk, A, quick(site))
    assert site.calls == []


def test_without_a_federation_no_key_is_asked_for(tmp_path: Path, site: ResultsSite) -> None:
    with fresh(tmp_path) as desk:
        publish(desk)
        with pytest.raises(Unsupported, match="needs the federation") as refused:
            publish_online(desk, A, quick(site))
        assert refused.value.remedy == Remedy(RemedyKind.CHANGE_SETTING, "federation")
    assert site.calls == []


def test_what_the_site_has_no_form_for_is_refused_before_a_key_is_asked_for(
    tmp_path: Path, site: ResultsSite
) -> None:
    with fresh(tmp_path, 6, system="doubleswiss-2026") as desk:
        publish(desk)
        with pytest.raises(Unsupported, match="matches of two games"):
            publish_online(desk, A, quick(site))
    assert site.calls == []


@pytest.mark.parametrize(("system", "kind"), [("roundrobin", "1"), ("team", "3")])
def test_the_other_kinds_of_event(
    tmp_path: Path, site: ResultsSite, system: str, kind: str
) -> None:
    with fresh(tmp_path, 0) as desk:
        first = desk.section(A).settings
        desk.act(a.OpenSection("B", replace(first, system=system, rounds=3, federation="ITA")))
        if kind == "1":
            desk.act(a.Register("B", tuple(replace(one, id=0) for one in people(4))))
            desk.act(a.PublishSchedule("B", "lot", "7"))
        else:
            desk.act(a.RegisterTeams("B", tuple(team(n) for n in range(1, 5))))
            desk.act(a.DrawColour("B"))
            desk.act(a.Pair("B"))
            desk.act(a.Publish("B"))
        publish_online(desk, "B", quick(site))
        assert f'type="{kind}"' in site.uploads[0][1]
        rows = read_chess_results(site.uploads[0][1])["playerpairings"]
        event = desk.tournament("B")
        assert len(rows) == sum(
            len(event.round(n + 1).games) for n in range(event.paired_rounds)
        ) * (1 if kind == "1" else 3)
        if kind == "3":
            assert compare(site.uploads[0][1], event) == []


# Faults


@pytest.mark.parametrize("fault", [Fault.CUT_BEFORE, *LOST])
@pytest.mark.parametrize("step", ["getsid", "upload"])
def test_a_session_and_an_upload_are_tried_again(
    desk: Desk, site: ResultsSite, step: str, fault: Fault
) -> None:
    again: list[Fault | None] = [fault, fault]
    site.fail(**{step: again})
    publish_online(desk, A, quick(site))
    assert len(site.tournaments) == 1
    assert site.calls.count("GETKEY") == 1
    assert {key for key, _ in site.uploads} == {FIRST_KEY}


@pytest.mark.parametrize("fault", [Fault.CUT_BEFORE, *LOST])
def test_the_key_is_kept_when_the_upload_fails(desk: Desk, site: ResultsSite, fault: Fault) -> None:
    site.fail(upload=[fault] * 3)
    with pytest.raises(SiteError):
        publish_online(desk, A, quick(site))
    with Desk.open(desk.path) as another:
        assert another.section(A).online_key == FIRST_KEY
        publish_online(another, A, quick(site))
    assert len(site.tournaments) == 1
    assert site.calls.count("GETKEY") == 1


@pytest.mark.parametrize("fault", [Fault.CUT_BEFORE, *LOST])
def test_after_a_lost_key_the_site_is_not_asked_again(
    desk: Desk, site: ResultsSite, fault: Fault
) -> None:
    site.fail(getkey=fault)
    with pytest.raises(SiteError):
        publish_online(desk, A, quick(site))
    with Desk.open(desk.path) as another, pytest.raises(r.OnlineKeyUnsure, match="was lost"):
        publish_online(another, A, quick(site))
    assert site.calls.count("GETKEY") == 1
    assert site.uploads == []


@pytest.mark.parametrize("fault", SLOW)
def test_a_site_that_is_slow_is_given_up(desk: Desk, site: ResultsSite, fault: Fault) -> None:
    site.fail(getkey=fault)
    with pytest.raises(SiteError, match=r"did not answer within 0\.5 seconds"):
        publish_online(desk, A, quick(site, 0.5))
    assert desk.section(A).online_key_asked
    desk.act(a.RecordOnlineKey(A, KeyStep.TYPED, FIRST_KEY))
    site.fail(upload=[fault, None])
    publish_online(desk, A, quick(site, 1.0))
    assert (len(site.tournaments), site.calls.count("GETKEY")) == (1, 1)


def test_a_lost_key_is_typed(desk: Desk, site: ResultsSite) -> None:
    site.fail(getkey=Fault.CUT_AFTER)
    with pytest.raises(SiteError, match="lost before the answer came"):
        publish_online(desk, A, quick(site))
    desk.act(a.RecordOnlineKey(A, KeyStep.TYPED, FIRST_KEY))
    publish_online(desk, A, quick(site))
    assert [key for key, _ in site.uploads] == [FIRST_KEY]
    assert len(site.tournaments) == 1


def test_a_lost_key_is_asked_for_again_on_purpose(desk: Desk, site: ResultsSite) -> None:
    site.fail(getkey=Fault.CUT_BEFORE)
    with pytest.raises(SiteError):
        publish_online(desk, A, quick(site))
    publish_online(desk, A, quick(site), again=True)
    assert list(site.tournaments) == [FIRST_KEY]


def test_a_refusal_gives_no_key_and_the_site_may_be_asked_again(
    desk: Desk, site: ResultsSite
) -> None:
    site.fail(getkey=Fault.REFUSED)
    with pytest.raises(SiteRefusal, match=r'no upload for "you".*& others') as refused:
        publish_online(desk, A, quick(site))
    assert "\x1b" not in str(refused.value)
    publish_online(desk, A, quick(site))
    assert list(site.tournaments) == [FIRST_KEY]


@pytest.mark.parametrize("step", ["getsid", "upload"])
def test_a_refusal_is_not_tried_again(desk: Desk, site: ResultsSite, step: str) -> None:
    site.fail(**{step: Fault.REFUSED})
    with pytest.raises(SiteRefusal):
        publish_online(desk, A, quick(site))
    assert site.calls.count(step.upper()) == 1


def test_without_a_connection_no_key_is_missing(desk: Desk, site: ResultsSite) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    nowhere = replace(site.account, address=f"https://127.0.0.1:{port}/")
    with pytest.raises(NotReached, match=r"cannot be reached: .*refused"):
        publish_online(desk, A, UploadClient(nowhere, 5.0, QUICK))
    assert desk.section(A).online_key_asked == ""
    publish_online(desk, A, quick(site))


def test_a_wrong_certificate_gets_nothing(
    desk: Desk, site: ResultsSite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    certificate(tmp_path / "other", ["127.0.0.1"])
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "other" / "authority.pem"))
    with pytest.raises(WrongCertificate, match=r"cannot prove that it is 127\.0\.0\.1"):
        publish_online(desk, A, quick(site))
    assert site.calls == []


def test_a_key_that_cannot_be_stored_is_named(
    desk: Desk, site: ResultsSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is moved while the site answers, so that nothing can be written."""
    ask = UploadClient.ask_key

    def lose_the_file(one: UploadClient, sid: str, federation: str, tournament: str) -> int:
        key = ask(one, sid, federation, tournament)
        desk.close()
        return key

    monkeypatch.setattr(UploadClient, "ask_key", lose_the_file)
    with pytest.raises(KeyNotStored, match=f"has given the key {FIRST_KEY}"):
        publish_online(desk, A, quick(site))


def test_an_upload_that_may_not_make_a_tournament_asks_for_no_key(
    desk: Desk, site: ResultsSite
) -> None:
    with pytest.raises(Unsupported, match="do the first upload yourself"):
        publish_online(desk, A, quick(site), only_known=True)
    assert site.calls == []


# At the desk


def test_undo_takes_neither_the_key_nor_the_question_away(desk: Desk) -> None:
    desk.act(a.RecordOnlineKey(A, KeyStep.ASKED))
    with pytest.raises(r.OnlineKeyStays):
        desk.undo(len(desk.log))
    desk.act(a.RecordOnlineKey(A, KeyStep.RECEIVED, 7))
    desk.undo()  # the publication before
    assert desk.section(A).rounds == ()
    assert desk.section(A).online_key == 7


def test_a_section_with_a_key_is_not_undone(desk: Desk) -> None:
    opened = desk.act(a.OpenSection("B", desk.section(A).settings)).sequence
    desk.act(a.RecordOnlineKey("B", KeyStep.TYPED, 7))
    with pytest.raises(r.OnlineKeyStays):
        desk.undo(opened, along=True)


# The account


def test_the_account_is_read_from_a_file_of_the_user(site: ResultsSite, tmp_path: Path) -> None:
    path = site.write_account(tmp_path / "account.toml")
    assert read_account(path) == site.account
    shown = repr(read_account(path))
    assert KEY.hex() not in shown
    assert repr(KEY) not in shown
    assert repr(IV) not in shown


def test_where_the_account_is_looked_for(tmp_path: Path) -> None:
    given = {"CRIVELLO_DATA": str(tmp_path)}
    assert account_path(None, given) == tmp_path / "chess-results.toml"
    given["CRIVELLO_CHESS_RESULTS"] = "other.toml"
    assert account_path(None, given) == Path("other.toml")
    assert account_path("named.toml", given) == Path("named.toml")


def test_an_account_that_others_can_read_is_refused(site: ResultsSite, tmp_path: Path) -> None:
    path = site.write_account(tmp_path / "account.toml")
    for mode in (0o640, 0o604, 0o622):
        path.chmod(mode)
        with pytest.raises(Malformed, match="chmod 600"):
            read_account(path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (f'"{KEY.hex()}"', '"0011"', "key is missing or wrong; expected 32 hexadecimal"),
        (f'"{IV.hex()}"', '"not hexadecimal, 32 letters long!"', "iv is missing or wrong"),
        ("source = 77", "", "source is missing or wrong; expected a whole number"),
        ("creator = 4242", "creator = true", "creator is missing or wrong"),
        ("https://", "http://", "address is missing or wrong"),
        ("source = 77", "source: 77", "is not a file with lines such as"),
    ],
)
def test_a_faulty_account_is_named_without_its_values(
    site: ResultsSite, tmp_path: Path, old: str, new: str, told: str
) -> None:
    path = site.write_account(tmp_path / "account.toml")
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(Malformed, match=told) as error:
        read_account(path)
    assert KEY.hex() not in str(error.value)
    assert new not in str(error.value) or not new


def test_no_account(tmp_path: Path) -> None:
    with pytest.raises(AccountMissing, match="which the site's owner gives out"):
        read_account(tmp_path / "nothing.toml")


def test_ids_are_encrypted_as_the_published_standard_does() -> None:
    """The first block of NIST's example for AES-128-CBC, followed by the block of padding."""
    account = Account(
        1,
        1,
        bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"),
        bytes.fromhex("000102030405060708090a0b0c0d0e0f"),
    )
    assert len(account.encrypt("140972164")) == 32
    assert len(account.encrypt("0123456789abcdef")) == 64
    assert account.encrypt("140972164") == account.encrypt("140972164").upper()


def test_braces_in_names_are_not_read_as_markup() -> None:
    assert in_braces('<a b="{x} &lt;&#10;y"/>') == '{a b="(x) &lt; y"/}'


# The command


def run(site: ResultsSite, desk: Desk, tmp_path: Path, *words: str) -> tuple[int, str, str]:
    account = site.write_account(tmp_path / "account.toml")
    answer = call(
        *("publish-online", "-t", str(desk.path), *words),
        cwd=tmp_path,
        CRIVELLO_CHESS_RESULTS=str(account),
        SSL_CERT_FILE=site.authority,
    )
    return answer.code, answer.out, answer.err


def test_the_command(desk: Desk, site: ResultsSite, tmp_path: Path) -> None:
    page = f"https://chess-results.com/tnr{FIRST_KEY}.aspx"
    code, out, err = run(site, desk, tmp_path)
    assert (code, out) == (0, f"Uploaded to chess-results.com: {page}\n"), err
    assert KEY.hex() not in out + err
    code, out, _ = run(site, desk, tmp_path, "--json")
    assert f'"page": "{page}"' in out
    assert len(site.tournaments) == 1
    data = desk.path.read_bytes()
    for secret in (KEY, IV, KEY.hex().encode(), IV.hex().encode()):
        assert secret not in data


def test_the_command_after_a_lost_answer(desk: Desk, site: ResultsSite, tmp_path: Path) -> None:
    site.fail(getkey=Fault.CUT_AFTER)
    for _ in range(2):
        code, _, err = run(site, desk, tmp_path)
        assert code == 3 if "was asked" in err else code != 0
        assert "crivello publish-online --key N" in err
        assert "crivello publish-online --ask-again" in err
    code, out, _ = run(site, desk, tmp_path, "--key", str(FIRST_KEY))
    assert (code, f"tnr{FIRST_KEY}.aspx" in out) == (0, True)
    assert run(site, desk, tmp_path)[0] == 0
    assert (len(site.tournaments), len(site.uploads)) == (1, 1)


def test_the_command_without_an_account(desk: Desk, tmp_path: Path) -> None:
    answer = call("publish-online", "-t", str(desk.path), CRIVELLO_DATA=str(tmp_path))
    assert answer.code != 0
    assert str(tmp_path / "chess-results.toml") in answer.err


def test_two_programs_ask_for_one_key(desk: Desk, site: ResultsSite) -> None:
    """The other program has opened the file before this one asks."""
    with Desk.open(desk.path) as other:
        site.fail(getkey=Fault.CUT_AFTER)
        with pytest.raises(SiteError):
            publish_online(desk, A, quick(site))
        with pytest.raises(r.OnlineKeyUnsure):
            publish_online(other, A, quick(site))
        desk.act(a.RecordOnlineKey(A, KeyStep.TYPED, FIRST_KEY))
        publish_online(other, A, quick(site))
    assert (site.calls.count("GETKEY"), len(site.tournaments)) == (1, 1)
