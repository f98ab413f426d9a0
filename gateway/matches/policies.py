"""How bots of each level choose a move: pure functions of what a player at their seat may know.

=======  ==========================================================================
novice   common words, or words of up to 5 tiles where the lexicon has no list of common ones,
         and of these a middling score
club     the highest score
expert   the highest equity: score and what the tiles are worth that stay
=======  ==========================================================================

Where there is no placement, all of them exchange if they may, else pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gateway.matches.leaves import MILLIPOINTS, LeaveValues
from gateway.matches.solving import Candidate
from rules.alphabet import Alphabet
from rules.game.state import GameState
from rules.game.transitions import bag_size_for_turn
from rules.moves import Exchange, Move, Pass, Placement
from rules.rack import Rack

NOVICE: Final = "novice"
CLUB: Final = "club"
EXPERT: Final = "expert"

CANDIDATES: Final[Mapping[str, int]] = {NOVICE: 1000, CLUB: 1, EXPERT: 150}
"""Placements a level looks at, the best by score."""

NOVICE_TILES: Final = 5
"""Tiles of the longest word a novice knows of a lexicon without common words."""

NOVICE_RANK: Final = 0.25
"""Where a novice's move stands among those it sees: 0 is the best, 1 the worst."""

EXCHANGE_COST_MILLIPOINTS: Final = 4000
"""What an exchange gives up beyond its score of 0: the turn passes, and the board opens."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What a player at a seat knows when it is in turn.

    Attributes
    ----------
    alphabet, rows, cols
        What coordinates and tiles are read by.
    rack
        The seat's tiles, machine letters.
    unseen_points
        Face value of all tiles the seat cannot see.
    bag_size
        Tiles in the bag once the last placement stands.
    may_exchange
        Whether the bag holds enough.
    seats
        Players still in the game.
    """

    alphabet: Alphabet
    rows: int
    cols: int
    rack: tuple[int, ...]
    unseen_points: int
    bag_size: int
    may_exchange: bool
    seats: int


def situation_of(state: GameState, seat: int) -> Situation:
    """Return what ``seat`` knows; of the bag and the other racks only what everybody can count."""
    options = state.options
    alphabet = options.alphabet
    rack = state.seats[seat].rack
    held = _rack(rack, alphabet)
    standing = state.board.tile_counts(alphabet.size)
    unseen = [
        total - on_board - own
        for total, on_board, own in zip(alphabet.counts, standing, held.counts, strict=True)
    ]
    bag_size = bag_size_for_turn(state)
    return Situation(
        alphabet=alphabet,
        rows=options.layout.rows,
        cols=options.layout.cols,
        rack=rack,
        unseen_points=sum(n * points for n, points in zip(unseen, alphabet.points, strict=True)),
        bag_size=bag_size,
        may_exchange=bag_size >= options.exchange_minimum and bool(rack),
        seats=len(state.active),
    )


def choose(
    level: str,
    situation: Situation,
    candidates: Sequence[Candidate],
    leaves: LeaveValues,
    *,
    common: bool = False,
) -> Move:
    """Return the move of a bot.

    Parameters
    ----------
    level
        ``novice``, ``club`` or ``expert``.
    situation
        What the bot knows.
    candidates
        Legal placements, the best by score first; the more the level looks at, the better.
    leaves
        What tiles are worth with this lexicon: to an expert in every turn, to all in an exchange.
    common
        Whether the candidates make common words only: a novice knows them all.
    """
    if level == NOVICE:
        known = candidates if common else _short(situation.alphabet, candidates)
        return _novice(situation, candidates, known, leaves)
    if level == EXPERT:
        return _expert(situation, candidates, leaves)
    if candidates:
        return _placement(situation, candidates[0])
    return _without_placement(situation, leaves)


def _novice(
    situation: Situation,
    candidates: Sequence[Candidate],
    known: Sequence[Candidate],
    leaves: LeaveValues,
) -> Move:
    if known:
        return _placement(situation, known[int((len(known) - 1) * NOVICE_RANK)])
    if situation.may_exchange or not candidates:
        return _without_placement(situation, leaves)
    # better a word beyond it than a pass
    return _placement(situation, candidates[-1])


def _short(alphabet: Alphabet, candidates: Sequence[Candidate]) -> list[Candidate]:
    return [
        move
        for move in candidates
        if all(len(alphabet.placed(word["word"])) <= NOVICE_TILES for word in move["words"])
    ]


def _expert(situation: Situation, candidates: Sequence[Candidate], leaves: LeaveValues) -> Move:
    best: Move | None = None
    best_equity = 0
    for move in candidates:
        equity = move["score"] * MILLIPOINTS + _worth_of_leave(situation, move["leave"], leaves)
        if best is None or equity > best_equity:
            best, best_equity = _placement(situation, move), equity
    if best is None:
        return _without_placement(situation, leaves)
    # no exchange keeps more than all that is worth keeping
    most = sum(max(0, leaves.tiles[letter]) for letter in situation.rack)
    if situation.may_exchange and most - EXCHANGE_COST_MILLIPOINTS > best_equity:
        exchange, equity = _best_exchange(situation, leaves)
        if equity > best_equity:
            return exchange
    return best


def _worth_of_leave(situation: Situation, leave: str, leaves: LeaveValues) -> int:
    """Return what is kept, in millipoints; once the bag is empty, what it costs or brings."""
    kept = situation.alphabet.rack_letters(leave)
    if situation.bag_size:
        return leaves.value(kept)
    if not kept:
        # going out brings what the others hold, twice where it is one other
        return (2 if situation.seats == 2 else 1) * situation.unseen_points * MILLIPOINTS
    points = sum(situation.alphabet.points[letter] for letter in kept)
    return -2 * points * MILLIPOINTS


def _best_exchange(situation: Situation, leaves: LeaveValues) -> tuple[Exchange, int]:
    """Return the exchange after which the tiles that are kept are worth most."""
    rack = _rack(situation.rack, situation.alphabet)
    best: tuple[int, ...] = ()
    best_equity = 0
    for returned in rack.exchanges():
        if len(returned) > situation.bag_size:
            continue
        equity = leaves.value(rack.take(returned).letters)
        if not best or equity > best_equity:
            best, best_equity = returned, equity
    return Exchange(best), best_equity - EXCHANGE_COST_MILLIPOINTS


def _without_placement(situation: Situation, leaves: LeaveValues) -> Move:
    return _best_exchange(situation, leaves)[0] if situation.may_exchange else Pass()


def _placement(situation: Situation, move: Candidate) -> Placement:
    return Placement.parse(
        move["coord"], move["tiles"], situation.alphabet, situation.rows, situation.cols
    )


def _rack(letters: Sequence[int], alphabet: Alphabet) -> Rack:
    counts = [0] * (alphabet.size + 1)
    for letter in letters:
        counts[letter] += 1
    return Rack(tuple(counts))
