"""The forms that parts of stored events take, each with its writer and its strict reader."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import EventDataError, RulesError, quoted

MAX_INTEGER = 2**53 - 1
"""Largest whole number that every JSON reader keeps exactly."""


@dataclass(frozen=True, slots=True)
class Form:
    """One form of data: `write` gives JSON-able data, `read` takes it and the name of the part."""

    write: Callable[[Any], Any]
    read: Callable[[object, str], Any]


def integer(least: int, most: int) -> Form:
    """Return the form of a whole number of `least` to `most`."""

    def read(value: object, name: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise _misfit(name, f"a whole number of {least} to {most}", value)
        return value

    return Form(_same, read)


def choice(options: Sequence[str]) -> Form:
    """Return the form of one of several texts."""

    def read(value: object, name: str) -> str:
        if not isinstance(value, str) or value not in options:
            raise _misfit(name, " or ".join(options), value)
        return value

    return Form(str, read)


def optional(form: Form) -> Form:
    """Return the form of a value that may be missing, written as null."""
    return Form(
        lambda value: None if value is None else form.write(value),
        lambda value, name: None if value is None else form.read(value, name),
    )


def sequence(form: Form) -> Form:
    """Return the form of any number of parts of one form; they are read as a tuple."""

    def read(value: object, name: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise _misfit(name, "a list", value)
        return tuple([form.read(part, f"{name}[{at}]") for at, part in enumerate(value)])

    return Form(lambda values: [form.write(value) for value in values], read)


def fixed(*parts: Form) -> Form:
    """Return the form of a list with one part of each of `parts`."""

    def read(value: object, name: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(parts):
            raise _misfit(name, f"a list of {len(parts)}", value)
        pairs = zip(parts, value, strict=True)
        return tuple([part.read(each, f"{name}[{at}]") for at, (part, each) in enumerate(pairs)])

    def write(values: Sequence[Any]) -> list[Any]:
        return [part.write(value) for part, value in zip(parts, values, strict=True)]

    return Form(write, read)


def record_of(make: Callable[..., Any], parts: Mapping[str, Form]) -> Form:
    """Return the form of an object with exactly the fields `parts`, read by calling `make`."""

    def read(value: object, name: str) -> Any:
        values = read_fields(value, parts, name)
        try:
            return make(**values)
        except RulesError as error:
            raise EventDataError(f"In {name}: {error}", field=name) from error

    return Form(lambda value: write_fields(value, parts), read)


def write_fields(value: object, parts: Mapping[str, Form]) -> dict[str, Any]:
    """Write the attributes of `value` that `parts` names."""
    return {name: form.write(getattr(value, name)) for name, form in parts.items()}


def read_fields(value: object, parts: Mapping[str, Form], name: str) -> dict[str, Any]:
    """Read an object that has exactly the fields `parts`.

    Raises
    ------
    EventDataError
        If it is none, a field is missing, unknown or of another form.
    """
    if not isinstance(value, Mapping):
        raise _misfit(name, "an object", value)
    missing = [part for part in parts if part not in value]
    unknown = [str(part) for part in value if part not in parts]
    if missing or unknown:
        got = "nothing for " + ", ".join(missing) if missing else ", ".join(map(quoted, unknown))
        raise EventDataError(
            f"Expected the fields {', '.join(parts) or 'none'} in {name}, got {got}; the data is "
            "damaged or of another version.",
            field=f"{name}.{(missing + unknown)[0]}",
        )
    return {part: form.read(value[part], f"{name}.{part}") for part, form in parts.items()}


def _same(value: Any) -> Any:
    return value


def _read_text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise _misfit(name, "a text", value)
    return value


def _read_flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise _misfit(name, "true or false", value)
    return value


def _read_hex(value: object, name: str) -> bytes:
    text = _read_text(value, name)
    if len(text) % 2 or text.strip("0123456789abcdef"):
        raise _misfit(name, "pairs of the digits 0-9 a-f", value)
    return bytes.fromhex(text)


def _read_object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise _misfit(name, "an object", value)
    return dict(value)


def _misfit(name: str, expected: str, value: object) -> EventDataError:
    try:
        got = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        got = type(value).__name__
    return EventDataError(
        f"Expected {expected} for {name}, got {quoted(got)}; the data is damaged or of another "
        "version.",
        field=name,
    )


TEXT = Form(_same, _read_text)
FLAG = Form(_same, _read_flag)
HEX = Form(bytes.hex, _read_hex)
OBJECT = Form(dict, _read_object)
