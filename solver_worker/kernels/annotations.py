"""Names for what compiled functions take; their docstrings give the exact machine types."""

from typing import Any, TypeAlias

from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

# A uint64, int64 or bool: mixing them follows numba's rules, which no checker knows.
Number: TypeAlias = Any
