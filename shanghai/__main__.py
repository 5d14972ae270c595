"""The command line: opens the table, or runs the command that is named."""

import sys

from shanghai.processes import leave_current_folder

if not sys.flags.isolated:
    # Before anything else is loaded, also of Python's own.
    leave_current_folder()

import contextlib
import errno
import gc
import os
import warnings
from collections.abc import Sequence
from typing import Final, TextIO

from shanghai.commands.exits import BAD_FILE, FAILED, INTERRUPTED, NOT_STORED, fail
from shanghai.commands.parser import make_parser, named_in, spelled_out
from shanghai.storage.paths import NoFolder, data_dir, saved_language
from shanghai.words import commands as words
from shanghai.words.language import (
    OWN,
    DamagedMessages,
    offer_own,
    speak,
    wanted_language,
    write_plainly,
)

OPEN_THE_TABLE: Final = {"play", "resume"}
_OUTPUT_FAULTS: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""The errors of an output that cannot be written to, such as on a full disk."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit code. No error shows as a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        warnings.simplefilter("ignore")
        if "_ARGCOMPLETE" in os.environ:
            from shanghai.commands.completion import complete

            complete()
        _speak(given)
        if not {*given} & OPEN_THE_TABLE:
            # The table has a sentence of its own for a closed output.
            _open_closed_output()
        return _flushed(_run(spelled_out(given)))
    except SystemExit as end:
        # argparse raises this after its help, and after a wrong argument.
        end.code = _flushed(end.code if isinstance(end.code, int) else FAILED)
        raise
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _flushed(0)
    except OSError as error:
        # An error of a file names it; one of the output has no name.
        if error.filename is None and error.errno in _OUTPUT_FAULTS:
            return _not_printed(error)
        return _crashed(error, named_in(given)[0])
    except DamagedMessages as error:
        print(error, file=sys.stderr)
        return BAD_FILE
    except Exception as error:
        return _crashed(error, named_in(given)[0])


def _crashed(error: Exception, folder: str | None) -> int:
    """Writes a crash report into the data folder, tells the user, and returns the exit code."""
    from shanghai.commands.printing import say
    from shanghai.storage.crash_report import CRASHED, crash_sentence

    try:
        if isinstance(error, NoFolder):
            raise error
        say(crash_sentence(error, data_dir(folder)), sys.stderr)
    except NoFolder as missing:
        return fail(NOT_STORED, missing)
    return CRASHED


def _flushed(code: int) -> int:
    """Writes out all that was printed. Returns `code`, or the code for an output that is lost."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except (OSError, ValueError) as error:
            _drop_output(stream)
            is_lost = isinstance(error, OSError) and not isinstance(error, BrokenPipeError)
            if is_lost and stream is sys.stdout:
                code = _not_printed(error)
    return code


def _not_printed(error: Exception) -> int:
    """Tells the user that the output is lost, such as on a full disk. Returns the exit code."""
    from shanghai.words.system import system_fault

    _drop_output(sys.stdout)
    return fail(NOT_STORED, words.NOT_PRINTED.format(why=system_fault(error)))


def _drop_output(stream: TextIO) -> None:
    """Discards what was printed to a stream and not yet written, and all that follows."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_closed_output() -> None:
    """If the output was closed before the start, opens one to which printing fails."""
    if sys.stdout is None:
        # It is opened to be read, and no other file can take its number.
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")


def _speak(arguments: Sequence[str]) -> None:
    """Chooses the language: of the arguments, the settings or the environment; English for JSON."""
    folder, named = named_in(arguments)
    with contextlib.suppress(NoFolder, OSError, ValueError):
        offer_own(data_dir(folder) / OWN)
    if "--json" in arguments:
        return
    speak(wanted_language(named, "" if named else saved_language(folder)))
    write_plainly("--ascii" in arguments)


def _run(arguments: Sequence[str]) -> int:
    """Runs the command that the arguments name, or opens the table. Returns the exit code."""
    if not {*arguments} & ({*words.COMMANDS} - OPEN_THE_TABLE):
        # What is loaded for the table is no garbage, so that collecting only takes time. The app
        # enables it again once it is ready.
        gc.disable()
    args = make_parser(arguments).parse_args(arguments)
    if args.command is None:
        from shanghai.commands.play import open_table

        return open_table(args)
    return int(args.run(args))


if __name__ == "__main__":
    sys.exit(main())
