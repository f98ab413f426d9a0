"""What of a Hunspell dictionary is left out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Skips:
    """What to leave out of an expansion.

    Attributes
    ----------
    fields : tuple of str
        Morphological fields of dictionary entries, such as ``po:topónimo``: an entry that has one
        of them goes, with all its forms.
    flags : tuple of str
        Flags, as the affix file writes them: an entry that has one of them goes.
    rules : tuple of str
        Beginnings of the morphological fields of affix rules, such as ``pa:pronome``: a rule
        whose fields begin so is not applied.
    rule_flags : tuple of str
        Flags of affix classes that are not applied.
    """

    fields: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    rule_flags: tuple[str, ...] = ()

    def and_also(self, other: Skips) -> Skips:
        """Return both together."""
        return Skips(
            self.fields + other.fields,
            self.flags + other.flags,
            self.rules + other.rules,
            self.rule_flags + other.rule_flags,
        )
