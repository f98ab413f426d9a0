"""Kernels that numba compiles: building, reading and comparing word lists."""

from lexicon_tools.compilation import keep_apart

keep_apart()
