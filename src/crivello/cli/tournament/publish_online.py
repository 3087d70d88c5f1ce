"""`crivello publish-online`: upload what is published to chess-results.com."""

from __future__ import annotations

from crivello.cli.desk_session import DeskSession
from crivello.desk.actions import RecordOnlineKey
from crivello.desk.events import KeyStep
from crivello.desk.notices import Notice
from crivello.desk.refusals import OnlineKeyUnsure
from crivello.model.errors import CrivelloError
from crivello.reports.chess_results.account import account_path, read_account
from crivello.reports.chess_results.protocol import UploadClient
from crivello.reports.chess_results.publishing import page_of, publish_online
from crivello.words import N_, Sentence

UPLOADED = N_("Uploaded to chess-results.com: {page}")
ENTERED = N_("The key {key} is stored; the tournament's page is {page}")
NEXT = N_("Look for the tournament on the site. If it is there: {enter}; if it is not: {again}.")


def run(here: DeskSession) -> int:
    here.arguments.refuse_together("--key", "--ask-again")
    key = here.arguments.number("--key")
    if key is not None:
        here.act(RecordOnlineKey(here.key, KeyStep.TYPED, key))
        return here.answer(
            here.console.say(ENTERED, key=str(key), page=page_of(key)), {"page": page_of(key)}
        )
    account = read_account(account_path(here.arguments.get("--account")))
    try:
        found = publish_online(
            here.desk, here.key, UploadClient(account), again="--ask-again" in here.arguments
        )
    except CrivelloError as error:
        if isinstance(error, OnlineKeyUnsure) or here.section.online_key_asked:
            enter = here.command("crivello publish-online --key N")
            again = here.command("crivello publish-online --ask-again")
            here.console.remark(here.console.say(NEXT, enter=enter, again=again))
        raise
    here.remark(Notice(loss.sentence) for loss in found.losses)
    return here.answer(here.console.say(Sentence(UPLOADED, page=found.page)), {"page": found.page})
