"""Has glibc give memory back that large answers needed."""

from __future__ import annotations

import ctypes
import logging

LOGGER = logging.getLogger(__name__)

# <malloc.h>
M_TRIM_THRESHOLD = -1
M_MMAP_THRESHOLD = -3
M_ARENA_MAX = -8

LARGE_BYTES = 1 << 20
ARENAS = 2


def tune_allocator() -> bool:
    """Keep large blocks out of the heap and the number of heaps small; whether libc took it.

    A full answer is up to 17 megabytes. Left alone, glibc raises the size from which it maps a
    block by itself to the greatest it has seen, later blocks then fragment the heap of whatever
    thread frees them, and a worker that has sent a few full answers keeps 70 MB more for ever
    (152 MB of anonymous memory against 86 MB). A value that is set is not raised.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another libc: its allocator is left as it is
        LOGGER.debug("no mallopt here")
        return False
    settings = (
        (M_MMAP_THRESHOLD, LARGE_BYTES),
        (M_TRIM_THRESHOLD, LARGE_BYTES),
        (M_ARENA_MAX, ARENAS),
    )
    taken = [mallopt(name, value) == 1 for name, value in settings]
    return all(taken)
