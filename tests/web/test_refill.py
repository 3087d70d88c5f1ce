"""Filling in a form again on a finished page."""

from __future__ import annotations

from crivello.web.refill import SentForm, refill

PAGE = """<p>a &amp; b</p><input name="q" autofocus>
<details class="panel"><summary>Add</summary>
<form method="post" action="/t/a%20b/add?csrf=x"><input type="hidden" name="by" value="1">
<input name="name" value="old" aria-describedby="hint"><input name="name" value="second">
<input type="checkbox" name="tick" value="1" checked><input type="checkbox" name="tick" value="2">
<select name="kind"><option value="a" selected>A</option><option value="b">B</option></select>
<textarea name="text">before</textarea><input type="password" name="secret">
<input type="file" name="file"><button formaction="/other">Other</button></form></details>
<form method="post" action="/twice"><input type="hidden" name="n" value="1"><input name="v"></form>
<form method="post" action="/twice"><input type="hidden" name="n" value="2"><input name="v"></form>
"""


def again(path: str, *values: tuple[str, str], **marks: str) -> str:
    return refill(PAGE, SentForm(path, values), marks, "Again.")


def test_every_kind_of_field_comes_back() -> None:
    page = again(
        "/t/a b/add",
        ("name", '"<b>'),
        ("name", "two"),
        ("tick", "2"),
        ("kind", "b"),
        ("text", "</textarea>"),
        ("secret", "123"),
    )
    assert '<details class="panel" open="">' in page
    assert 'value="&quot;&lt;b&gt;"' in page
    assert '<input name="name" value="two">' in page
    assert '<input type="checkbox" name="tick" value="1"><' in page
    assert '<input type="checkbox" name="tick" value="2" checked="">' in page
    assert '<option value="a">' in page
    assert '<option value="b" selected="">' in page
    assert "&lt;/textarea&gt;</textarea>" in page
    assert "123" not in page
    assert '<input type="file" name="file"><span class="hint">Again.</span>' in page
    assert page.startswith("<p>a &amp; b</p>")  # nothing else is touched


def test_the_field_in_question_is_marked_and_gets_the_cursor() -> None:
    page = again("/t/a b/add", ("text", "x"), text="<wrong>")
    assert page.count("autofocus") == 1
    assert '<textarea name="text" autofocus="" aria-invalid="true" aria-describedby="wr' in page
    assert '</textarea><span class="wrong" id="wrong-text">&lt;wrong&gt;</span>' in page
    assert 'aria-describedby="wrong-name hint"' in again("/t/a b/add", name="No.")


def test_without_a_field_the_cursor_is_in_the_first_one() -> None:
    page = again("/t/a b/add", ("name", "x"), nothing="A rule of the desk.")
    assert page.count("autofocus") == 1
    assert '<input name="name" value="x" aria-describedby="hint" autofocus="">' in page


def test_the_form_is_found_by_its_buttons_and_hidden_fields_too() -> None:
    assert '<input name="name" value="x"' in again("/other", ("name", "x"))
    page = again("/twice", ("n", "2"), ("v", "x"))
    assert page.index('value="2"') < page.index('value="x"')


def test_a_page_without_the_form_stays_as_it_is() -> None:
    assert again("/elsewhere", ("name", "x"), name="No.") == PAGE
