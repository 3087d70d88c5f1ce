"""The description of the API, the page that shows it, and browsers that act as programs."""

from __future__ import annotations

from typing import Any

import pytest

from crivello.cli import main
from crivello.web.session import Sessions, desk_folder
from tests.web.api.conftest import Program
from tests.web.conftest import Site


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
    ]


def test_every_operation_is_described(program: Program) -> None:
    document = program.get("/openapi.json")
    found = operations(document)
    assert len(found) > 30
    names = [operation["operationId"] for _, _, operation in found]
    assert len(set(names)) == len(names)
    for path, _, operation in found:
        assert path.startswith("/api/v1/")
        assert operation["summary"], path
        assert operation["security"], path
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                assert list(answer["content"]) == ["application/problem+json"], path
    assert "HTTPValidationError" not in document["components"]["schemas"]


def test_descriptions_are_those_of_the_source(program: Program) -> None:
    schemas = program.get("/openapi.json")["components"]["schemas"]
    unit = schemas["PairAction"]["properties"]["round"]
    assert unit["description"] == "Named for safety: refused if another round is in turn."
    assert schemas["PairAction"]["description"] == "Pair the next round by the rules, as a draft."
    assert schemas["DiscardAction"]["description"] == "Discard the draft."
    assert "description" not in schemas["Pace"]  # its class has no docstring
    assert [name for name, one in schemas.items() if one.get("description") == name] == []


def test_the_page_needs_nothing_from_elsewhere(site: Site) -> None:
    text = site.get("/api/v1").text
    assert "/api/v1/tournaments/{file}/actions" in text
    assert "EnterResultsAction" in text
    assert "Pair the next round by the rules" in text
    for foreign in ("https://", "//cdn", "<script>", " style=", "<style"):
        assert foreign not in text
    assert "Per i programmi" in site.get("/api/v1?lang=it").text


def test_a_browser_comes_with_cookie_and_token(site: Site) -> None:
    path = "/api/v1/tournaments/demo/sections/A/rounds/4/results/2"
    assert site.get("/api/v1/tournaments").status_code == 200
    assert site.client.put(path, json={"result": "10"}).status_code == 403
    token = {"x-csrf-token": site.csrf}
    assert site.client.put(path, json={"result": "10"}, headers=token).status_code == 200


def test_the_command_line_prints_the_key(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    keys = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        assert main(["desk", str(folder), "--api-key"]) == 0
        keys.append(capsys.readouterr().out.strip())
        assert Sessions(desk_folder(tmp_path / "crivello", folder)).is_api_key(keys[-1])
    assert keys[0] != keys[1]
