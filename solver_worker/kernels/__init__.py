"""Kernels that numba compiles: move generation and searches of words."""

from lexicon_tools.compilation import keep_apart

keep_apart()
