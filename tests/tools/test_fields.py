"""The reference of settings and fields is generated from their tables."""

from tools.fields import made


def test_the_reference_is_made_from_the_tables() -> None:
    for path, text in made():
        assert path.read_text(encoding="utf-8") == text, f"{path}: make generate WHAT=fields"
