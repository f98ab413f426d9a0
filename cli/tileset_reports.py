"""What ``tilewright lexicon tileset`` does; runs compiled kernels."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass, field
from typing import Any

from cli.stages import Stages
from cli.tilesets import alphabet_of, with_defaults
from lexicon_tools.corpus import read_corpus
from lexicon_tools.errors import TileSetError
from lexicon_tools.files import check_output, replacing
from lexicon_tools.inputs import read_inputs
from lexicon_tools.normalisation import WordReader
from lexicon_tools.summaries import Encoding, Rejection
from lexicon_tools.tilesets import (
    BANDS,
    Shares,
    derive,
    listed_shares,
    mean_shares,
    resemblance,
    used_shares,
)
from lexicon_tools.wordlist import sorted_distinct
from rules.alphabet import Alphabet

MET_SHOWN = 5
"""Characters that are named of those that made words be left out, the most frequent first."""


@dataclass
class LeftOut:
    """What part of a source was left out, and why: a tile or a fold that is missing shows here.

    Attributes
    ----------
    total : float
        Words of the source, each as often as it counts.
    reasons, met : dict of str to float
        How many of them were left out by reason, and by what was met.
    """

    total: float = 0
    reasons: dict[str, float] = field(default_factory=dict)
    met: dict[str, float] = field(default_factory=dict)

    def note(self, rejection: Rejection, uses: float = 1) -> None:
        """Count a word that is left out."""
        self.reasons[rejection.reason] = self.reasons.get(rejection.reason, 0) + uses
        if ", U+" in rejection.detail:
            self.met[rejection.detail] = self.met.get(rejection.detail, 0) + uses

    def data(self) -> dict[str, Any]:
        """Return the shares as JSON-able data, the greatest first."""

        def shares(counts: dict[str, float], most: int | None = None) -> dict[str, float]:
            ranked = sorted(counts.items(), key=lambda item: -item[1])[:most]
            return {key: round(n / self.total, 6) for key, n in ranked if n}

        return {
            "share": round(sum(self.reasons.values()) / self.total, 6),
            "reasons": shares(self.reasons),
            "met": shares(self.met, MET_SHOWN),
        }


def derive_tile_set(options: argparse.Namespace) -> int:
    """Make a tile set, say how, and write it."""
    options = with_defaults(options)
    if not options.from_corpus and not options.words:
        raise TileSetError(
            "Expected a corpus or a word list, got neither; pass --from-corpus, --words or both."
        )
    if options.output:
        check_output(options.output, [*options.from_corpus, *options.words])
    base = alphabet_of(options)
    encodings: list[Encoding] = []
    left_out: dict[str, LeftOut] = {}
    with Stages() as stages:
        used, listed = _sources(options, base, encodings, left_out, stages)
    given = ((used, options.corpus_weight), (listed, options.words_weight))
    mean = mean_shares([(shares, weight) for shares, weight in given if shares])
    name = options.name or (options.output.stem if options.output else "derived")
    alphabet = derive(
        base,
        mean,
        name,
        total=options.total,
        blanks=options.blanks,
        bands=options.bands or BANDS,
    )
    if options.output:
        with replacing(options.output) as file:
            text = json.dumps(alphabet.to_data(), ensure_ascii=False, indent=2)
            file.write(f"{text}\n".encode())
    data = _data(alphabet, {"corpus": used, "words": listed, "mean": mean}, options.compare)
    data["encodings"] = [asdict(encoding) for encoding in encodings]
    data["left_out"] = {source: each.data() for source, each in left_out.items() if each.reasons}
    if options.json:
        json.dump(data, sys.stdout, ensure_ascii=False, indent=2)
        print()
    else:
        for encoding in encodings:
            print(encoding)
        _print_report(data)
        if options.output:
            print(f"{options.output}: alphabet {name}")
    return 0


def _sources(
    options: argparse.Namespace,
    alphabet: Alphabet,
    encodings: list[Encoding],
    left_out: dict[str, LeftOut],
    stages: Stages,
) -> tuple[Shares | None, Shares | None]:
    """Return the shares in use and the shares in lists; None for what was not asked for.

    What files are in, where that is not plain UTF-8, is added to ``encodings``, and what was left
    out to ``left_out``.
    """
    used = listed = None
    if options.from_corpus:
        tokens = read_corpus(
            options.from_corpus,
            lambda done, total: stages.show("read corpus", done, total),
            language=options.language,
            alphabet=alphabet,
            on_encoding=encodings.append,
        )
        stages.show("count tiles")
        left = left_out["corpus"] = LeftOut(sum(tokens.values()))
        used = used_shares(tokens, alphabet, options.language, left.note)
    if options.words:
        left = left_out["words"] = LeftOut()
        reader = WordReader(alphabet, language=options.language, on_reject=left.note)
        read_inputs(reader, options.words, alphabet, stages.show, language=options.language)
        encodings += reader.summary.encodings
        left.total = reader.summary.read + reader.summary.rejected
        listed = listed_shares(sorted_distinct(reader.words())[0], alphabet)
    return used, listed


def _data(
    alphabet: Alphabet, shares: dict[str, Shares | None], known: Alphabet | None
) -> dict[str, Any]:
    """Return the report as JSON-able data."""
    theirs = {tile.text: tile for tile in known.tiles} if known else {}
    rows = []
    for letter, tile in enumerate(alphabet.tiles, start=1):
        row: dict[str, Any] = {"tile": tile.text, "count": tile.count, "points": tile.points}
        row["shares"] = {what: round(each[letter], 6) for what, each in shares.items() if each}
        if tile.text in theirs:
            other = theirs[tile.text]
            row["known"] = {"count": other.count, "points": other.points}
        rows.append(row)
    data: dict[str, Any] = {
        "name": alphabet.name,
        "total": alphabet.total,
        "blanks": alphabet.blanks,
        "tiles": rows,
    }
    if known:
        ours = {tile.text for tile in alphabet.tiles}
        data["known"] = {
            "name": known.name,
            "total": known.total,
            "blanks": known.blanks,
            "further_tiles": {t.text: t.count for t in known.tiles if t.text not in ours},
            **{key: round(each, 4) for key, each in asdict(resemblance(alphabet, known)).items()},
        }
    return data


def _print_report(data: dict[str, Any]) -> None:
    known = data.get("known")
    sources = list(data["tiles"][0]["shares"])
    heading = "tile  " + "".join(f"{source + ' %':>10}" for source in sources)
    print(f"{heading}   count points   {known['name'] if known else ''}".rstrip())
    for row in data["tiles"]:
        shares = "".join(f"{100 * row['shares'][source]:>10.3f}" for source in sources)
        line = f"{row['tile']:<6}{shares}{row['count']:>8}{row['points']:>7}"
        if "known" in row:
            line += f"{row['known']['count']:>8}{row['known']['points']:>5}"
        print(line)
    print(f"blanks {data['blanks']}, in all {data['total']}")
    if known:
        _print_comparison(known)
    for source, left in data["left_out"].items():
        reasons = ", ".join(
            f"{reason} {_percent(share)}" for reason, share in left["reasons"].items()
        )
        print(f"left out of {source}: {_percent(left['share'])} of the words ({reasons})")
        for met, share in left["met"].items():
            print(f"  {met}: {_percent(share)}")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if share >= 0.001 else "less than 0.1 %"


def _print_comparison(known: dict[str, Any]) -> None:
    for tile, count in known["further_tiles"].items():
        print(f"{known['name']} also has {count} of {tile}")
    print(
        f"compared with {known['name']}: counts differ by {known['count_difference']} in all, rank "
        f"correlation {known['count_correlation']:.3f}; points differ by "
        f"{known['points_difference']} in all, rank correlation {known['points_correlation']:.3f}"
    )
