"""web/src/wire.ts: the wire's messages and the game's events as TypeScript types."""

import inspect
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from incangold import events
from incangold.server import wire

UNIONS = ("ClientMessage", "PublicMessage", "PrivateMessage")
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}


def wire_types() -> str:
    """The whole file."""
    structs = [thing for thing in vars(wire).values() if _is_message(thing)]
    happenings = list(get_args(events.Event))
    parts = [
        "// Made from src/incangold/server/wire.py and events.py by `make docs`; not to be edited.",
        f"export type Happening =\n{_alternatives(kind.__name__ for kind in happenings)};",
        *(_event(kind) for kind in happenings),
        *(_struct(struct) for struct in structs),
        *(f"export type {name} =\n{_alternatives(_names(getattr(wire, name)))};" for name in UNIONS),
        "export type ServerMessage = PublicMessage | PrivateMessage;",
    ]
    return "\n\n".join(parts) + "\n"


def _is_message(thing: object) -> bool:
    return inspect.isclass(thing) and issubclass(thing, msgspec.Struct) and thing.__module__ == wire.__name__


def _names(union: Any) -> list[str]:
    return [kind.__name__ for kind in get_args(union)]


def _alternatives(names: Any) -> str:
    return "\n".join(f"  | {name}" for name in names)


def _struct(struct: type[msgspec.Struct]) -> str:
    """An interface; what a client may leave out is optional."""
    tag = struct.__struct_config__.tag
    lines = [f'  type: "{tag}";'] if tag and struct.__name__ not in ("FromClient", "ToAll", "ToOne") else []
    hints = get_type_hints(struct, include_extras=True)
    for field in msgspec.structs.fields(struct):
        lines.append(f"  {field.name}{'' if field.required else '?'}: {_type(hints[field.name])};")
    return "\n".join([f"/** {inspect.getdoc(struct)} */", f"export interface {struct.__name__} {{", *lines, "}"])


def _event(kind: type) -> str:
    hints = get_type_hints(kind)
    lines = [f'  event: "{kind.__name__}";', *(f"  {name}: {_type(hint)};" for name, hint in hints.items())]
    return "\n".join([f"/** {inspect.getdoc(kind)} */", f"export interface {kind.__name__} {{", *lines, "}"])


def _type(hint: Any) -> str:
    if hint in PLAIN:
        return PLAIN[hint]
    if hint is msgspec.Raw:
        return "Happening"
    if get_origin(hint) is Annotated:
        return _type(get_args(hint)[0])
    if get_origin(hint) is Literal:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        options = [_type(option) for option in get_args(hint)]
        return "string" if set(options) == {"string"} else " | ".join(options)
    if get_origin(hint) in (list, tuple):
        inner = _type(get_args(hint)[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if get_origin(hint) is dict:
        return f"Record<string, {_type(get_args(hint)[1])}>"
    if inspect.isclass(hint) and issubclass(hint, str):
        return " | ".join(f'"{value}"' for value in hint)
    if inspect.isclass(hint) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    return "string"  # a card, as records write it
