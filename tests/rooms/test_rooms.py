"""Who may import whom: data enters upstairs and only walks downstairs. ARCHITECTURE.md has the same table."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import incangold

HOUSE = Path(incangold.__file__).parent

# Every room, from the top of the house down, and the rooms it may import besides itself.
CORE = "cards words.catalogue errors editions game path odds memory events die rules view seen record"
MAY_IMPORT = {
    "cards": "",
    "words.catalogue": "cards",
    "errors": "cards words.catalogue",
    "editions": "cards words.catalogue errors",
    "game": "cards words.catalogue errors editions",
    "path": "cards words.catalogue errors editions game",
    "odds": "cards words.catalogue errors editions game path",
    "memory": "cards words.catalogue errors editions game path odds",
    "events": "cards words.catalogue errors editions game",
    "die": "cards words.catalogue errors editions game path events",
    "rules": "cards words.catalogue errors editions game path memory events die",
    "view": "cards words.catalogue errors editions game path events die rules",
    "seen": "cards words.catalogue errors editions game path events die rules view",
    "record": "cards words.catalogue errors editions game path events die rules",
    "margins": "cards words.catalogue errors editions game path events die rules view seen",
    "folders": "errors",
    "words": CORE,
    "table": CORE,
    "bots": CORE,
    "kernel": f"{CORE} bots",
    "solver": f"{CORE} margins folders bots kernel",
    "coach": f"{CORE} words bots solver",
    "arena": f"{CORE} margins words table bots kernel",
    "envs": f"{CORE} table bots kernel",
    "terminal": f"{CORE} folders words table bots coach arena",
    "server": f"{CORE} words table bots coach arena",
    "bench": f"{CORE} words table bots kernel solver arena envs server",
    "cli": f"{CORE} folders words table bots kernel solver coach arena envs terminal server bench",
}
NOT_BUILT_YET: set[str] = set()

# The rules know no clock, no generator and no world outside.
NOT_IN_THE_CORE = "asyncio datetime multiprocessing os random secrets socket subprocess threading time"
CORE_ROOMS = {*CORE.split(), "words"}

FILES = sorted(HOUSE.rglob("*.py"))
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))


def room_of(module: str) -> str:
    """The room that a module is in: `table.dealer` is in `table`, `rules` is a room of its own."""
    return module if module == "words.catalogue" else module.partition(".")[0]


def module_of(path: Path) -> str:
    """A file's name inside the package, with dots."""
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            module = node.module or ""
            yield from (f"{module}.{name.name}" if is_module(module, name.name) else module for name in node.names)


def is_module(package: str, name: str) -> bool:
    """Whether `from package import name` brings a module of the house."""
    place = HOUSE.parent.joinpath(*package.split("."), name)
    return package.split(".", maxsplit=1)[0] == "incangold" and (place.is_dir() or place.with_suffix(".py").is_file())


def within(path: Path) -> set[str]:
    """The rooms that a file imports."""
    modules = {name.removeprefix("incangold.") for name in imported(path) if name.startswith("incangold.")}
    return {room_of(module) for module in modules}


@every_file
def test_imports_only_go_downstairs(path: Path) -> None:
    room = room_of(module_of(path))
    if path.parent == HOUSE and path.name in ("__init__.py", "__main__.py"):
        assert within(path) <= {"cli"}
        return
    assert room in MAY_IMPORT, f"{room} has no line in the table"
    assert within(path) - {room} <= set(MAY_IMPORT[room].split())


def test_the_table_itself_only_goes_downstairs() -> None:
    rooms = list(MAY_IMPORT)
    for place, (room, upstairs) in enumerate(MAY_IMPORT.items()):
        assert set(upstairs.split()) <= set(rooms[:place]), room


def test_every_room_of_the_table_is_there_or_is_to_be_built() -> None:
    there = {room_of(module_of(path)) for path in FILES}
    assert {room for room in MAY_IMPORT if room not in there} == NOT_BUILT_YET


@pytest.mark.parametrize("path", [path for path in FILES if room_of(module_of(path)) in CORE_ROOMS], ids=module_of)
def test_the_core_imports_nothing_from_outside(path: Path) -> None:
    outside = {name.partition(".")[0] for name in imported(path)} - {"incangold"}
    assert outside <= set(sys.stdlib_module_names) - set(NOT_IN_THE_CORE.split())


@every_file
def test_only_the_dealer_draws_secrets(path: Path) -> None:
    assert ("secrets" in imported(path)) is (path == HOUSE / "table" / "dealer.py")


@every_file
def test_only_one_room_tells_whether_a_folder_can_be_written(path: Path) -> None:
    """Whoever keeps something asks there, and says by which option another folder is chosen."""
    defined = {node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)}
    assert ("refuse_unwritable" in defined) is (path == HOUSE / "folders.py")


@every_file
def test_nothing_random_is_global(path: Path) -> None:
    """A generator of one's own is a `Random(...)`; every other use of the module is the process's."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [name.name for name in node.names] == ["Random"]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random"
