"""GCG, the record of a game of two, as other programs of the field read and write it.

::

    #character-encoding UTF-8
    #player1 Ada_L Ada L
    #player2 Ben Ben
    #lexicon en
    >Ada_L: JABEELR 8G JAB +24 24
    >Ben: EIKOSTT J7 KITE.. +11 11
    #note Ben thought long.

A line that begins with ``#`` is a pragma, one with ``>`` a turn: the player's nickname, the rack,
the move, its points and the player's total after it. The rack may be left out or hold only what
is known of it. Moves are

=================== ==========================================================================
``8G JAB``          a placement; ``.`` is a tile played through, blanks are in their blank form
``-AE``, ``-2``     an exchange, of these or of so many tiles
``-``               a pass
``--``              the last placement withdrawn after a challenge; the points are negative
``(challenge)``     points for having been challenged wrongly
``(AE)``            points for the tiles the other player was left with; without a rack before it
``AE (AE)``         points lost for the tiles the player was left with
``AE (time)``       points lost for time
=================== ==========================================================================

Tiles of several characters stand in brackets. A file without an encoding of its own is Latin-1,
as the format has it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from rules.alphabet import BLANK_FLAG, Alphabet
from rules.board import Board
from rules.errors import BoardError, NotationError, RulesError, quoted
from rules.layouts import Layout
from rules.moves import Placement

_ENCODING = re.compile(rb"\A#character-encoding[ \t]+([A-Za-z0-9._-]+)[ \t]*(?:\r|\n|\Z)")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LINE_END = re.compile(r"\r\n|\r|\n")
_POINTS = re.compile(r"[+-][0-9]{1,6}")
_TOTAL = re.compile(r"[+-]?[0-9]{1,6}")
_COUNT = re.compile(r"[0-9]{1,2}")


class GcgKind(StrEnum):
    """What a turn's line says."""

    PLACEMENT = "placement"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105 - a move, no password
    WITHDRAWN = "withdrawn"
    CHALLENGE_BONUS = "challenge-bonus"
    OTHER_RACK = "other-rack"
    OWN_RACK = "own-rack"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class GcgTurn:
    """A line of a game.

    Attributes
    ----------
    player : int
        0 or 1.
    kind : GcgKind
        What it says.
    points, total : int
        Points of the line, and the player's after it.
    rack : tuple of int
        What is known of the rack, machine letters, 0 for a blank.
    placement : Placement or None
        Of a placement.
    tiles : tuple of int
        Tiles returned by an exchange, or left at the end.
    count : int
        Tiles returned by an exchange, whether they are known or not.
    note : str
        A remark, without line breaks.
    """

    player: int
    kind: GcgKind
    points: int
    total: int
    rack: tuple[int, ...] = ()
    placement: Placement | None = None
    tiles: tuple[int, ...] = ()
    count: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class GcgPlayer:
    """A player; `nick` has no spaces and no colon."""

    nick: str
    name: str


@dataclass(frozen=True, slots=True)
class GcgGame:
    """A game.

    Attributes
    ----------
    players : (GcgPlayer, GcgPlayer)
        The one that began first.
    turns : tuple of GcgTurn
        In their order.
    pragmas : tuple of (str, str)
        Names and texts of the other pragmas before the first turn: ``lexicon``, ``id``,
        ``title``, ``description`` and whatever a program adds.
    racks : tuple of tuple of int
        What is known of each player's rack after the last turn.
    """

    players: tuple[GcgPlayer, GcgPlayer]
    turns: tuple[GcgTurn, ...] = ()
    pragmas: tuple[tuple[str, str], ...] = ()
    racks: tuple[tuple[int, ...], ...] = ((), ())

    def board(self, layout: Layout, turns: int | None = None) -> Board:
        """Return the board after the first `turns` turns, or all of them.

        Raises
        ------
        NotationError
            If a placement does not fit on it.
        """
        board = Board.empty(layout.rows, layout.cols)
        before: list[Board] = []
        for number, turn in enumerate(self.turns[:turns], start=1):
            if turn.placement is not None:
                before.append(board)
                try:
                    board = board.with_tiles(_checked(board, turn.placement))
                except RulesError as error:
                    raise NotationError(f"In turn {number}: {error}", field="moves") from error
            elif turn.kind is GcgKind.WITHDRAWN:
                if not before:
                    raise NotationError(
                        f"Expected a placement before turn {number}, which withdraws one, got "
                        "none; remove the turn.",
                        field="moves",
                    )
                board = before.pop()
        return board


def decode_gcg(data: bytes) -> str:
    """Return a file's text, in the encoding it names; Latin-1 if it names none.

    Raises
    ------
    NotationError
        If the encoding is not known or the bytes are none of it.
    """
    named = _ENCODING.match(data)
    encoding = named[1].decode("ascii") if named else "latin-1"
    if data.startswith(_BYTE_ORDER_MARK):
        data, encoding = data.removeprefix(_BYTE_ORDER_MARK), "utf-8"
    try:
        return data.decode(encoding)
    except (LookupError, UnicodeDecodeError) as error:
        raise NotationError(
            f"Expected a text in the encoding {quoted(encoding)}, got bytes that are none or an "
            "encoding that is not known; save it as UTF-8 and begin it with "
            "'#character-encoding UTF-8'."
        ) from error


def format_gcg(game: GcgGame, alphabet: Alphabet) -> str:
    """Write a game in the form `parse_gcg` reads, as text for a UTF-8 file."""
    lines = ["#character-encoding UTF-8"]
    for number, player in enumerate(game.players, start=1):
        lines.append(f"#player{number} {player.nick} {player.name}".rstrip())
    lines += [f"#{name} {text}".rstrip() for name, text in game.pragmas]
    for turn in game.turns:
        nick = game.players[turn.player].nick
        rack = alphabet.rack_text(turn.rack)
        lines.append(f">{nick}: {rack} {_move_text(turn, alphabet)} {turn.points:+d} {turn.total}")
        if turn.note:
            lines.append(f"#note {turn.note}")
    for number, left in enumerate(game.racks, start=1):
        if left:
            lines.append(f"#rack{number} {alphabet.rack_text(left)}")
    return "\n".join(lines) + "\n"


def parse_gcg(text: str, alphabet: Alphabet, layout: Layout) -> GcgGame:
    """Read a game.

    Parameters
    ----------
    text : str
        See `decode_gcg` for bytes.
    alphabet, layout : Alphabet, Layout
        What it was played with; the format does not say.

    Raises
    ------
    NotationError
        If a line does not read, a total is not the sum of the points, or a placement does not
        fit on the board; the message names the line.
    """
    reader = _Reader(alphabet, layout)
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        try:
            reader.read(line.strip())
        except NotationError as error:
            raise NotationError(f"In line {number}: {error}", field=error.field) from error
        except RulesError as error:
            raise NotationError(f"In line {number}: {error}", field="moves") from error
    game = reader.game()
    game.board(layout)
    return game


@dataclass(slots=True)
class _Reader:
    """What has been read of a game."""

    alphabet: Alphabet
    layout: Layout
    players: dict[int, GcgPlayer] = field(default_factory=dict)
    pragmas: list[tuple[str, str]] = field(default_factory=list)
    turns: list[GcgTurn] = field(default_factory=list)
    racks: list[tuple[int, ...]] = field(default_factory=lambda: [(), ()])
    totals: list[int] = field(default_factory=lambda: [0, 0])
    in_note: bool = False

    def read(self, line: str) -> None:
        """Read a line."""
        if line.startswith(">"):
            self.in_note = False
            self._turn(line[1:])
        elif line.startswith("#"):
            self._pragma(line[1:])
        elif line and self.in_note:
            self._note(line)
        elif line:
            raise NotationError(
                f"Expected a line that begins with # or >, got {quoted(line)}; correct or remove "
                "it."
            )

    def game(self) -> GcgGame:
        """Return the game once every line is read."""
        if set(self.players) != {0, 1}:
            raise NotationError(
                "Expected the players as '#player1 nick name' and '#player2 nick name', got "
                f"{len(self.players)} of them; add the pragmas at the top.",
                field="players",
            )
        return GcgGame(
            (self.players[0], self.players[1]),
            tuple(self.turns),
            tuple(self.pragmas),
            tuple(self.racks),
        )

    def _pragma(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        name, rest = name.lower(), rest.strip()
        self.in_note = name == "note"
        if name in ("player1", "player2"):
            self._player(int(name[-1]) - 1, rest)
        elif name in ("rack1", "rack2"):
            self.racks[int(name[-1]) - 1] = self.alphabet.rack_letters(rest)
        elif self.in_note:
            self._note(rest)
        elif name != "character-encoding" and not self.turns:
            self.pragmas.append((name, rest))

    def _player(self, at: int, text: str) -> None:
        nick, _, name = text.partition(" ")
        other = self.players.get(1 - at)
        if not nick or ":" in nick or (other is not None and other.nick == nick):
            raise NotationError(
                f"Expected a nickname of its own without a colon, then a name, got "
                f"{quoted(text)}; correct the pragma.",
                field="players",
            )
        self.players[at] = GcgPlayer(nick, name.strip() or nick)

    def _note(self, text: str) -> None:
        if self.turns and text:
            last = self.turns[-1]
            self.turns[-1] = replace(last, note=f"{last.note} {text}".strip())

    def _turn(self, text: str) -> None:
        nick, colon, rest = text.partition(":")
        found = [at for at, player in self.players.items() if player.nick == nick.strip()]
        parts = rest.split()
        if not colon or not found or len(parts) < 3:
            raise NotationError(
                "Expected a turn such as '>nick: RACK 8D WORD +24 120' of one of the players, "
                f"got {quoted('>' + text)}; correct it.",
                field="moves",
            )
        (player,) = found
        *words, points_text, total_text = parts
        if not _POINTS.fullmatch(points_text) or not _TOTAL.fullmatch(total_text):
            raise NotationError(
                "Expected points such as +24 and a total such as 120 at the end, got "
                f"{quoted(points_text)} and {quoted(total_text)}; correct them.",
                field="scores",
            )
        points, total = int(points_text), int(total_text)
        expected = self.totals[player] + points
        if total != expected:
            raise NotationError(
                f"Expected a total of {expected} for {nick.strip()} after {points:+d}, got "
                f"{total}; correct one of them.",
                field="scores",
            )
        self.totals[player] = total
        turn = GcgTurn(player, GcgKind.PASS, points, total)
        self.turns.append(self._move(turn, words))

    def _move(self, turn: GcgTurn, words: Sequence[str]) -> GcgTurn:
        last = words[-1]
        if last.startswith(("-", "(")) and len(words) <= 2:
            rack = self._letters(words[0]) if len(words) == 2 else ()
            turn = replace(turn, rack=rack)
            return self._dash(turn, last) if last[0] == "-" else self._bracket(turn, words)
        if len(words) not in (2, 3):
            raise NotationError(
                "Expected a rack and a move such as 8D WORD, -AE, -, -- or (AE), got "
                f"{quoted(' '.join(words))}; correct it.",
                field="moves",
            )
        *rack_text, coordinate, tiles = words
        placement = Placement.parse(
            coordinate,
            _without_parentheses(tiles, self.alphabet),
            self.alphabet,
            self.layout.rows,
            self.layout.cols,
        )
        rack = self._letters(rack_text[0]) if rack_text else ()
        return replace(turn, kind=GcgKind.PLACEMENT, rack=rack, placement=placement)

    def _dash(self, turn: GcgTurn, move: str) -> GcgTurn:
        if move == "-":
            return turn
        if move == "--":
            return replace(turn, kind=GcgKind.WITHDRAWN)
        turn = replace(turn, kind=GcgKind.EXCHANGE)
        if _COUNT.fullmatch(move[1:]):
            return replace(turn, count=int(move[1:]))
        tiles = self.alphabet.rack_letters(move[1:])
        return replace(turn, tiles=tiles, count=len(tiles))

    def _bracket(self, turn: GcgTurn, words: Sequence[str]) -> GcgTurn:
        inside = words[-1]
        if not inside.endswith(")"):
            raise NotationError(
                f"Expected a closing bracket, got {quoted(inside)}; correct it.", field="moves"
            )
        inside = inside[1:-1]
        if inside == "challenge":
            return replace(turn, kind=GcgKind.CHALLENGE_BONUS)
        if inside == "time":
            return replace(turn, kind=GcgKind.TIME)
        kind = GcgKind.OWN_RACK if len(words) == 2 else GcgKind.OTHER_RACK
        return replace(turn, kind=kind, tiles=self.alphabet.rack_letters(inside))

    def _letters(self, text: str) -> tuple[int, ...]:
        return self.alphabet.rack_letters(text)


def _move_text(turn: GcgTurn, alphabet: Alphabet) -> str:
    if turn.placement is not None:
        return f"{turn.placement.coordinate} {turn.placement.tiles_text(alphabet)}"
    tiles = alphabet.rack_text(turn.tiles)
    return {
        GcgKind.EXCHANGE: f"-{tiles or turn.count}",
        GcgKind.WITHDRAWN: "--",
        GcgKind.CHALLENGE_BONUS: "(challenge)",
        GcgKind.TIME: "(time)",
        GcgKind.OWN_RACK: f"({tiles})",
        GcgKind.OTHER_RACK: f"({tiles})",
    }.get(turn.kind, "-")


def _without_parentheses(text: str, alphabet: Alphabet) -> str:
    """Write tiles played through, which some programs put in parentheses, as dots."""
    return re.sub(r"\(([^()]*)\)", lambda found: "." * len(alphabet.placed(found[1])), text)


def _checked(board: Board, placement: Placement) -> tuple[tuple[int, int, int], ...]:
    """Return the new tiles of a placement whose every dot has a tile under it."""
    for (row, col), value in zip(placement.squares, placement.tiles, strict=True):
        if not value and not board.at(row, col):
            raise BoardError(
                "Expected a tile to play through, got an empty square; write the tile that was "
                "placed.",
                row=row,
                col=col,
            )
    return placement.placed


def rack_tiles(placement: Placement) -> tuple[int, ...]:
    """Return what a placement takes from a rack: machine letters, 0 for a blank."""
    return tuple(0 if value & BLANK_FLAG else value for _, _, value in placement.placed)
