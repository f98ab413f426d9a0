"""``tilewright lexicon``: the parser, and the actions that need no compiled kernels."""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cli import compact, lexicon_views, proposals, pruning, tilesets
from cli.stopping import stoppable
from lexicon_tools.decoding import text_encoding
from lexicon_tools.errors import LexiconError
from lexicon_tools.files import read_at_most
from lexicon_tools.format import ACCEPTS_BIT, LONGEST_WORD, SHORTEST_WORD, Header
from lexicon_tools.languages import Language, language, languages
from lexicon_tools.reader import Lexicon
from lexicon_tools.sources import DEFAULT_ALPHABET, DEFAULT_NAME, DEFAULT_TEXT_SHA256
from lexicon_tools.store import install, installed
from rules.alphabet import Alphabet, builtin_alphabets
from rules.errors import AlphabetError

EXIT_FAILURE = 1
MOST_ALPHABET_BYTES = 1 << 20
_WITHOUT_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})

DESCRIPTION = """\
Packed lexicons (.gaddag files): versioned sets of words that services map and search.
docs/formats/lexicon.md describes the file, docs/formats/word-lists.md what word lists may hold.

exit codes: 0 done; 1 refused or failed, with the reason; 2 wrong usage.
"""

Action = Callable[[argparse.Namespace], int]
_Commands = argparse._SubParsersAction


def add_parser(subparsers: _Commands[argparse.ArgumentParser]) -> None:
    """Add the ``lexicon`` sub-command."""
    parser = subparsers.add_parser(
        "lexicon",
        help="build, install, inspect and verify packed lexicons",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="ACTION", title="actions", required=True)
    _add_build(commands)
    _add_install(commands)
    info = commands.add_parser("info", help="print what a lexicon says about itself")
    info.add_argument("file", type=Path, metavar="FILE")
    info.add_argument("--json", action="store_true", help="as JSON, alphabet included")
    info.set_defaults(func=_guarded(print_info))
    verify = commands.add_parser(
        "verify",
        help="prove that a lexicon is sound",
        description="Check all of a lexicon: checksums, structure, words, filter.",
    )
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.add_argument(
        "--alphabet",
        type=_alphabet,
        metavar="ALPHABET",
        help="the alphabet it must be for, a name or a JSON file",
    )
    verify.set_defaults(func=_guarded(_verify))
    known = commands.add_parser(
        "languages", help="list the languages that have rules, with tile sets and packages of words"
    )
    known.add_argument("--json", action="store_true", help="as JSON")
    known.set_defaults(func=_guarded(list_languages))
    lexicon_views.add_parsers(commands, _guarded)
    compact.add_parsers(commands, _guarded)
    pruning.add_parser(commands, _guarded, lexicon_directory())
    tilesets.add_parser(commands, _guarded, _alphabet, _language)
    _add_fetch(commands)
    proposals.add_parser(commands, _guarded)


def _add_build(commands: _Commands[argparse.ArgumentParser]) -> None:
    build = commands.add_parser(
        "build",
        help="build a lexicon from word lists",
        description="Build a lexicon from word lists; from the ENABLE list if none is named.",
    )
    build.add_argument("lists", nargs="*", type=Path, metavar="LIST", help="a word list")
    build.add_argument(
        "--alphabet",
        type=_alphabet,
        metavar="ALPHABET",
        help=f"{', '.join(builtin_alphabets())}, or a JSON file (the first of the language, or "
        f"{DEFAULT_ALPHABET})",
    )
    build.add_argument(
        "--language",
        type=_language,
        metavar="CODE",
        help="read the words by this language's rules and tiles (`tilewright lexicon languages`)",
    )
    build.add_argument(
        "--remove", nargs="+", type=Path, default=[], metavar="LIST", help="words to leave out"
    )
    build.add_argument(
        "--encoding",
        type=_encoding,
        metavar="NAME",
        help="what lists are in, where they do not tell themselves",
    )
    build.add_argument(
        "--longest",
        type=_length,
        default=LONGEST_WORD,
        metavar="N",
        help="reject words of more than N tiles (%(default)s)",
    )
    build.add_argument("--name", default=DEFAULT_NAME, help="name of the lexicon (%(default)s)")
    build.add_argument("--version", default="1", help="version of the lexicon (%(default)s)")
    build.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="file to write (NAME.gaddag)"
    )
    build.add_argument(
        "--form",
        choices=("auto", "narrow", "wide"),
        default="auto",
        help="words an arc takes: one, two, or one where that will do (%(default)s)",
    )
    build.add_argument(
        "--common",
        type=Path,
        metavar="FILE",
        help="mark these words as common: one a line, or with how often they occur behind them",
    )
    build.add_argument(
        "--common-most",
        type=_positive,
        metavar="N",
        help="mark the N most frequent of them (the first N, if they come without numbers)",
    )
    build.add_argument(
        "--keep-accents",
        action="store_true",
        help="reject words with accents that no tile has, instead of taking the accents off",
    )
    build.add_argument(
        "--strict", action="store_true", help="refuse to build if any word is rejected"
    )
    build.add_argument(
        "--rejects",
        type=Path,
        metavar="FILE",
        help="write all rejected words, tab-separated: list, line, word, reason, detail",
    )
    build.set_defaults(func=_guarded(_build))


def _add_fetch(commands: _Commands[argparse.ArgumentParser]) -> None:
    fetch = commands.add_parser(
        "fetch",
        help="get the words of a language from the system's packages",
        description="Download the packages of a language, without installing them, and write its "
        "words and their frequencies to the data directory's languages/.",
    )
    fetch.add_argument("language", metavar="LANGUAGE", help="its code, such as gl")
    fetch.add_argument(
        "--basic", action="store_true", help="the basic lexicon, where there is one (gl)"
    )
    fetch.add_argument(
        "--package", metavar="NAME", help="the package to take, if there are several"
    )
    fetch.add_argument("--no-frequencies", action="store_true", help="words only")
    fetch.add_argument("--install", action="store_true", help="build the lexicon and install it")
    fetch.set_defaults(func=_guarded(_fetch))


def _fetch(options: argparse.Namespace) -> int:
    from cli import language_packages  # noqa: PLC0415 - imports numba, 0.3 s

    return language_packages.fetch(options)


def _add_install(commands: _Commands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "install",
        help="add lexicons to the directory that services read",
        description="Verify lexicons and add them to the directory that services read. Without a "
        f"file, the ENABLE list is built and installed as '{DEFAULT_NAME}', unless it is there.",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a lexicon")
    parser.add_argument(
        "--directory",
        type=Path,
        default=lexicon_directory(),
        metavar="DIR",
        help="where to; TILEWRIGHT_LEXICON_DIR or TILEWRIGHT_DATA_DIR change it (%(default)s)",
    )
    parser.set_defaults(func=_guarded(install_lexicons))


def lexicon_directory() -> Path:
    """Return the directory that services read, as the environment says."""
    named = os.environ.get("TILEWRIGHT_LEXICON_DIR")
    data = os.environ.get("TILEWRIGHT_DATA_DIR") or "var"
    return Path(named) if named else Path(data, "lexicons")


def install_lexicons(options: argparse.Namespace) -> int:
    """Install lexicons; the default one if none is named and it is not there."""
    directory: Path = options.directory
    directory.mkdir(parents=True, exist_ok=True)
    if not options.files:
        standing = _standing_default(directory)
        if standing:
            print(f"{DEFAULT_NAME} is installed: {standing}")
            return 0
        from cli import lexicon_builds  # noqa: PLC0415 - imports numba, 0.3 s

        print(f"installed {lexicon_builds.build_default(directory)}")
        return 0
    for file in options.files:
        if file.suffix == compact.EXTENSION:
            print(f"installed {compact.install_compact(file, directory)}")
            continue
        options.file, options.alphabet = file, None
        _verify(options)
        print(f"installed {install(file, directory)}")
    return 0


def print_info(options: argparse.Namespace) -> int:
    """Print what a lexicon says about itself."""
    with Lexicon.open(options.file) as lexicon:
        data = header_data(lexicon.header)
    if options.json:
        json.dump(data, sys.stdout, ensure_ascii=False, indent=2)
        print()
        return 0
    alphabet = data.pop("alphabet")
    data["alphabet"] = f"{alphabet['name']}, {len(alphabet['tiles'])} tiles"
    width = max(map(len, data))
    for key, value in data.items():
        shown = f"{value:,}" if isinstance(value, int) else value
        print(f"{key.replace('_', ' '):<{width}}  {shown}")
    return 0


def header_data(header: Header) -> dict[str, Any]:
    """Return what a lexicon says about itself as JSON-able data."""
    return {
        "name": header.name,
        "version": header.version,
        "sha256": header.identity,
        "text_sha256": header.text_sha256,
        "payload_sha256": header.payload_sha256,
        "words": header.word_count,
        "common_words": header.common_words,
        "longest_word_tiles": header.max_length,
        "form": "wide" if header.wide else "narrow",
        "arcs": header.arc_count,
        "index_bits": 64 if header.wide else ACCEPTS_BIT - header.mask_width,
        "states": header.state_count,
        "gaddag_states": header.gaddag_states,
        "gaddag_arcs": header.gaddag_arcs,
        "multisets": header.multiset_count,
        "bytes": header.file_bytes,
        "alphabet": header.alphabet.to_data(),
    }


def _standing_default(directory: Path) -> Path | None:
    """Return the default lexicon's file if it is installed and sound."""
    lexicons, _refused = installed(directory)
    try:
        return next(
            (
                lexicon.path
                for lexicon in lexicons
                if lexicon.name == DEFAULT_NAME
                and lexicon.header.text_sha256 == DEFAULT_TEXT_SHA256
                and lexicon.has_common
                and lexicon.alphabet == builtin_alphabets()[DEFAULT_ALPHABET]
            ),
            None,
        )
    finally:
        _close_all(lexicons)


def _close_all(lexicons: Iterable[Lexicon]) -> None:
    for lexicon in lexicons:
        lexicon.close()


def _positive(text: str) -> int:
    """Read the argument that is a number of things."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, got {text!r}")
    return int(text)


def _length(text: str) -> int:
    """Read the argument that is a length of words."""
    length = _positive(text)
    if not SHORTEST_WORD <= length <= LONGEST_WORD:
        raise argparse.ArgumentTypeError(
            f"expected {SHORTEST_WORD} to {LONGEST_WORD} tiles, got {length}"
        )
    return length


def _encoding(text: str) -> str:
    """Read the argument that names an encoding."""
    if text_encoding(text) is None:
        raise argparse.ArgumentTypeError(
            f"expected an encoding of texts such as utf-16-le or cp1252, got {text[:40]!r}"
        )
    return text


def _language(text: str) -> Language:
    """Read the argument that names a language."""
    try:
        return language(text)
    except LexiconError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def list_languages(options: argparse.Namespace) -> int:
    """Print the languages with rules of their own, their tile sets and packages of words."""
    if options.json:
        json.dump(
            {
                code: {
                    "title": each.title,
                    "alphabets": each.alphabets,
                    "packages": [asdict(package) for package in each.packages],
                }
                for code, each in languages().items()
            },
            sys.stdout,
            ensure_ascii=False,
            indent=2,
        )
        print()
        return 0
    for code, each in languages().items():
        print(f"{code}  {each.title}: {', '.join(each.alphabets)}")
        for package in each.packages:
            print(f"    {package.name} ({package.kind}), {package.licence}")
    return 0


def _alphabet(text: str) -> Alphabet:
    """Read the argument that names an alphabet."""
    known = builtin_alphabets()
    if text in known:
        return known[text]
    if not text.endswith(".json"):
        raise argparse.ArgumentTypeError(
            f"expected {', '.join(known)} or the path of a .json file, got {text!r}"
        )
    try:
        return Alphabet.from_data(json.loads(read_at_most(Path(text), MOST_ALPHABET_BYTES)))
    except (OSError, ValueError, RecursionError, AlphabetError) as error:
        raise argparse.ArgumentTypeError(f"cannot read the alphabet {text}: {error}") from error


def _build(options: argparse.Namespace) -> int:
    from cli import lexicon_builds  # noqa: PLC0415 - imports numba, 0.3 s

    return lexicon_builds.build_lexicon(options)


def _verify(options: argparse.Namespace) -> int:
    from cli import lexicon_builds  # noqa: PLC0415 - imports numba, 0.3 s

    return lexicon_builds.verify_lexicon(options)


def _guarded(action: Action) -> Action:
    """Let what the operating system refuses end in a message, as all other refusals do."""

    def run(options: argparse.Namespace) -> int:
        try:
            with stoppable():
                return action(options)
        except BrokenPipeError:
            raise
        except OSError as error:
            remedy = (
                "make room" if error.errno in _WITHOUT_ROOM else "check the path and the rights"
            )
            raise LexiconError(
                "Expected to be able to read and write the files named, got "
                f"'{error.strerror or error}' for {error.filename or 'one of them'}; {remedy}."
            ) from error

    return run
