"""The actions of ``tilewright lexicon words, stats, diff, export``; they run compiled kernels."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cli.stages import Stages
from lexicon_tools.comparison import Comparison, compare
from lexicon_tools.directory import open_followable
from lexicon_tools.files import check_output, replacing, replacing_packed
from lexicon_tools.format import LONGEST_WORD, SHORTEST_WORD
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.kwg import is_kwg, kwg_bytes, kwg_nodes
from lexicon_tools.listing import Choice, word_pieces
from lexicon_tools.patterns import Pattern
from lexicon_tools.reader import Lexicon
from lexicon_tools.spelling import Spelling
from lexicon_tools.statistics import Statistics, measure
from lexicon_tools.wordlist import TextWriter, word_count
from rules.alphabet import Alphabet

Progress = Callable[[str, int, int], None]

_BAR_WIDTH = 40
_QUIET_WORDS = 1 << 20
"""Fewer words are done with before anybody would look at a bar."""


def print_words(options: argparse.Namespace) -> int:
    """Write the words that fit, one a line, in tile order."""
    if options.output:
        check_output(options.output, [options.file])
    with open_followable(options.file) as lexicon:
        writer = TextWriter(lexicon.alphabet)
        choice = _choice(options, lexicon.alphabet)
        pieces = _texts(writer, word_pieces(lexicon, choice, common=options.common))
        if options.output:
            with replacing(options.output) as file:
                file.writelines(pieces)
        else:
            sys.stdout.buffer.writelines(pieces)
    return 0


def _choice(options: argparse.Namespace, alphabet: Alphabet) -> Choice:
    patterns = []
    if options.starts:
        patterns.append(Pattern.starting(alphabet.word(options.starts)))
    if options.ends:
        patterns.append(Pattern.ending(alphabet.word(options.ends)))
    if options.contains:
        patterns.append(Pattern.containing(alphabet.word(options.contains)))
    if options.pattern:
        patterns.append(Pattern.parse(options.pattern, alphabet))
    least, most = options.length or (SHORTEST_WORD, LONGEST_WORD)
    return Choice(tuple(patterns), least, most)


def _texts(writer: TextWriter, pieces: Iterable[Words]) -> Iterator[memoryview]:
    for piece in pieces:
        yield from writer.pieces(piece)


def export(options: argparse.Namespace) -> int:
    """Write a lexicon for other programs."""
    check_output(options.output, [options.file])
    as_kwg = options.format == "kwg" or (options.format is None and is_kwg(options.output))
    with open_followable(options.file) as lexicon:
        count = lexicon.common_word_count if options.common else lexicon.word_count
        with _shown(count) as show:
            if as_kwg:
                show("make nodes", 0, 0)
                nodes = kwg_nodes(lexicon, common=options.common)
                what = f"{nodes.size:,} nodes"
                pieces: Iterable[bytes | memoryview] = kwg_bytes(nodes)
            else:
                what = "one a line"
                words = word_pieces(lexicon, common=options.common)
                pieces = _counted_texts(TextWriter(lexicon.alphabet), words, count, show)
            show("write", 0, 0)
            with replacing_packed(options.output) as file:
                file.writelines(pieces)
        print(
            f"{options.output}: {lexicon.name}@{lexicon.version}, {count:,} words, {what}, "
            f"{options.output.stat().st_size:,} bytes"
        )
    return 0


def _counted_texts(
    writer: TextWriter, pieces: Iterable[Words], count: int, show: Progress
) -> Iterator[memoryview]:
    done = 0
    for piece in pieces:
        yield from writer.pieces(piece)
        done += word_count(piece)
        show("write", done, count)


def print_statistics(options: argparse.Namespace) -> int:
    """Print what the words of a lexicon are made of."""
    with open_followable(options.file) as lexicon:
        with _shown(lexicon.word_count) as show:
            statistics = measure(lexicon, lambda done, total: show("count", done, total))
        spelled = list(Spelling(lexicon.alphabet).texts(statistics.longest))
        data = _statistics_data(lexicon, statistics, spelled)
    if options.json:
        _print_json(data)
    else:
        _print_tables(data)
    return 0


def _statistics_data(
    lexicon: Lexicon, statistics: Statistics, longest: Sequence[str]
) -> dict[str, Any]:
    return {
        "name": lexicon.name,
        "version": lexicon.version,
        "sha256": lexicon.sha256,
        "words": statistics.words,
        "tiles_in_all": statistics.tiles,
        "mean_length": round(statistics.mean_length, 4),
        "lengths": [
            {"length": length, "words": count} for length, count in statistics.by_length.items()
        ],
        "tiles": [
            {
                "tile": tile.text,
                "count": statistics.tile_counts[letter],
                "share": round(statistics.tile_counts[letter] / statistics.tiles, 6),
                "words": statistics.word_counts[letter],
                "first": statistics.first_counts[letter],
                "last": statistics.last_counts[letter],
            }
            for letter, tile in enumerate(lexicon.alphabet.tiles, start=1)
        ],
        "longest": {"length": max(statistics.by_length), "words": list(longest)},
    }


def _print_tables(data: dict[str, Any]) -> None:
    print(
        f"{data['name']}@{data['version']}: {data['words']:,} words, {data['tiles_in_all']:,} "
        f"tiles, {data['mean_length']:.2f} a word"
    )
    most = max(row["words"] for row in data["lengths"])
    print("\nlength        words")
    for row in data["lengths"]:
        print(f"{row['length']:>6}  {row['words']:>11,}  {_bar(row['words'], most)}".rstrip())
    most = max(row["count"] for row in data["tiles"])
    print("\ntile          count       %     in words        first         last")
    for row in data["tiles"]:
        print(
            f"{row['tile']:<6}{row['count']:>13,}{100 * row['share']:>8.2f}{row['words']:>13,}"
            f"{row['first']:>13,}{row['last']:>13,}  {_bar(row['count'], most)}".rstrip()
        )
    longest = data["longest"]
    print(f"\nlongest, {longest['length']} tiles: {', '.join(longest['words'])}")


def _bar(count: int, most: int) -> str:
    """Draw a count; whatever is there at all is seen."""
    return "█" * -(-count * _BAR_WIDTH // most)


def print_difference(options: argparse.Namespace) -> int:
    """Print which words one lexicon has and another has not."""
    with open_followable(options.old) as old, open_followable(options.new) as new:
        with _shown(old.word_count + new.word_count) as show:
            found = compare(old, new, lambda done, total: show("compare", done, total))
        if options.json:
            _print_json(_difference_data(old, new, found, listed=not options.counts))
            return 0
        for name, lexicon in (("old", old), ("new", new)):
            print(
                f"{name}: {lexicon.name}@{lexicon.version}, {lexicon.word_count:,} words, alphabet "
                f"{lexicon.alphabet.name}"
            )
        for note in _alphabet_notes(found):
            print(note)
        removed, added = word_count(found.removed), word_count(found.added)
        print(f"{removed:,} removed, {added:,} added, {found.both:,} in both", flush=True)
        if not options.counts:
            _print_signed(b"-", old.alphabet, found.removed)
            _print_signed(b"+", new.alphabet, found.added)
    return 0


def _alphabet_notes(found: Comparison) -> Iterator[str]:
    for name, tiles in (("old", found.only_old), ("new", found.only_new)):
        if tiles:
            yield f"alphabets differ: tiles of the {name} one alone: {', '.join(tiles)}"
    if found.values_differ:
        yield (
            "alphabets differ: other points, counts or blank forms: "
            f"{', '.join(found.values_differ)}"
        )


def _print_signed(sign: bytes, alphabet: Alphabet, words: Words) -> None:
    for piece in TextWriter(alphabet).pieces(words):
        lines = bytes(piece).replace(b"\n", b"\n" + sign)
        sys.stdout.buffer.write(sign + lines[: -len(sign)])


def _difference_data(
    old: Lexicon, new: Lexicon, found: Comparison, *, listed: bool
) -> dict[str, Any]:
    data: dict[str, Any] = {
        name: {
            "name": lexicon.name,
            "version": lexicon.version,
            "sha256": lexicon.sha256,
            "words": lexicon.word_count,
            "alphabet": lexicon.alphabet.name,
        }
        for name, lexicon in (("old", old), ("new", new))
    }
    data["alphabets"] = {
        "only_old": list(found.only_old),
        "only_new": list(found.only_new),
        "values_differ": list(found.values_differ),
    }
    data["removed"] = word_count(found.removed)
    data["added"] = word_count(found.added)
    data["both"] = found.both
    if listed:
        data["removed_words"] = _lines(old.alphabet, found.removed)
        data["added_words"] = _lines(new.alphabet, found.added)
    return data


def _lines(alphabet: Alphabet, words: Words) -> list[str]:
    texts = (bytes(piece).decode() for piece in TextWriter(alphabet).pieces(words))
    return [line for text in texts for line in text.splitlines()]


def _print_json(data: dict[str, Any]) -> None:
    json.dump(data, sys.stdout, ensure_ascii=False, indent=2)
    print()


@contextmanager
def _shown(words: int) -> Iterator[Progress]:
    """Show how far work on many words is; say nothing of what is done at once."""
    if words < _QUIET_WORDS:
        yield lambda _stage, _done, _total: None
        return
    with Stages() as stages:
        yield stages.show
