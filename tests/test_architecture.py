"""The contracts of the architecture: which package may import which, and what the core must not
use.

Every import counts, wherever it is: at the top, inside a function, for type checking only, or by
name through `import_module`.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tools.trees import walk

SOURCE = Path(__file__).resolve().parent.parent / "src" / "crivello"

ALL_ABOVE = None
EVERYWHERE = {"standard"}
"""What every subpackage may import, like the standard library, parts of which it replaces."""
ALL_ABOVE_BUT_THE_DESK = {
    "model", "matching", "extras", "words", "rules", "systems", "standings", "explain", "formats",
    "practice", "audit", "lists", "reports",
}  # fmt: skip
SUBPACKAGES: list[tuple[str, set[str] | None]] = [
    ("standard", set()),
    ("model", set()),
    ("matching", set()),
    ("extras", {"model"}),
    ("words", {"model"}),
    ("rules", {"model"}),
    ("systems", {"model", "matching", "rules"}),
    ("standings", {"model", "rules", "words"}),
    ("explain", {"model", "rules", "systems", "words"}),
    ("practice", {"model", "systems", "words", "explain"}),
    ("formats", {"model", "rules", "words"}),
    ("audit", ALL_ABOVE),
    ("store", {"model", "extras"}),
    ("desk", ALL_ABOVE),
    ("lists", {"model", "extras", "words", "rules", "formats", "store"}),
    ("reports", ALL_ABOVE),
    ("engine", ALL_ABOVE_BUT_THE_DESK),
    ("cli", ALL_ABOVE),
    ("web", ALL_ABOVE),
    ("front", ALL_ABOVE_BUT_THE_DESK),
    ("static_page", ALL_ABOVE_BUT_THE_DESK),
]
NAMES = [name for name, _ in SUBPACKAGES]
INTERFACES = {"cli", "web", "front", "static_page"}  # side by side: none is above another

MAY_IMPORT = {
    name: (set(NAMES[:index]) - INTERFACES if allowed is ALL_ABOVE else allowed)
    | EVERYWHERE - {name}
    for index, (name, allowed) in enumerate(SUBPACKAGES)
}

CORE = set(NAMES[: NAMES.index("audit") + 1])
STANDARD_LIBRARY_ONLY = CORE | {"engine", "cli", "front", "static_page"}
"""What `pip install crivello` without extras must be able to run."""
WITH_EXTRAS = {
    ("front/plot.py", "matplotlib"),
    *(
        (f"front/{module}.py", library)
        for module in ("frames", "values")
        for library in ("pandas", "polars")
    ),
    ("audit/runner.py", "dask"),
    ("audit/runner.py", "distributed"),
}
"""What a module of these imports when it is used, and asks for politely if it is missing."""

PURE = {"standard", "model", "matching", "rules", "systems", "standings", "explain"}
# fmt: off
IMPURE_MODULES = {
    "asyncio", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "socket",
    "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib",
}
# fmt: on
"""No clock, no chance, no files, no logging where pairings are computed."""


@dataclass(frozen=True)
class Import:
    """One imported name: `from crivello.model import Player` is `crivello.model.Player`."""

    name: str
    line: int

    @property
    def package(self) -> str:
        return self.name.partition(".")[0]

    @property
    def subpackage(self) -> str | None:
        """Return the package of ours from which the name comes; None for the root package and for
        others.
        """
        parts = self.name.split(".")
        return parts[1] if parts[0] == "crivello" and len(parts) > 1 else None


def imports(nodes: list[ast.AST], package: list[str]) -> Iterator[Import]:
    """Yield all imports of a module in the given package (`["crivello", "model"]`)."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = [node.module] if node.module else []
            if node.level:
                base = package[: len(package) - node.level + 1] + base
            for alias in node.names:
                yield Import(".".join([*base, alias.name]), node.lineno)
        elif isinstance(node, ast.Call) and _name(node.func) in ("import_module", "__import__"):
            for argument in node.args[:1]:
                # Of an f-string the fixed beginning is enough: it names the subpackage.
                start = argument.values[0] if isinstance(argument, ast.JoinedStr) else argument
                if isinstance(start, ast.Constant) and isinstance(start.value, str):
                    yield Import(start.value.rstrip("."), node.lineno)


def private_uses(nodes: list[ast.AST], subpackage: str, found: list[Import]) -> Iterator[Import]:
    """Yield names with a leading underscore taken from another package."""
    for item in found:
        if item.subpackage != subpackage and item.package == "crivello":
            if any(_is_private(part) for part in item.name.split(".")):
                yield item
    foreign = {
        alias.asname or alias.name.partition(".")[0]
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if _is_foreign(node, alias, subpackage)
    }
    for node in nodes:
        if isinstance(node, ast.Attribute) and _is_private(node.attr) and _root(node) in foreign:
            yield Import(ast.unparse(node), node.lineno)


def _is_foreign(node: ast.Import | ast.ImportFrom, alias: ast.alias, subpackage: str) -> bool:
    if isinstance(node, ast.Import):
        return alias.name.startswith("crivello.") and alias.name.split(".")[1] != subpackage
    name = f"{node.module}.{alias.name}"
    return name.startswith("crivello.") and name.split(".")[1] != subpackage


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return _name(node)


PROPERTIES = {"property", "cached_property", "derived"}
TOLD = (
    ast.Import,
    ast.ImportFrom,
    ast.Call,
    ast.Attribute,
    ast.ClassDef,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Constant,
)
"""The nodes that `survey` looks at."""


SQL = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP|PRAGMA|ATTACH|BEGIN|COMMIT"
    r"|ROLLBACK|VACUUM|WITH)\b"
)


@dataclass(frozen=True)
class Module:
    """The facts about a module that the contracts need."""

    where: Path
    """From the folder of the package."""
    imports: list[Import]
    private: list[Import]
    """Names taken from another subpackage that are private there."""
    classes: list[str]
    functions: list[tuple[str, int]]
    """Names of functions and methods, and their lines; properties are read as attributes."""
    statements: list[int]
    """The lines of strings that begin as a statement of SQL does."""

    @property
    def name(self) -> str:
        parts = self.where.with_suffix("").parts
        return ".".join(("crivello", *(part for part in parts if part != "__init__")))


def survey(source: Path) -> list[Module]:
    """Return all modules of the package in a folder; each is parsed once."""
    modules = []
    for path in sorted(source.rglob("*.py")):
        where = path.relative_to(source)
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(where))
        nodes: list[ast.AST] = [node for node in walk(tree) if isinstance(node, TOLD)]
        found = list(imports(nodes, ["crivello", *where.parts[:-1]]))
        private = list(private_uses(nodes, where.parts[0], found))
        classes = [node.name for node in nodes if isinstance(node, ast.ClassDef)]
        functions = [
            (node.name, node.lineno)
            for node in nodes
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            if not any(_name(one) in PROPERTIES for one in node.decorator_list)
        ]
        statements = [
            node.lineno
            for node in nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if SQL.match(node.value)
        ]
        modules.append(Module(where, found, private, classes, functions, statements))
    return modules


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    return survey(SOURCE)


def breaches(modules: list[Module]) -> list[str]:
    """Return every breach of a contract."""
    result = []
    for module in modules:
        where = module.where
        if len(where.parts) == 1:
            continue  # the root package may re-export names of any subpackage
        subpackage = where.parts[0]
        if subpackage not in MAY_IMPORT:
            result.append(f"{where}: the subpackage {subpackage} is not in the table")
            continue
        for item in module.imports:
            place = f"{where}:{item.line}"
            if item.subpackage is not None and item.subpackage not in MAY_IMPORT[subpackage] | {
                subpackage,
                "__version__",
            }:
                result.append(f"{place}: {subpackage} may not import {item.name}")
            if item.package == "crivello" and item.subpackage is None:
                result.append(
                    f"{place}: {subpackage} imports the whole package, name the subpackage"
                )
            if subpackage in STANDARD_LIBRARY_ONLY and item.package != "crivello":
                extra = (where.as_posix(), item.package) in WITH_EXTRAS
                if item.package not in sys.stdlib_module_names and not extra:
                    result.append(
                        f"{place}: {subpackage} needs only the standard library: {item.name}"
                    )
            if subpackage in PURE and item.package in IMPURE_MODULES:
                result.append(f"{place}: {subpackage} has no use for {item.name}")
        for item in module.private:
            result.append(f"{where}:{item.line}: {item.name} is private to its subpackage")
    return result


def test_the_packages_keep_its_contracts(modules: list[Module]) -> None:
    found = breaches(modules)
    assert not found, "move the code, or pass the value in from above:\n" + "\n".join(found)


def unused_permissions(modules: list[Module]) -> list[str]:
    """Return the imports that a package with its own list is allowed and does not use."""
    used = {
        (module.where.parts[0], item.subpackage) for module in modules for item in module.imports
    }
    return [
        f"{subpackage} need not import {other}"
        for subpackage, allowed in SUBPACKAGES
        if allowed is not ALL_ABOVE and allowed is not ALL_ABOVE_BUT_THE_DESK
        for other in sorted(allowed)
        if (subpackage, other) not in used
    ]


def test_no_room_may_import_what_it_does_not_need(modules: list[Module]) -> None:
    assert unused_permissions(modules) == [], "take it out of the table SUBPACKAGES above"


def test_an_unused_permission_is_noticed(modules: list[Module]) -> None:
    without = [module for module in modules if module.where.parts[0] != "store"]
    assert unused_permissions(without) == [
        "store need not import extras",
        "store need not import model",
    ]


def cycles(modules: list[Module]) -> list[list[str]]:
    """Return modules that need each other, at run time, for types, or inside functions.

    The root package does not count: it is imported before any of its modules.
    """
    names = {module.name for module in modules}
    needs: dict[str, set[str]] = {}
    for module in modules:
        found = set()
        for item in module.imports:
            name = item.name
            while name and name not in names:
                name = name.rpartition(".")[0]
            found.add(name)
        needs[module.name] = found - {"", "crivello", module.name}
    # Whoever needs nothing that is left is in no cycle.
    while done := {name for name, found in needs.items() if not found & needs.keys()}:
        needs = {name: found for name, found in needs.items() if name not in done}
    # Nor is whoever nobody needs that is left.
    while idle := needs.keys() - set().union(*needs.values()):
        needs = {name: found for name, found in needs.items() if name not in idle}
    return [[name, *sorted(needs[name] & needs.keys())] for name in sorted(needs)]


def test_no_modules_need_each_other(modules: list[Module]) -> None:
    found = cycles(modules)
    assert not found, f"move what both need into a third module (module, its imports): {found}"


def foreign_databases(modules: list[Module]) -> list[str]:
    """Return the modules with database code outside the package of the database."""
    found = []
    for module in modules:
        if module.where.parts[0] != "store":
            where = module.where.as_posix()
            found += [f"{where}:{line}: a statement" for line in module.statements]
            found += [
                f"{where}:{item.line}: sqlite3"
                for item in module.imports
                if item.package == "sqlite3"
            ]
    return found


def test_one_package_holds_every_sql_statement(modules: list[Module]) -> None:
    assert foreign_databases(modules) == [], "write a method of a file in store/ and call it"
    assert sum(bool(module.statements) for module in modules) >= 3


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import sqlite3", ["web/a.py:1: sqlite3"]),
        ("def f(run):\n    run('SELECT 1')", ["web/a.py:2: a statement"]),
        ("x = f'UPDATE device SET {name} = 1'", ["web/a.py:1: a statement"]),
        ("x = 1\ny = ' CREATE TABLE y (z)'", ["web/a.py:2: a statement"]),
        ("x = 'Select a player.'", []),
    ],
)
def test_a_statement_elsewhere_is_noticed(tmp_path: Path, code: str, found: list[str]) -> None:
    plant(tmp_path, "web/a.py", code)
    plant(tmp_path, "store/b.py", "import sqlite3\nx = 'SELECT 1'")
    assert foreign_databases(survey(tmp_path)) == found


REFERENCES = ("systems/dubov1997/sieve.py", "systems/lim/sieve.py")


@pytest.mark.parametrize("where", REFERENCES)
def test_a_literal_reference_shares_no_code_with_its_procedure(
    modules: list[Module], where: str
) -> None:
    """The reference knows the players and their past as values, and computes everything else
    itself.
    """
    (reference,) = (module for module in modules if module.where.as_posix() == where)
    ours = {item.name for item in reference.imports if item.package == "crivello"}
    assert {name.rpartition(".")[0] for name in ours} <= {
        "crivello.model.field",
        "crivello.model.result",
    }
    named = {name.rpartition(".")[2] for name in ours}
    assert named <= {"Entrant", "Field", "Float", "Colour"}
    users = {
        module.where.as_posix()
        for module in modules
        for item in module.imports
        if item.name.startswith(reference.name)
    }
    assert users == {str(Path(where).with_name("system.py"))}


@pytest.mark.parametrize(
    "code",
    [
        "from crivello.model.b import x",
        "if TYPE_CHECKING:\n    from .b import x",
        "def f():\n    import crivello.model.b",
    ],
)
def test_a_cycle_is_noticed(tmp_path: Path, code: str) -> None:
    plant(tmp_path, "model/a.py", code)
    plant(tmp_path, "model/b.py", "from crivello.model.c import z")
    plant(tmp_path, "model/c.py", "from crivello.model import a")
    plant(tmp_path, "rules/d.py", "from crivello.model import a")
    assert [names[0] for names in cycles(survey(tmp_path))] == [
        "crivello.model.a",
        "crivello.model.b",
        "crivello.model.c",
    ]


def classes_used_twice(modules: list[Module]) -> dict[str, list[str]]:
    """Return the names of classes that several modules define, with these modules."""
    places: dict[str, list[str]] = {}
    for module in modules:
        for name in module.classes:
            places.setdefault(name, []).append(module.name)
    return {name: modules for name, modules in places.items() if len(modules) > 1}


# fmt: off
SHOWN_BY_THE_FRONT = {
    "Acceleration", "Explanation", "Player", "PointsAdjustment", "RoundPairing", "Scoring",
    "Settings", "Standings", "StandingsRow", "Tournament",
}
# fmt: on
"""What `import crivello` offers under the name of the thing inside that it shows."""


def test_a_class_has_a_name_of_its_own(modules: list[Module]) -> None:
    twice = classes_used_twice(modules)
    wrong = {
        name: modules
        for name, modules in twice.items()
        if name not in SHOWN_BY_THE_FRONT
        or len(modules) > 2
        or sum(module.startswith("crivello.front.") for module in modules) != 1
    }
    assert not wrong, f"give each class a name of its own, which a traceback can show: {wrong}"


def test_a_class_name_used_twice_is_noticed(tmp_path: Path) -> None:
    for file in ("model/a.py", "rules/b.py"):
        plant(tmp_path, file, "class Row: ...")
    assert classes_used_twice(survey(tmp_path)) == {"Row": ["crivello.model.a", "crivello.rules.b"]}


VERBS_IN_ED = {"embed", "exceed", "feed", "need", "proceed", "seed", "speed", "succeed"}


def is_bare_participle(name: str) -> bool:
    """Return True for `_removed` and `marked`, but not for `published_section`, which names what it
    returns.
    """
    word = name.strip("_")
    return word.endswith("ed") and "_" not in word and word not in VERBS_IN_ED


def functions_called_as_participles(modules: list[Module]) -> list[str]:
    return [
        f"{module.where.as_posix()}:{line}: {name}"
        for module in modules
        for name, line in module.functions
        if is_bare_participle(name)
    ]


def test_a_function_says_what_it_does_or_gives(modules: list[Module]) -> None:
    found = functions_called_as_participles(modules)
    assert not found, (
        f"call it by a verb (`remove`) or by what it gives (`removed_players`): {found}"
    )


def test_a_function_called_as_a_participle_is_noticed(tmp_path: Path) -> None:
    good = "def keep(): ...\ndef _need(): ...\ndef published_section(): ..."
    plant(tmp_path, "model/a.py", f"{good}\ndef _removed():\n    def moved(): ...")
    plant(tmp_path, "model/b.py", "class A:\n    @property\n    def finished(self): ...")
    plant(tmp_path, "model/c.py", "class B:\n    async def opened(self): ...")
    found = ["model/a.py:4: _removed", "model/a.py:5: moved", "model/c.py:2: opened"]
    assert functions_called_as_participles(survey(tmp_path)) == found


# fmt: off
PARTS_OF_PARALLEL_PACKAGES = {
    # of a system, and of what tells its story
    "system", "editions", "sieve", "solver", "procedure", "judge", "bracket", "record",
    "narrator", "player", "lessons",
    # of a page, and of what listens
    "routes", "view", "app", "start", "guard",
    # of a file format, of a subpackage
    "reader", "errors", "registry", "wording",
}
"""Names of modules that do the same in each subpackage that has one."""
SUBJECTS = {
    "awards", "batch", "by_hand", "byes", "campaign", "colours", "crosstable", "dates",
    "ending", "explanation", "field", "files", "groups", "importing", "lists", "loading", "log",
    "matches", "plug_in", "printing", "queries", "results", "round", "round_robin", "rounds",
    "settings", "standings", "tables", "teach", "teams", "tie_breaks", "tournament", "upfloats",
}
"""Names of modules that are about one thing: `desk/log.py`, `cli/tournament/log.py`."""
# fmt: on


def test_a_file_name_used_twice_means_the_same(modules: list[Module]) -> None:
    names = Counter(module.where.stem for module in modules)
    twice = {name for name, times in names.items() if times > 1} - {"__init__"}
    found = {
        name: [module.where.as_posix() for module in modules if module.where.stem == name]
        for name in sorted(twice - PARTS_OF_PARALLEL_PACKAGES - SUBJECTS)
    }
    assert not found, (
        f"rename one of the files, or add the name to SUBJECTS if both are about that: {found}"
    )


def test_the_table_reads_as_the_design_does() -> None:
    assert MAY_IMPORT["audit"] == CORE - {"audit"}
    assert MAY_IMPORT["desk"] == CORE | {"store"}
    assert MAY_IMPORT["reports"] == CORE | {"store", "desk", "lists"}
    assert MAY_IMPORT["engine"] == MAY_IMPORT["reports"] - {"store", "desk"} | {"reports"}
    assert MAY_IMPORT["cli"] == MAY_IMPORT["web"] == MAY_IMPORT["reports"] | {"reports", "engine"}
    assert MAY_IMPORT["front"] == MAY_IMPORT["engine"]


def plant(folder: Path, file: str, code: str) -> list[str]:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code, encoding="utf-8")
    return breaches(survey(folder))


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("model/a.py", "import crivello.words"),
        ("model/a.py", "from crivello import rules"),
        ("model/a.py", "from crivello.rules.colour import preference"),
        ("model/deep/a.py", "from ... import rules"),
        ("model/deep/a.py", "from ...rules import colour"),
        ("matching/a.py", "def f():\n    from crivello.model import Player"),
        ("systems/a.py", "if TYPE_CHECKING:\n    from crivello.words import say"),
        ("systems/a.py", "importlib.import_module('crivello.explain')"),
        ("systems/a.py", "import_module(f'crivello.formats.{name}')"),
        ("store/a.py", "import crivello.rules"),
        ("cli/a.py", "import crivello.web"),
        ("web/a.py", "import crivello.cli"),
        ("cli/a.py", "from crivello.front.files import read"),
        ("front/a.py", "import crivello.desk"),
        ("audit/a.py", "import crivello.store"),
    ],
)
def test_an_import_against_the_table_is_noticed(tmp_path: Path, file: str, code: str) -> None:
    (breach,) = plant(tmp_path, file, code)
    assert "may not import" in breach


@pytest.mark.parametrize(
    ("file", "code", "breach"),
    [
        ("attic/a.py", "", "the subpackage attic is not in the table"),
        ("rules/a.py", "import crivello", "imports the whole package"),
        ("formats/a.py", "import numpy.linalg", "needs only the standard library: numpy.linalg"),
        ("cli/a.py", "def f():\n    import rich", "needs only the standard library: rich"),
        ("front/a.py", "import matplotlib", "needs only the standard library: matplotlib"),
        ("rules/a.py", "from time import monotonic", "rules has no use for time.monotonic"),
        ("systems/a.py", "import random", "systems has no use for random"),
        ("rules/a.py", "from crivello.model import _secret", "private to its subpackage"),
        ("rules/a.py", "from crivello.model._inner import x", "private to its subpackage"),
        ("rules/a.py", "from crivello import model\nmodel._secret()", "private to its subpackage"),
        ("rules/a.py", "import crivello.model\ncrivello.model._x", "private to its subpackage"),
    ],
)
def test_other_breaches_are_noticed(tmp_path: Path, file: str, code: str, breach: str) -> None:
    found = plant(tmp_path, file, code)
    assert len(found) == 1
    assert breach in found[0]


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("__init__.py", "from crivello.cli import main"),
        ("model/a.py", "from .b import c\nfrom crivello.model._b import _c\nimport json"),
        ("systems/dutch/a.py", "from ..registry import x\nfrom crivello.matching import y"),
        ("audit/a.py", "import random\nfrom crivello.systems import pair"),
        ("web/a.py", "import somebody_elses\nfrom crivello.desk import Desk"),
        ("cli/a.py", "from crivello import __version__\nfrom crivello.reports import page"),
    ],
)
def test_what_the_table_allows_is_allowed(tmp_path: Path, file: str, code: str) -> None:
    assert plant(tmp_path, file, code) == []


TESTS = Path(__file__).parent
SAMPLE = (TESTS / "fast.txt").read_text(encoding="utf-8").split()
"""What `make test-fast` runs."""


@pytest.mark.parametrize("package", NAMES)
def test_the_tests_of_a_package_have_its_name(package: str) -> None:
    assert (TESTS / package).is_dir(), f"put the tests of src/crivello/{package} there"


@pytest.mark.parametrize("package", NAMES)
def test_the_quick_sample_has_tests_of_each_package(package: str) -> None:
    found = [line for line in SAMPLE if f"{line}/".startswith(f"tests/{package}/")]
    assert found, f"add a quick file of tests/{package} to tests/fast.txt"


def test_the_quick_sample_names_files_that_are_there() -> None:
    gone = [line for line in SAMPLE if not (TESTS.parent / line.partition("::")[0]).exists()]
    assert not gone, f"a file was renamed: give tests/fast.txt its new name: {gone}"


TEST_FUNCTION = re.compile(r"^(?:async )?def (test_\w+)", re.MULTILINE)


def test_a_test_has_a_name_of_its_own() -> None:
    """Then `pytest -k name` runs one test, and a failure is found by its name."""
    places: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for name in TEST_FUNCTION.findall(file.read_text(encoding="utf-8")):
            places.setdefault(name, []).append(file.relative_to(TESTS).as_posix())
    twice = {name: files for name, files in places.items() if len(files) > 1}
    assert not twice, f"say in the name of one of them what it is about: {twice}"
