"""The stable words that say why: what a program switches on, and what a page has messages for.

A message in another language is put together from such a word and from the values beside it, so a
word of these never changes its meaning. The rules of the game have words of their own,
`rules.placement.Reason` and `rules.game.reasons.GameReason`.
"""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why something is ``not-allowed-now``, besides what the rules of the game say."""

    ALREADY_SEATED = "already-seated"
    CHAT_OFF = "chat-off"
    NOT_OVER = "not-over"
    PLAYER_GONE = "player-gone"
    TOO_MANY_MATCHES = "too-many-matches"
    ALREADY_DECIDED = "already-decided"
    PROPOSAL_OPEN = "proposal-open"
    PROPOSALS_OFF = "proposals-off"
    TOO_MANY_OPEN = "too-many-open"
    WORD_MISSING = "word-missing"
    WORD_PRESENT = "word-present"


class FieldCode(StrEnum):
    """What is wrong with a field, besides what pydantic finds by itself (``string-too-long``)."""

    BOARD_OR_CGP = "board-or-cgp"
    BOARD_ROWS = "board-rows"
    COORDINATE = "coordinate"
    CURSOR = "cursor"
    FLAG = "flag"
    IDEMPOTENCY_KEY = "idempotency-key"
    LENGTH = "length"
    LENGTH_RANGE = "length-range"
    NAME_CHARACTERS = "name-characters"
    NAME_EMPTY = "name-empty"
    NAME_LENGTH = "name-length"
    NAME_MARKS = "name-marks"
    NAME_SIGNS = "name-signs"
    NO_COMMON_WORDS = "no-common-words"
    NOT_OF_THIS_KIND = "not-of-this-kind"
    NOTATION = "notation"
    OPTIONS = "options"
    OTHER_LEXICON = "other-lexicon"
    POSITION = "position"
    RACK = "rack"
    RACK_SIZE = "rack-size"
    REPEATED_FIELD = "repeated-field"
    ROW_WIDTH = "row-width"
    TEXT_CHARACTERS = "text-characters"
    TEXT_MARKS = "text-marks"
    TEXT_UNSEEN = "text-unseen"
    TILE_COUNT = "tile-count"
    TOO_FEW_TILES = "too-few-tiles"
    TOO_MANY = "too-many"
    UNKNOWN_TILE = "unknown-tile"
    WORD_LENGTH = "word-length"
