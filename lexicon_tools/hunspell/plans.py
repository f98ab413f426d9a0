"""What suffixes make of a word, worked out once for each way words end.

A class of suffixes looks at the last few characters of a word only. Words that end alike get the
same forms but for what stands before, so the answer, a plan, is kept by ending: for the suffixes
of a word, and again for those that follow a suffix.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, Protocol

from lexicon_tools.hunspell.affixes import Affixes, Rule
from lexicon_tools.hunspell.flags import NO_FLAGS, Flags


class Measure(Protocol):
    """Says how long parts of words are."""

    def least(self, text: str) -> int:
        """Return how long a text is at least."""

    def shared(self, text: str) -> int:
        """Return by how much less a text and one that follows it may be than both apart."""


class Characters:
    """Counts characters."""

    def least(self, text: str) -> int:
        """Return the number of characters."""
        return len(text)

    def shared(self, text: str) -> int:
        """Return 0: joining texts makes nothing shorter."""
        return 0


class Kind(NamedTuple):
    """What decides whether a suffixed word stands alone, and with which prefixes.

    Attributes
    ----------
    alone : bool
        Whether it is a word without a prefix.
    prefixes : frozenset of str or None
        Prefixes it can have beside those of its stem; None if it can have none at all.
    circumfix : bool
        Whether its prefix must be one half of a circumfix, or must not be.
    needs_affix : bool
        Whether it is a word only with a prefix that does not itself need an affix.
    """

    alone: bool
    prefixes: Flags | None
    circumfix: bool
    needs_affix: bool


@dataclass(frozen=True, slots=True)
class Endings:
    """Forms of one kind that keep the same part of the word.

    Attributes
    ----------
    kind : Kind
        Of all of them.
    taken : int
        Characters the forms take off the word's end.
    added : tuple of str
        What each puts there, the shortest first.
    lengths : tuple of int
        Of these, as they are measured.
    most_characters : int
        Of the one that has most.
    """

    kind: Kind
    taken: int
    added: tuple[str, ...]
    lengths: tuple[int, ...]
    most_characters: int

    def within(self, room: int) -> tuple[str, ...]:
        """Return what is no longer than some room."""
        return self.added[: bisect_right(self.lengths, room)]


@dataclass(frozen=True, slots=True)
class Base:
    """A suffixed word that takes a second suffix.

    Attributes
    ----------
    first : Kind
        What the first suffix says of all that is made with it.
    taken : int
        Characters it takes off the word's end.
    added : str
        What it puts there.
    followers : frozenset of str
        The classes of suffixes that may follow.
    """

    first: Kind
    taken: int
    added: str
    followers: Flags


@dataclass(frozen=True, slots=True)
class Plan:
    """What one suffix makes of a word.

    Attributes
    ----------
    endings : tuple of Endings
        The forms.
    bases : tuple of Base
        Those, words or not, that take a second suffix.
    """

    endings: tuple[Endings, ...]
    bases: tuple[Base, ...]


class _Suffix(NamedTuple):
    """A rule, and what follows from it alone.

    What it takes off and puts there is without the characters that are both.
    """

    rule: Rule
    kind: Kind
    taken: int
    added: str
    followers: Flags
    only_in_compound: bool


Groups = dict[tuple[Kind, int], dict[str, None]]
"""What is put there, once each, by the kind and by how much is taken off."""

_INDEXED = 2
"""Rules are looked up by this many of a word's last characters before they are tried."""


class SuffixPlans:
    """The plans of all sets of classes of suffixes.

    Parameters
    ----------
    affixes : Affixes
        The affix file.
    measure : Measure
        Says how long what suffixes add is.
    twofold : bool
        Whether a second suffix may follow; if not, plans have no bases.
    """

    def __init__(self, affixes: Affixes, measure: Measure, *, twofold: bool) -> None:
        self._affixes = affixes
        self._twofold = twofold
        self._measure = measure
        self._lengths: dict[str, int] = {}
        self._reach = {
            flag: max(max(len(rule.condition), len(rule.strip)) for rule in rules)
            for flag, rules in affixes.suffixes.items()
        }
        self._plans: dict[Flags, tuple[int, dict[str, Plan]]] = {}
        self._seconds: dict[tuple[Kind, Flags], tuple[int, dict[str, tuple[Endings, ...]]]] = {}
        self._classes: dict[str, dict[str, list[_Suffix]]] = {flag: {} for flag in self._reach}
        self._prepared: dict[str, list[_Suffix]] = {}
        self._candidates: dict[tuple[str, str], list[_Suffix]] = {}
        self._suffixes: dict[Flags, Flags] = {}
        self._prefixes: dict[Flags, Flags] = {}

    def plan(self, suffixes: Flags, word: str) -> Plan:
        """Return what one suffix of some classes makes of a word."""
        known = self._plans.get(suffixes)
        if known is None:
            known = self._plans[suffixes] = (self._tail_length(suffixes), {})
        length, plans = known
        tail = word[-length:]
        found = plans.get(tail)
        if found is None:
            found = plans[tail] = self._planned(suffixes, tail)
        return found

    def forget(self, suffixes: Flags) -> None:
        """Drop the plans of some classes: Hungarian's of all sets at once take gigabytes."""
        self._plans.pop(suffixes, None)

    def seconds(self, base: Base, form: str) -> tuple[Endings, ...]:
        """Return what a second suffix makes of a base, given the form that it is."""
        key = base.first, base.followers
        known = self._seconds.get(key)
        if known is None:
            known = self._seconds[key] = (self._tail_length(base.followers), {})
        length, endings = known
        tail = form[-length:]
        found = endings.get(tail)
        if found is None:
            found = endings[tail] = self._followed(base, tail)
        return found

    def suffixes_of(self, flags: Flags) -> Flags:
        """Return those of some flags that are classes of suffixes."""
        found = self._suffixes.get(flags)
        if found is None:
            found = frozenset(flag for flag in flags if flag in self._affixes.suffixes)
            self._suffixes[flags] = found
        return found

    def prefixes_of(self, flags: Flags) -> Flags:
        """Return those of some flags that are classes of prefixes."""
        found = self._prefixes.get(flags)
        if found is None:
            found = frozenset(flag for flag in flags if flag in self._affixes.prefixes)
            self._prefixes[flags] = found
        return found

    def _tail_length(self, suffixes: Flags) -> int:
        """Return how many last characters decide what some classes make of a word.

        It is one more than they look at: that tells a word that would lose all it has.
        """
        return max((self._reach[flag] for flag in suffixes), default=0) + 1

    def _fitting(self, suffixes: Flags, word: str) -> list[_Suffix]:
        """Return the suffixes of some classes that fit a word."""
        return [fitting for flag in sorted(suffixes) for fitting in self._of_class(flag, word)]

    def _of_class(self, flag: str, word: str) -> list[_Suffix]:
        tail = word[-self._reach[flag] - 1 :]
        found = self._classes[flag].get(tail)
        if found is None:
            most = len(tail) + self._affixes.full_strip
            found = [
                suffix
                for suffix in self._likely(flag, tail[-_INDEXED:])
                if suffix.rule.condition.ends(tail)
                and tail.endswith(suffix.rule.strip)
                and (not suffix.rule.strip or len(suffix.rule.strip) < most)
            ]
            self._classes[flag][tail] = found
        return found

    def _likely(self, flag: str, last: str) -> list[_Suffix]:
        """Return the suffixes of a class that words with these last characters may have."""
        found = self._candidates.get((flag, last))
        if found is None:
            suffixes = self._prepared.get(flag)
            if suffixes is None:
                suffixes = [self._suffix(rule) for rule in self._affixes.suffixes[flag]]
                self._prepared[flag] = suffixes
            found = [suffix for suffix in suffixes if suffix.rule.condition.may_end(last)]
            self._candidates[flag, last] = found
        return found

    def _suffix(self, rule: Rule) -> _Suffix:
        circumfix = self._affixes.circumfix in rule.flags
        needs_affix = self._affixes.need_affix in rule.flags
        prefixes = self.prefixes_of(rule.flags) if rule.cross else None
        same = _shared(rule.strip, rule.add)
        return _Suffix(
            rule,
            Kind(not (circumfix or needs_affix), prefixes, circumfix, needs_affix),
            len(rule.strip) - same,
            rule.add[same:],
            self.suffixes_of(rule.flags),
            self._affixes.only_in_compound in rule.flags,
        )

    def _planned(self, suffixes: Flags, tail: str) -> Plan:
        groups: Groups = {}
        bases: dict[tuple[Kind, int, str], Flags] = {}
        for suffix in self._fitting(suffixes, tail):
            if suffix.only_in_compound:
                continue
            kind = suffix.kind
            if kind.alone or kind.prefixes is not None:
                groups.setdefault((kind, suffix.taken), {})[suffix.added] = None
            if self._twofold and suffix.followers:
                # Of what a suffix lacks nothing is left once another follows it.
                first = Kind(True, kind.prefixes, kind.circumfix, False)
                base = first, suffix.taken, suffix.added
                bases[base] = bases.get(base, NO_FLAGS) | suffix.followers
        return Plan(
            self._endings(groups),
            tuple(Base(*base, followers) for base, followers in bases.items()),
        )

    def _followed(self, base: Base, tail: str) -> tuple[Endings, ...]:
        groups: Groups = {}
        first = base.first
        for suffix in self._fitting(base.followers, tail):
            second = suffix.kind
            # Half a circumfix counts on the inner suffix only, as Hunspell has it.
            if suffix.only_in_compound or second.circumfix > first.circumfix:
                continue
            prefixes = None
            if first.prefixes is not None and second.prefixes is not None:
                prefixes = first.prefixes | second.prefixes
            alone = not (first.circumfix or second.needs_affix)
            if alone or prefixes is not None:
                kind = Kind(alone, prefixes, first.circumfix, second.needs_affix)
                groups.setdefault((kind, suffix.taken), {})[suffix.added] = None
        return self._endings(groups)

    def _endings(self, groups: Groups) -> tuple[Endings, ...]:
        made = []
        for (kind, taken), texts in groups.items():
            added = tuple(sorted(texts, key=self._length))
            lengths = tuple(map(self._length, added))
            made.append(Endings(kind, taken, added, lengths, max(map(len, added))))
        return tuple(made)

    def _length(self, added: str) -> int:
        """Measure what a suffix adds, which is the same for many words."""
        found = self._lengths.get(added)
        if found is None:
            found = self._lengths[added] = self._measure.least(added)
        return found


def _shared(left: str, right: str) -> int:
    """Count the characters that two texts begin with alike."""
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
