"""Every action of the desk as JSON: `{"action": "Pair", "section": "A"}`."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, cast

from pydantic import Field, create_model

from crivello.desk import actions, limits
from crivello.desk.actions import Action
from crivello.desk.player_data import NO_NAME
from crivello.formats.codec import hints
from crivello.model.errors import Malformed
from crivello.model.player import Player
from crivello.web.api.shapes import NO_SOURCE, Given, fields, read

KINDS: dict[str, type[Action]] = {
    name: getattr(actions, name)
    for name in actions.__all__
    if dataclasses.is_dataclass(kind := getattr(actions, name)) and hasattr(kind, "decide")
}
"""By name: all there are."""


Reason = Annotated[str, Field(max_length=limits.REASON)]


class Asked(Given):
    """What all actions have in common."""

    reason: Reason = ""
    """Stands in the log; some actions are refused without one."""

    def said(self) -> Action:
        """The action itself."""
        given = self.model_dump(mode="json", exclude_unset=True)
        kind: Any = KINDS[given.pop("action")]
        given.pop("reason", None)
        types = hints(kind)
        values = {name: read(types[name], value) for name, value in given.items()}
        for value in values.values():
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, Player) and not one.name.strip():
                    raise Malformed(NO_NAME)
        return cast(Action, kind(**values))


def _request(name: str, kind: type[Action]) -> type[Asked]:
    own = fields(kind)
    tag = {"action": (Literal[name], Field())}
    about = kind.__doc__ or ""
    return create_model(
        f"{name}Action",
        __base__=Asked,
        __doc__="" if about.startswith(f"{name}(") else about,
        __cls_kwargs__=NO_SOURCE,
        **cast(Any, tag | own),
    )


REQUESTS = {name: _request(name, kind) for name, kind in KINDS.items()}

if TYPE_CHECKING:
    AnyAction = Asked
else:
    AnyAction = Annotated[Union[tuple(REQUESTS.values())], Field(discriminator="action")]  # noqa: UP007
    """One of all actions, told apart by their names."""
