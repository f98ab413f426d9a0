"""Bit counting that compiles to one machine instruction.

Numba has no built-in population count. The plain functions below serve when kernels run as
ordinary Python (``NUMBA_DISABLE_JIT=1``); compiled code gets LLVM's ``ctpop`` and ``cttz``.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload


def popcount(mask: Any) -> Any:
    """Count the set bits of a uint64.

    Parameters
    ----------
    mask : uint64

    Returns
    -------
    uint64
        0 to 64.
    """
    return np.uint64(int(mask).bit_count())


def lowest_bit(mask: Any) -> Any:
    """Find the index of the lowest set bit of a uint64 that is not zero.

    Parameters
    ----------
    mask : uint64
        Not zero: the answer for zero is undefined in compiled code.

    Returns
    -------
    uint64
        0 to 63.
    """
    value = int(mask)
    return np.uint64((value & -value).bit_length() - 1)


@intrinsic
def _ctpop(typingctx: Any, mask: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def _cttz(typingctx: Any, mask: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.true_bit)

    return types.uint64(types.uint64), codegen


@overload(popcount)
def _compile_popcount(mask: Any) -> Any:
    def compiled(mask: Any) -> Any:
        return _ctpop(np.uint64(mask))

    return compiled if isinstance(mask, types.Integer) else None


@overload(lowest_bit)
def _compile_lowest_bit(mask: Any) -> Any:
    def compiled(mask: Any) -> Any:
        return _cttz(np.uint64(mask))

    return compiled if isinstance(mask, types.Integer) else None


def prefetch(array: Any, index: Any) -> None:
    """Ask the processor for the cache line of ``array[index]`` (first axis); no effect else.

    Parameters
    ----------
    array : array of uint64, C-contiguous
    index : uint64
        Need not be in range.
    """


@intrinsic
def _prefetch(typingctx: Any, array: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, args[0])
        item_bytes = 8 if signature.args[0].ndim == 1 else 16
        data = builder.ptrtoint(view.data, cgutils.intp_t)
        address = builder.add(data, builder.mul(args[1], cgutils.intp_t(item_bytes)))
        pointer = builder.inttoptr(address, cgutils.voidptr_t)
        int32 = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, int32, int32, int32])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, int32(0), int32(3), int32(1)])
        return context.get_dummy_value()

    return types.void(array, types.uint64), codegen


@overload(prefetch)
def _compile_prefetch(array: Any, index: Any) -> Any:
    def compiled(array: Any, index: Any) -> Any:
        _prefetch(array, np.uint64(index))

    return compiled if isinstance(array, types.Array) else None
