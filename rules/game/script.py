"""What a command sets going, written down event by event."""

from __future__ import annotations

from rules.game import ending
from rules.game.clocks import elapsed_ms
from rules.game.commands import Judge
from rules.game.draws import Draws
from rules.game.events import EndReason, Event, Passed, Stood
from rules.game.evolve import evolve
from rules.game.state import GameState, Phase
from rules.game.transitions import tiles_due


class Script:
    """The events of one command, and the state after them.

    Parameters
    ----------
    state : GameState
        The match before the command.
    now_ms : int
        The wall clock; the match's time never runs backwards, whatever the clock does.
    judge, draws : Judge, Draws
        What the rules ask about words and for tiles.
    """

    def __init__(self, state: GameState, now_ms: int, judge: Judge, draws: Draws) -> None:
        self.state = state
        self.now_ms = max(now_ms, state.at_ms)
        self.judge = judge
        self.draws = draws
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Write down an event."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def drawn(self, n: int) -> tuple[int, ...]:
        """Draw `n` tiles, in the block that comes next; drawing none takes no block."""
        return self.draws.draw(self.state.bag, n, self.state.block)

    def turn_ms(self) -> int:
        """Return how long the turn has taken."""
        return elapsed_ms(self.state, self.now_ms)

    def let_stand(self) -> None:
        """Let the last placement stand, if there is one that could be challenged."""
        pending = self.state.pending
        if pending is not None:
            self.add(Stood(self.now_ms, pending.seat, self.drawn(tiles_due(self.state))))

    def next_turn(self) -> None:
        """End the match if the turns so far end it, else skip turns that were lost."""
        reason = ending.end_by_turns(self.state)
        if reason is not None:
            self.end(reason)
            return
        state = self.state
        if state.phase is not Phase.PLAYING or state.turn is None:
            return
        seat = state.seats[state.turn]
        if state.pending is not None and state.pending.seat == state.turn:
            # Everyone else has lost the turn; the placement has been round the table.
            self.let_stand()
        if seat.loses_next_turn:
            due = -seat.hint_points_due
            self.add(Passed(self.now_ms, state.turn, "lost-turn", due, self.turn_ms()))
            self.next_turn()

    def end(self, reason: EndReason, out: int | None = None) -> None:
        """End the match."""
        self.add(ending.ended(self.state, reason, self.now_ms, self.draws.reveal(), out))
