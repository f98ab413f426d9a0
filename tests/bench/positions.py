"""Times all plays on positions of self-play, on a lexicon beside the English one.

Both lexicons play the same number of games, two bots of the level ``club`` against each other, each
with its own tiles. A position with more plays takes longer, so a time for each play found stands
beside the time for each position.
"""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Final

from solver_worker.compilation import prepare_numba
from tests.bench.figures import Figures, spread
from tests.support.processes import CACHE_DIR

prepare_numba(CACHE_DIR)

from gateway.matches.policies import CLUB  # noqa: E402 - numba reads its settings on import
from lexicon_tools.reader import Lexicon  # noqa: E402
from rules.layouts import STANDARD  # noqa: E402
from tests.bench.kernels import MOST_MOVES, Stream, medians  # noqa: E402
from tests.languages.selfplay import play_game, table_of  # noqa: E402

GAMES: Final = 40


def positions_figures(lexicon_dir: Path, another: Path | None, repeats: int) -> Figures:
    """Microseconds a position and a play, on English and on another lexicon."""
    figures: Figures = {"english": _lexicon_figures(lexicon_dir / "en.gaddag", repeats)}
    if another is not None:
        figures[another.stem] = _lexicon_figures(another, repeats)
        ratio = figures[another.stem]["mean_us_a_play"] / figures["english"]["mean_us_a_play"]
        figures["a_play_beside_english"] = ratio
    return figures


def _lexicon_figures(file: Path, repeats: int) -> Figures:
    with Lexicon.open(file) as opened:
        table = table_of(opened, STANDARD)
        played = [
            position
            for number in range(GAMES)
            for position in play_game(opened, table, f"bench {number}", (CLUB, CLUB)).positions
        ]
        pairs = [(position.board, position.rack) for position in played]
        figures = _timed(Stream(table.lexicon, table.layout, pairs), repeats)
        # holds views of the mapping
        del table
    return figures


def _timed(stream: Stream, repeats: int) -> Figures:
    taken = medians(stream.calls(pruned=False, limit=MOST_MOVES), repeats)
    found = stream.plays()
    plain = [
        (us, plays)
        for us, plays, blanks in zip(taken, found, stream.blanks, strict=True)
        if not blanks
    ]
    return {
        "all_plays_us": {
            "all_positions": spread(taken),
            "without_blanks": spread([us for us, _ in plain]),
        },
        "plays_a_position": statistics.fmean(found),
        "mean_us_a_play": sum(taken) / sum(found),
        "mean_us_a_play_without_blanks": sum(us for us, _ in plain) / sum(n for _, n in plain),
    }
