"""Opening what a user has named without ever waiting: a pipe without its other end would hold up the whole process.

Both functions are openers for `open`, and raise OSError with a reason that ends a sentence.
"""

from __future__ import annotations

import errno
import os
import stat

#: Not there on Windows, where no name leads to a pipe that waits.
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


def at_once(path: str, flags: int) -> int:
    """A descriptor of a file, a device, or a pipe of which somebody holds the other end."""
    try:
        return os.open(path, flags | _NONBLOCK, 0o666)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        raise OSError(errno.ENXIO, "it is not a file, and nobody reads it", path) from error


def regular(path: str, flags: int) -> int:
    """A descriptor of a regular file; reading from anything else could wait for ever."""
    descriptor = at_once(path, flags)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    raise OSError(errno.EINVAL, "it is not a file", path)
