"""Base classes of the values that functions of the library return.

They are sequences, remember what they were made from, and can be shown in a language.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from crivello.model.errors import Illegal
from crivello.model.sentence import N_
from crivello.words import Language

if TYPE_CHECKING:
    import os

    import pandas
    import polars

    from crivello.standings.table import Table

NOT_OURS = N_("This works only on a value returned by `{function}`.")
NO_LANGUAGE = N_("A language is a string such as en or it, not {found}.")

T = TypeVar("T")


class Items(Generic[T]):
    """Mixin for a value that is also a sequence of its `_items`."""

    __slots__ = ()

    @property
    @abstractmethod
    def _items(self) -> tuple[T, ...]: ...

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._items[index]


class TableItems(Items[T]):
    """Mixin for a sequence of items that can be shown as a table."""

    __slots__ = ()
    _made: tuple[object, ...] | None

    @abstractmethod
    def _table(self, language: Language) -> Table: ...

    def text(self, language: str = "en", width: int = 80) -> str:
        """Return the table as text for a terminal."""
        from crivello.standings.table import as_text

        return as_text(self._table(chosen_language(language)), width)

    def to_csv(self) -> str:
        """Return the table as CSV, with numbers as decimals."""
        from crivello.standings.table import as_csv

        return as_csv([self._table(Language.EN)])

    def to_polars(self) -> polars.DataFrame:
        """Return the table as a data frame of polars (extra `polars`)."""
        from crivello.front.frames import to_polars

        return to_polars(self._table(Language.EN))

    def to_pandas(self) -> pandas.DataFrame:
        """Return the table as a data frame of pandas (extra `pandas`)."""
        from crivello.front.frames import to_pandas

        return to_pandas(self._table(Language.EN))

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the table as a Parquet file (extra `parquet`)."""
        from crivello.front.files import write_whole
        from crivello.reports.parquet import as_parquet

        write_whole(path, as_parquet([self._table(Language.EN)]))

    def __str__(self) -> str:
        return repr(self) if self._made is None else self.text()

    def _repr_html_(self) -> str | None:
        from crivello.front.html import table_html

        return None if self._made is None else table_html(self._table(Language.EN))


def source_of(made: T | None, function: str) -> T:
    """Return what a value was made from; raise an error if `function` did not make it."""
    if made is None:
        raise Illegal(NOT_OURS, function=function)
    return made


def chosen_language(text: Any) -> Language:
    """Return the language with this code; raise an error if there is none."""
    if not isinstance(text, str):
        raise Illegal(NO_LANGUAGE, found=type(text).__name__)
    return Language.parse(text)
