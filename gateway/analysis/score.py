"""Judges one placement: legal or not, its words, their validity, its points."""

from __future__ import annotations

from dataclasses import dataclass

from gateway.analysis.models import JudgedWord, ScoreAnswer, ScoreBody
from gateway.analysis.position import Position, check_tiles, read_rack
from gateway.problems import field_problem
from gateway.reasons import FieldCode
from gateway.words.judge import reference
from rules.alphabet import BLANK, BLANK_FLAG
from rules.errors import CoordinateError, IllegalMove, TokenError
from rules.moves import Placement
from rules.placement import Reason
from rules.rack import Rack
from rules.scoring import ScoredPlacement, ScoringRules, score_placement
from rules.squares import Square
from solver_worker.protocol import PositionWarning


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What a placement came to: points, or the rule it breaks."""

    scored: ScoredPlacement | None
    reason: str | None = None
    detail: str | None = None
    squares: tuple[Square, ...] = ()


def judge_placement(body: ScoreBody, position: Position) -> ScoreAnswer:
    """Judge the placement of ``body`` on ``position``.

    Without a rack the tiles may be any that the set can spare.

    Raises
    ------
    ProblemError
        ``invalid-request`` where coordinate, tiles or rack do not read.
    """
    placement = _read_placement(body, position)
    verdict = _judge(body, position, placement, _rack(body, position, placement))
    scored = verdict.scored
    words = _judged_words(scored, position) if scored is not None else []
    alphabet = position.lexicon.alphabet
    return ScoreAnswer(
        legal=scored is not None,
        reason=verdict.reason,
        detail=verdict.detail,
        squares=list(verdict.squares),
        valid=bool(words) and all(word.valid for word in words),
        coord=scored.placement.coordinate if scored is not None else None,
        tiles=scored.placement.tiles_text(alphabet) if scored is not None else None,
        words=words,
        bonus=scored.bonus if scored is not None else 0,
        score=scored.total if scored is not None else 0,
        lexicon=reference(position.lexicon),
        layout=position.layout.name,
        warnings=position_warnings(position),
    )


def position_warnings(position: Position) -> list[PositionWarning]:
    """Name what is odd in a position that is analysed all the same, as the worker names it.

    With no tile on the start square the first group of tiles counts as the one that hangs on.
    """
    board, start = position.board, position.layout.start
    if board.is_empty:
        return []
    warnings: list[PositionWarning] = []
    start_is_empty = not board.at(*start)
    loose = board.islands(start)[1 if start_is_empty else 0 :]
    if loose:
        warnings.append(
            PositionWarning(
                code="floating-island",
                detail="Tiles that are not connected with the start square stand on the board.",
                squares=sorted(square for group in loose for square in group),
            )
        )
    if start_is_empty:
        warnings.append(
            PositionWarning(
                code="start-square-empty",
                detail="Tiles stand on the board, but none covers the start square.",
                squares=[start],
            )
        )
    return warnings


def _read_placement(body: ScoreBody, position: Position) -> Placement:
    asked, layout = body.placement, position.layout
    try:
        return Placement.parse(
            asked.coord, asked.tiles, position.lexicon.alphabet, layout.rows, layout.cols
        )
    except CoordinateError as error:
        raise field_problem("/placement/coord", FieldCode.COORDINATE, str(error)) from None
    except TokenError as error:
        raise field_problem(
            "/placement/tiles", FieldCode.UNKNOWN_TILE, str(error), error.params
        ) from None


def _rack(body: ScoreBody, position: Position, placement: Placement) -> Rack | None:
    """Return the rack if one is named; without one check that the set can spare the tiles."""
    if body.rack is not None:
        return read_rack(body, position)
    counts = [0] * (position.lexicon.alphabet.size + 1)
    for value in placement.tiles:
        if value:
            counts[BLANK if value & BLANK_FLAG else value] += 1
    check_tiles(body, position, Rack(tuple(counts)), "/placement/tiles")
    return None


def _judge(
    body: ScoreBody, position: Position, placement: Placement, rack: Rack | None
) -> _Verdict:
    placed = tuple((row, col) for row, col, _ in placement.placed)
    if len(placed) > body.rack_size:
        return _Verdict(
            None,
            Reason.NOT_IN_RACK.value,
            f"Expected at most {body.rack_size} placed tiles, a full rack, got {len(placed)}; "
            "place fewer.",
            placed[body.rack_size :],
        )
    try:
        scored = score_placement(
            position.board,
            position.layout,
            position.lexicon.alphabet,
            placement,
            ScoringRules(bingo_bonus=body.bingo_bonus, rack_size=body.rack_size),
            rack=rack,
        )
    except IllegalMove as error:
        return _Verdict(None, error.reason, str(error), error.squares)
    return _Verdict(scored, squares=placed)


def _judged_words(scored: ScoredPlacement, position: Position) -> list[JudgedWord]:
    return [
        JudgedWord(word=word.text, valid=position.lexicon.contains(word.letters), score=word.points)
        for word in scored.words
    ]
