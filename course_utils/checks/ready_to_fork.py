"""A process that others are forked from: what makes each fork quick."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import os
import sys

_MADV_COLLAPSE = 25  # asm-generic/mman-common.h


def import_what_can_be(*modules: str) -> None:
    """Imports modules by name. One that is broken is left to whoever needs it, and told there."""
    for name in modules:
        with contextlib.suppress(Exception):
            importlib.import_module(name)


def get_ready_to_fork() -> None:
    """To be called when all is imported. From then on the garbage collector leaves alone what there
    is: its marks are written on every page, which each fork would have to copy."""
    os.register_at_fork(after_in_child=_take_the_threads_over)
    gc.collect()
    gc.freeze()
    if sys.platform.startswith("linux"):
        _collapse()


def _take_the_threads_over() -> None:
    """PyTorch makes its pool of threads anew when a forked process first asks for it, and of two
    threads that ask at once, the second may find none ("Invalid thread pool!"). At the fork there is
    only one. transformers loads weights in several."""
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)


def _collapse() -> None:
    """Joins the memory of this process into pages of 2 MiB where the kernel can (Linux 6.1): a fork
    copies the table of pages, and takes 3 ms in place of 30."""
    page = 2**21
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    with open("/proc/self/maps") as file:
        lines = [line.split() for line in file]
    for addresses, kind, _, _, inode, *_ in lines:
        if kind == "rw-p" and inode == "0":
            first, end = (int(address, 16) for address in addresses.split("-"))
            first, end = -(-first // page) * page, end // page * page
            if first < end:
                madvise(first, end - first, _MADV_COLLAPSE)  # a failure costs only time
