"""The fields of a player: one table that files, forms, lists, prizes, pages and prints use.

A field is an attribute of `Player`, or one of the player's tags. Forms and lists show fields in the
order of the table. `docs/guides/add-a-player-field.md` shows how to add one.
"""

from __future__ import annotations

from enum import Enum

from crivello.model.sentence import N_, Template
from crivello.standard.classes import frozen
from crivello.standard.typing_names import TYPE_CHECKING

if TYPE_CHECKING:
    from crivello.model.player import Player


class FieldKind(Enum):
    """The kind of value that a field has; each format has a reader for each kind."""

    TEXT = "text"
    TITLE = "title"
    RATING = "rating"
    FACTOR = "factor"
    """The K of a rating calculation."""
    FIDE_ID = "FIDE id"
    BIRTH = "date of birth"
    SEX = "sex"
    FEDERATION = "federation"


class TableUse(Enum):
    """When a table of players has a column for a field."""

    ALWAYS = "always"
    IF_ANY = "if any player has it"
    IMPORT = "only in tables that are imported, and in rating lists"


@frozen
class PlayerField:
    """One field of a player: its key, kind, names and uses."""

    key: str
    """The column in CSV, the word in KEY=VALUE, the name in a form, and the attribute or tag."""
    kind: FieldKind
    name: Template
    """The field within a sentence."""
    label: Template
    """The field in a form."""
    headings: str = ""
    """The headings it is recognised by, without blanks, accents and capitals."""
    hint: Template = ""
    heading: Template = ""
    """At the head of a narrow column, if the label is too long there."""
    use: TableUse = TableUse.IF_ANY
    tag: bool = False
    """The field is kept among the tags of a player."""
    grouping: bool = False
    """Players with the same value are a group: for prizes, and to be kept apart."""
    shown: bool = False
    """The value is shown beside the name: on the page Players, on cards and name cards."""

    @property
    def typed(self) -> bool:
        """True if a person types the value for a player, in a form or as KEY=VALUE."""
        return self.use is not TableUse.IMPORT

    def text(self, player: Player) -> str:
        """Return the player's value as tables of players show it; an empty string if there is
        none.
        """
        if self.tag:
            return dict(player.tags).get(self.key, "")
        value = player.national_rating if self.key == "national" else getattr(player, self.key)
        if value is None:
            return ""
        return str(value.value if isinstance(value, Enum) else value)


FIELDS = (
    PlayerField(
        "name",
        FieldKind.TEXT,
        N_("name"),
        N_("Name"),
        "name player fullname playername nameofplayer surnamename participant"
        " giocatore nominativo cognomenome cognomeenome nomecognome nomeecognome partecipante",
        hint=N_("Surname, First name"),
        use=TableUse.ALWAYS,
    ),
    PlayerField(
        "surname",
        FieldKind.TEXT,
        N_("surname"),
        N_("Surname"),
        "surname lastname familyname cognome",
        use=TableUse.IMPORT,
    ),
    PlayerField(
        "given",
        FieldKind.TEXT,
        N_("first name"),
        N_("First name"),
        "given firstname givenname givennames forename nome",
        use=TableUse.IMPORT,
    ),
    PlayerField(
        "title",
        FieldKind.TITLE,
        N_("title"),
        N_("Title"),
        "title tit fidetitle titolo titolofide",
        use=TableUse.ALWAYS,
    ),
    PlayerField(
        "rating",
        FieldKind.RATING,
        N_("rating"),
        N_("Rating"),
        "rating elo rtg std standard fiderating stdrating standardrating srtng elofide"
        " elostandard ratingfide ratingstandard",
        use=TableUse.ALWAYS,
    ),
    PlayerField(
        "estimate",
        FieldKind.RATING,
        N_("estimated strength"),
        N_("Estimated strength"),
        "estimate estimatedstrength forzastimata",
        hint=N_("For the initial order, where there is no reliable rating"),
    ),
    PlayerField("national", FieldKind.RATING, N_("national rating"), N_("National rating")),
    PlayerField(
        "k",
        FieldKind.FACTOR,
        N_("K"),
        N_("K"),
        "k kfactor sk stdk fattorek coefficientek",
        use=TableUse.IMPORT,
        tag=True,
    ),
    PlayerField(
        "rapid",
        FieldKind.RATING,
        N_("rapid rating"),
        N_("Rapid rating"),
        "rapid rapidrating rapidelo rrtng elorapid ratingrapid",
        use=TableUse.IMPORT,
    ),
    PlayerField(
        "rapid_k",
        FieldKind.FACTOR,
        N_("K for rapid"),
        N_("K for rapid"),
        "rapidk rk krapid",
        use=TableUse.IMPORT,
    ),
    PlayerField(
        "blitz",
        FieldKind.RATING,
        N_("blitz rating"),
        N_("Blitz rating"),
        "blitz blitzrating blitzelo brtng eloblitz ratingblitz lampo elolampo",
        use=TableUse.IMPORT,
    ),
    PlayerField(
        "blitz_k",
        FieldKind.FACTOR,
        N_("K for blitz"),
        N_("K for blitz"),
        "blitzk bk kblitz",
        use=TableUse.IMPORT,
    ),
    PlayerField(
        "federation",
        FieldKind.FEDERATION,
        N_("federation"),
        N_("Federation"),
        "federation fed country nation federazione nazione naz nazionalita stato",
        hint=N_("The code of FIDE, or the country"),
        heading=N_("Fed"),
        use=TableUse.ALWAYS,
        grouping=True,
        shown=True,
    ),
    PlayerField(
        "fide_id",
        FieldKind.FIDE_ID,
        N_("FIDE id"),
        N_("FIDE id"),
        "fideid fide fideno fidenr fidenumber fidecode idnumber idfide codicefide numerofide",
        use=TableUse.ALWAYS,
    ),
    PlayerField(
        "national_id",
        FieldKind.TEXT,
        N_("national id"),
        N_("National id"),
        "nationalid natid localid membership membershipnumber licence license"
        " idnazionale tessera numerotessera tesserafsi idfsi fsiid codicefsi",
        use=TableUse.IMPORT,
    ),
    PlayerField(
        "birth",
        FieldKind.BIRTH,
        N_("date of birth"),
        N_("Date of birth"),
        "birth birthday birthdate bday born dob dateofbirth yearofbirth birthyear year"
        " nascita nato natoil datanascita datadinascita annonascita annodinascita anno",
        hint=N_("Such as 1988, 31.5.1988 or 31 May 1988"),
        use=TableUse.ALWAYS,
    ),
    PlayerField(
        "sex",
        FieldKind.SEX,
        N_("sex"),
        N_("Sex"),
        "sex gender mf sesso genere",
        use=TableUse.ALWAYS,
    ),
    PlayerField(
        "club",
        FieldKind.TEXT,
        N_("club"),
        N_("Club"),
        "club team school circolo societa squadra scuola",
        use=TableUse.ALWAYS,
        tag=True,
        grouping=True,
        shown=True,
    ),
)
FIELD_BY_KEY = {field.key: field for field in FIELDS}
TYPED_FIELDS = tuple(field for field in FIELDS if field.typed)
GROUPING_FIELDS = tuple(field for field in FIELDS if field.grouping)
SHOWN_FIELDS = tuple(field for field in FIELDS if field.shown)
TEAM_FIELD = FIELD_BY_KEY["club"]
"""The field that names the team of a player in a table."""


def group_of(player: Player, key: str) -> str:
    """Return the player's value of a grouping field, such as the federation, or of a tag; an empty
    string if there is none.
    """
    field = FIELD_BY_KEY.get(key)
    if field is not None and field.grouping:
        return field.text(player)
    return dict(player.tags).get(key, "")


def shown_facts(player: Player) -> list[str]:
    """Return the values that are shown beside a player's name, without empty ones."""
    return [text for field in SHOWN_FIELDS if (text := field.text(player))]
