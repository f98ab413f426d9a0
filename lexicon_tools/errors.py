"""The exceptions of the lexicon tools.

Every message says what was expected, what came and what to do::

    LexiconError
    ├── WordListError               a word list that cannot be built from
    │   ├── UndecodableTextError    bytes that are no text               (line)
    │   ├── HunspellError           a dictionary that is not as it should be (path, line)
    │   ├── NoWordsError            nothing left to build from
    │   └── RejectedWordsError      words rejected where none may be     (rejected)
    ├── PackageError                a package that cannot be brought here
    ├── LexiconNameError            a name that cannot stand in a file's
    ├── UnknownLanguageError        a language without rules of its own
    ├── FormError                   a form that has no room for the tiles
    ├── ArcLimitError               more arcs than the form can index    (arcs, limit)
    ├── SearchError                 a search that makes no sense         (field)
    ├── NoCommonWordsError          no words marked where these are asked for
    ├── TileSetError                what no tile set can be made of
    ├── KwgError                    a KWG file that is refused           (path)
    ├── KwgLimitError               more nodes than a KWG file can index (nodes, limit)
    └── LexiconFileError            a file that is refused               (path)
        ├── NotALexiconError        it does not begin like a lexicon
        ├── ByteOrderError          written, or read, in another byte order
        ├── FormatVersionError      another version of the format        (expected, got)
        ├── FileSizeError           shorter or longer than it says       (expected, got)
        ├── ChecksumError           bytes have changed                   (part, expected, got)
        ├── OtherAlphabetError      not the alphabet asked for           (expected, got)
        ├── ManifestError           the list of a directory, see `lexicon_tools.manifest`
        └── MalformedLexiconError   well kept, and still wrong inside
"""

from pathlib import Path

from rules.errors import Params, TilewrightError


class LexiconError(TilewrightError):
    """Base of the errors of word lists and lexicon files."""

    code = "lexicon"


class WordListError(LexiconError):
    """A word list that cannot be built from."""

    code = "word-list"


class UndecodableTextError(WordListError):
    """Bytes that are no text in the encoding the file is in; ``line`` counts from 1."""

    code = "word-list-encoding"

    def __init__(self, message: str, *, line: int) -> None:
        super().__init__(message)
        self.line = line


class HunspellError(WordListError):
    """A line of a Hunspell dictionary that is not as the format has it; counts from 1."""

    code = "hunspell"

    def __init__(self, message: str, *, path: Path, line: int) -> None:
        super().__init__(message)
        self.path = path
        self.line = line


class NoWordsError(WordListError):
    """A word list without a single usable word."""

    code = "word-list-empty"


class RejectedWordsError(WordListError):
    """A word list with words that were rejected where that is not allowed."""

    code = "word-list-rejected"

    def __init__(self, message: str, *, rejected: int) -> None:
        super().__init__(message)
        self.rejected = rejected


class UnknownLanguageError(LexiconError):
    """A language without rules of its own."""

    code = "unknown-language"


class LanguageFileError(LexiconError):
    """A file with the rules of a language that cannot be gone by."""

    code = "language-file"


class PackageError(LexiconError):
    """A package of a language that cannot be brought here."""

    code = "package"


class LexiconNameError(LexiconError):
    """A name or version that cannot stand in a file's name or in ``name@version``."""

    code = "lexicon-name"


class FormError(LexiconError):
    """A form of the file that has no room for the alphabet's tiles."""

    code = "lexicon-form"


class ArcLimitError(LexiconError):
    """A word list that needs more arcs than the form of the file can index."""

    code = "lexicon-limit"

    def __init__(self, message: str, *, arcs: int, limit: int) -> None:
        super().__init__(message)
        self.arcs = arcs
        self.limit = limit


class NoCommonWordsError(LexiconError):
    """A lexicon without words that are marked as common, where these are asked for."""

    code = "no-common-words"


class TileSetError(LexiconError):
    """Weights, bands or numbers that no tile set can be made of."""

    code = "tile-set"


class KwgError(LexiconError):
    """A KWG file that is damaged or does not fit; the message begins with its path."""

    code = "kwg"

    def __init__(self, path: Path | str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = Path(path)


class KwgLimitError(LexiconError):
    """A lexicon that needs more nodes than a KWG file can index."""

    code = "kwg-limit"

    def __init__(self, message: str, *, nodes: int, limit: int) -> None:
        super().__init__(message)
        self.nodes = nodes
        self.limit = limit


class SearchError(LexiconError):
    """A search of words that makes no sense; ``field`` says which part of it, ``code`` why."""

    def __init__(
        self, field: str, code: str, message: str, *, params: Params | None = None
    ) -> None:
        super().__init__(message, params=params)
        self.field = field
        self.code = code


class LexiconFileError(LexiconError):
    """A file that is refused; the message begins with its path."""

    code = "lexicon-file"

    def __init__(self, path: Path | str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = Path(path)


class NotALexiconError(LexiconFileError):
    """A file that does not begin like a lexicon."""

    code = "lexicon-magic"


class ByteOrderError(LexiconFileError):
    """A file in another byte order than the format's, or a machine that has another."""

    code = "lexicon-byte-order"


class _ComparisonError(LexiconFileError):
    """An error that comes from a comparison."""

    def __init__(self, path: Path | str, message: str, *, expected: object, got: object) -> None:
        super().__init__(path, message)
        self.expected = expected
        self.got = got


class FormatVersionError(_ComparisonError):
    """A file in another version of the format."""

    code = "lexicon-version"


class FileSizeError(_ComparisonError):
    """A file whose size is not the one it says it has, in bytes."""

    code = "lexicon-truncated"


class ChecksumError(_ComparisonError):
    """A file whose bytes have changed since it was written."""

    code = "lexicon-checksum"

    def __init__(
        self, path: Path | str, message: str, *, part: str, expected: str, got: str
    ) -> None:
        super().__init__(path, message, expected=expected, got=got)
        self.part = part


class OtherAlphabetError(_ComparisonError):
    """A file for another alphabet than the one asked for."""

    code = "lexicon-alphabet"


class MalformedLexiconError(LexiconFileError):
    """A file whose checksums hold and whose contents are wrong all the same."""

    code = "lexicon-malformed"
