"""All the words a Hunspell dictionary stands for."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lexicon_tools.hunspell.affixes import Affixes, Rule, read_affixes
from lexicon_tools.hunspell.dictionary import Dictionary, read_dictionary
from lexicon_tools.hunspell.flags import NO_FLAGS, Flags
from lexicon_tools.hunspell.plans import Characters, Endings, Measure, SuffixPlans
from lexicon_tools.hunspell.skips import Skips

PIECE_CHARACTERS = 1 << 20
MOST_SUFFIXES = 2
"""Suffixes on a word that the format has."""

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is (0: not known)."""

STAGES = ("read dictionary", "expand words")


@dataclass
class Report:
    """What was met while a dictionary was expanded.

    Attributes
    ----------
    entries, skipped, forbidden : int
        Entries expanded, left out by what was asked, and words the dictionary forbids.
    forms : int
        Words given, repeated ones in.
    encoding : str
        What both files are in, by Python's name.
    left_out : list of str
        Lines of the affix file that say nothing.
    """

    entries: int = 0
    skipped: int = 0
    forbidden: int = 0
    forms: int = 0
    encoding: str = ""
    left_out: list[str] = field(default_factory=list)


def expand(
    aff: Path,
    dic: Path,
    *,
    skip: Skips | None = None,
    longest: int | None = None,
    measure: Measure | None = None,
    suffixes: int = MOST_SUFFIXES,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Iterator[str]:
    r"""Yield every word a dictionary stands for, compounds aside.

    Parameters
    ----------
    aff, dic : Path
        The two files of the dictionary.
    skip : Skips, optional
        What to leave out.
    longest : int, optional
        How long a word may be; longer ones are not given.
    measure : Measure, optional
        Says how long words are at least; without it characters count.
    suffixes : int
        Suffixes a word may have, 1 or 2. Two make billions of words of some languages, such as
        Hungarian.
    progress : callable, optional
        Told about stages and how far they are.
    report : Report, optional
        Filled while words are given.

    Yields
    ------
    str
        Many lines, a word each, ended by ``\n``, in the dictionary's case and order; a word can
        come several times.

    Raises
    ------
    HunspellError
        If a file is not as the format has it; names file and line.
    OSError
        If a file cannot be read.
    """
    tell = progress or (lambda _stage, _done, _total: None)
    report = report if report is not None else Report()
    skip = skip or Skips()
    tell(STAGES[0], 0, 0)
    affixes = read_affixes(aff, skip)
    dictionary = read_dictionary(dic, affixes, skip)
    report.entries = sum(map(len, dictionary.entries.values()))
    report.skipped, report.forbidden = dictionary.skipped, len(dictionary.forbidden)
    report.left_out += affixes.left_out
    report.encoding = affixes.encoding
    tell(STAGES[1], 0, report.entries)
    finish = _Finish(affixes, dictionary)
    expander = _Expander(affixes, longest, measure or Characters(), suffixes)
    for text, done in _gathered(expander.blocks(dictionary)):
        finished = finish.finished(text)
        report.forms += finished.count("\n")
        yield finished
        tell(STAGES[1], done, report.entries)


def _gathered(blocks: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Join the blocks of entries to large pieces; yield each, and how many blocks there were."""
    gathered: list[str] = []
    size = done = 0
    for block in blocks:
        gathered.append(block)
        size += len(block)
        done += 1
        if size >= PIECE_CHARACTERS:
            yield "".join(gathered), done
            gathered.clear()
            size = 0
    if gathered:
        yield "".join(gathered), done


class _Finish:
    """The last step: words that are forbidden go, characters become what is written."""

    def __init__(self, affixes: Affixes, dictionary: Dictionary) -> None:
        self._forbidden = dictionary.forbidden
        self._output = affixes.output
        longest_first = sorted(self._output, key=len, reverse=True)
        self._inner = re.compile("|".join(map(re.escape, longest_first)))

    def finished(self, text: str) -> str:
        """Return a piece as it is given out."""
        if self._forbidden:
            words = text.split("\n")
            if not self._forbidden.isdisjoint(words):
                text = "\n".join(word for word in words if word not in self._forbidden)
        if self._output:
            text = self._inner.sub(lambda found: self._output[found[0]], text)
        return text


class _Expander:
    """Makes the forms of entries, a block of lines an entry."""

    def __init__(
        self, affixes: Affixes, longest: int | None, measure: Measure, suffixes: int
    ) -> None:
        self._affixes = affixes
        self._longest = longest if longest is not None else sys.maxsize
        self._measure = measure
        self._plans = SuffixPlans(affixes, measure, twofold=suffixes >= MOST_SUFFIXES)
        self._prefix_rules: dict[Flags, tuple[Rule, ...]] = {}
        stripped = {rule.strip for rules in affixes.prefixes.values() for rule in rules}
        # What prefixes may shorten a word by, and what two seams may, where tiles overlap.
        self._slack = max(map(measure.least, stripped), default=0) + 2 * measure.most_shared**2

    def blocks(self, dictionary: Dictionary) -> Iterator[str]:
        """Yield the block of every entry."""
        plans = self._plans
        for flags, words in dictionary.entries.items():
            if self._affixes.only_in_compound in flags:
                yield from ("" for _ in words)
                continue
            bare = self._affixes.need_affix not in flags
            suffixes = plans.suffixes_of(flags)
            prefixes = plans.prefixes_of(flags)
            for word in words:
                lines: list[str] = []
                if bare:
                    self._add_word(lines, word)
                if suffixes:
                    for stem, endings in self._suffixed(suffixes, word):
                        self._add_endings(lines, stem, endings)
                        self._add_crossed(lines, stem, endings, prefixes)
                if prefixes:
                    self._add_prefixed(lines, word, flags, prefixes)
                yield "".join(lines)
            plans.forget(suffixes)

    def _suffixed(self, suffixes: Flags, word: str) -> Iterator[tuple[str, tuple[Endings, ...]]]:
        """Yield what one suffix makes of a word, and what another makes of that."""
        plan = self._plans.plan(suffixes, word)
        yield word, plan.endings
        length = len(word)
        for base in plan.bases:
            form = word[: length - base.taken] + base.added
            room = self._longest + self._slack - self._plans.growth(base.followers)
            if len(form) <= room or self._measure.least(form) <= room:
                yield form, self._plans.seconds(base, form)

    def _add_endings(self, lines: list[str], word: str, endings: tuple[Endings, ...]) -> None:
        """Add the suffixed forms that are words alone."""
        for part in endings:
            if part.kind.alone:
                self._add_all(lines, word[: len(word) - part.taken], part)

    def _add_word(self, lines: list[str], word: str) -> None:
        if len(word) <= self._longest or self._measure.least(word) <= self._longest:
            lines += (word, "\n")

    def _add_all(self, lines: list[str], stem: str, part: Endings) -> None:
        """Add forms that begin alike; joining them is what makes all this fast."""
        added = part.added
        if len(stem) + part.most_characters > self._longest:
            measure = self._measure
            added = part.within(self._longest - measure.least(stem) + measure.shared(stem))
        if added:
            lines += (stem, ("\n" + stem).join(added), "\n")

    def _add_crossed(
        self, lines: list[str], word: str, endings: tuple[Endings, ...], prefixes: Flags
    ) -> None:
        """Add suffixed forms with the prefixes they or the word can have."""
        for part in endings:
            own = part.kind.prefixes
            if own is not None and (own or prefixes):
                for rule in self._rules(own | prefixes):
                    self._add_cross(lines, word, part, rule)

    def _add_prefixed(self, lines: list[str], word: str, flags: Flags, prefixes: Flags) -> None:
        """Add the word with its prefixes, and with the suffixes that come with a prefix."""
        affixes = self._affixes
        bad = {affixes.need_affix, affixes.circumfix, affixes.only_in_compound}
        for rule in self._rules(prefixes):
            if bad.isdisjoint(rule.flags) and self._begins(rule, word):
                self._add_word(lines, rule.add + word[len(rule.strip) :])
            suffixes = self._plans.suffixes_of(rule.flags - flags) if rule.flags else NO_FLAGS
            if suffixes:
                for stem, endings in self._suffixed(suffixes, word):
                    for part in endings:
                        self._add_cross(lines, stem, part, rule)

    def _add_cross(self, lines: list[str], word: str, part: Endings, rule: Rule) -> None:
        """Add suffixed forms with a prefix; its condition is on the suffixed form."""
        affixes, kind = self._affixes, part.kind
        if (
            not rule.cross
            or kind.prefixes is None
            or (affixes.circumfix in rule.flags) is not kind.circumfix
            or (kind.needs_affix and affixes.need_affix in rule.flags)
            or affixes.only_in_compound in rule.flags
        ):
            return
        stem = word[: len(word) - part.taken]
        if len(stem) > max(len(rule.condition), len(rule.strip)):
            if self._begins(rule, stem):
                self._add_all(lines, rule.add + stem[len(rule.strip) :], part)
            return
        for added in part.added:
            form = stem + added
            if self._begins(rule, form):
                self._add_word(lines, rule.add + form[len(rule.strip) :])

    def _begins(self, rule: Rule, word: str) -> bool:
        """Say whether a prefix rule fits a word."""
        if not (rule.condition.begins(word) and word.startswith(rule.strip)):
            return False
        return not rule.strip or len(rule.strip) < len(word) + self._affixes.full_strip

    def _rules(self, prefixes: Flags) -> tuple[Rule, ...]:
        found = self._prefix_rules.get(prefixes)
        if found is None:
            classes = self._affixes.prefixes
            found = tuple(rule for flag in sorted(prefixes) for rule in classes[flag])
            self._prefix_rules[prefixes] = found
        return found
