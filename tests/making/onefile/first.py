"""The start of `shanghai.pyz`, which any Python 3 can read; older ones cannot read the rest."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - here an older Python is told so
    version = ".".join(map(str, sys.version_info[:2]))
    sys.exit("Shanghai needs Python 3.11 or newer, and this is Python " + version + ".")

if __name__ == "__main__":
    from unpacking import start

    sys.exit(start(sys.argv[1:]))
