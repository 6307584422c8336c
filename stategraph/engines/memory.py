"""The memory that the process holds, and the memory that is available.

Linux reports both numbers in small files. On other systems `psutil` is used; its import takes
longer than many expansions.
"""

from __future__ import annotations

import os
from pathlib import Path

_PROCESS, _MACHINE = Path("/proc/self/statm"), Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")


def held_memory() -> int:
    """Return the number of bytes that the process holds."""
    return _own()[1]


def own_memory() -> int:
    """Return the number of bytes that the process holds, without mapped files."""
    try:
        resident, shared = map(int, _PROCESS.read_text().split()[1:3])
        return (resident - shared) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return held_memory()


def free_memory() -> int:
    """Return the number of bytes that are free: in the machine, the container and the rlimit."""
    free = [_available()]
    try:
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_AS)
        if soft != resource.RLIM_INFINITY:
            free.append(soft - _own()[0])
    except ImportError:  # not on Windows
        pass
    try:
        most = int((_GROUP / "memory.max").read_text())
        free.append(most - int((_GROUP / "memory.current").read_text()))
    except (OSError, ValueError):  # no such control group, or no limit
        pass
    return max(0, min(free))


def make_room(size: int) -> None:
    """Raise ``MemoryError`` if `size` bytes of address space are not available.

    Some libraries end the program, crash or hang if they are loaded with too little memory.
    """
    import mmap

    try:
        mmap.mmap(-1, size).close()
    except OSError:
        raise MemoryError from None


def _own() -> tuple[int, int]:
    """Return the size of the process's address space and the memory that it holds, in bytes."""
    try:
        mapped, resident = map(int, _PROCESS.read_text().split()[:2])
        page = os.sysconf("SC_PAGE_SIZE")
        return mapped * page, resident * page
    except (OSError, ValueError, AttributeError):
        import psutil

        memory = psutil.Process().memory_info()
        return memory.vms, memory.rss


def _available() -> int:
    """Return the number of available bytes of the machine."""
    try:
        lines = dict(line.split(":") for line in _MACHINE.read_text().splitlines())
        return int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, ValueError, KeyError):
        import psutil

        available: int = psutil.virtual_memory().available
        return available
