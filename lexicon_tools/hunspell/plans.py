"""What suffixes make of a word, worked out once for each way words end.

A class of suffixes looks at the last few characters of a word only. Words that end alike get the
same forms but for what stands before, so the answer, a plan, is kept by ending: for the suffixes
of a word, and again for those that follow a suffix.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Generic, NamedTuple, Protocol, TypeVar

from lexicon_tools.hunspell.affixes import Affixes, Rule
from lexicon_tools.hunspell.flags import NO_FLAGS, Flags


class Measure(Protocol):
    """Says how long parts of words are.

    Attributes
    ----------
    most_shared : int
        What `shared` returns at most.
    """

    most_shared: int

    def least(self, text: str) -> int:
        """Return how long a text is at least."""

    def shared(self, text: str) -> int:
        """Return by how much less a text and one that follows it may be than both apart."""


class Characters:
    """Counts characters."""

    most_shared = 0

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

MOST_KEPT = 12_000_000
"""Suffixes that are kept in all plans. Hungarian keeps 8 million; where thousands of suffixes
follow thousands, and look at many characters, each word has millions that no other shares."""

_Worked = TypeVar("_Worked")


@dataclass(slots=True)
class _Tails(Generic[_Worked]):
    """What was worked out for some classes of suffixes, by how words end.

    Attributes
    ----------
    length : int
        Last characters that decide.
    found : dict of str to object
        What was worked out.
    size : int
        Suffixes in all that.
    """

    length: int
    found: dict[str, _Worked] = field(default_factory=dict)
    size: int = 0


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
        self._kept = 0
        self._plans: dict[Flags, _Tails[Plan]] = {}
        self._seconds: dict[tuple[Kind, Flags], _Tails[tuple[Endings, ...]]] = {}
        self._classes: dict[str, dict[str, list[_Suffix]]] = {flag: {} for flag in self._reach}
        self._prepared: dict[str, list[_Suffix]] = {}
        self._candidates: dict[tuple[str, str], list[_Suffix]] = {}
        self._growths: dict[Flags, int] = {}
        self._suffixes: dict[Flags, Flags] = {}
        self._prefixes: dict[Flags, Flags] = {}

    def plan(self, suffixes: Flags, word: str) -> Plan:
        """Return what one suffix of some classes makes of a word."""
        known = self._plans.get(suffixes)
        if known is None:
            known = self._plans[suffixes] = _Tails(self._tail_length(suffixes))
        tail = word[-known.length :]
        found = known.found.get(tail)
        if found is None:
            found = known.found[tail] = self._planned(suffixes, tail)
            self._keep(known, _size(found.endings) + len(found.bases))
        return found

    def forget(self, suffixes: Flags) -> None:
        """Drop the plans of some classes: Hungarian's of all sets at once take gigabytes."""
        known = self._plans.pop(suffixes, None)
        if known is not None:
            self._kept -= known.size

    def seconds(self, base: Base, form: str) -> tuple[Endings, ...]:
        """Return what a second suffix makes of a base, given the form that it is."""
        key = base.first, base.followers
        known = self._seconds.get(key)
        if known is None:
            known = self._seconds[key] = _Tails(self._tail_length(base.followers))
        tail = form[-known.length :]
        found = known.found.get(tail)
        if found is None:
            found = known.found[tail] = self._followed(base, tail)
            self._keep(known, _size(found))
        return found

    def growth(self, followers: Flags) -> int:
        """Return by how much second suffixes lengthen a base at least; below 0 they shorten it."""
        found = self._growths.get(followers)
        if found is None:
            rules = [rule for flag in followers for rule in self._affixes.suffixes[flag]]
            found = min(self._length(rule.add) - self._length(rule.strip) for rule in rules)
            self._growths[followers] = found
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

    def _keep(self, known: _Tails[_Worked], size: int) -> None:
        """Count what is kept, and begin anew if it is too much."""
        known.size += size
        self._kept += size
        if self._kept > MOST_KEPT:
            self._plans.clear()
            self._seconds.clear()
            for tails in self._classes.values():
                tails.clear()
            self._kept = 0

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
            self._kept += len(found)
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


def _size(endings: tuple[Endings, ...]) -> int:
    return sum(len(part.added) for part in endings)


def _shared(left: str, right: str) -> int:
    """Count the characters that two texts begin with alike."""
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
