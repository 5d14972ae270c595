"""The command line: the table without arguments, or one of the commands that need no table."""

import sys

from shanghai.processes import leave_current_folder

if not sys.flags.isolated:
    # Before anything else is loaded, also of Python's own.
    leave_current_folder()

import contextlib
import gc
import os
import warnings
from collections.abc import Sequence
from typing import Final

from shanghai.commands.exits import BAD_FILE, INTERRUPTED, NOT_STORED
from shanghai.commands.parser import make_parser, named_in, spelled_out
from shanghai.storage.paths import kept_language
from shanghai.words.commands import COMMANDS
from shanghai.words.language import DamagedMessages, speak, wanted_language, write_plainly

OPEN_THE_TABLE: Final = {"play", "resume"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit code; no error shows as a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        warnings.simplefilter("ignore")
        if "_ARGCOMPLETE" in os.environ:
            from shanghai.commands.completion import complete

            complete()
        _speak(given)
        return _flushed(_run(spelled_out(given)))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _flushed(0)
    except DamagedMessages as error:
        print(error, file=sys.stderr)
        return BAD_FILE
    except Exception as error:
        return _crashed(error, named_in(given)[0])


def _crashed(error: Exception, folder: str | None) -> int:
    """Says what has ended the program, with a report in the data folder, and returns the code."""
    from shanghai.commands.printing import complain, say
    from shanghai.storage.crash_report import CRASHED, crash_sentence
    from shanghai.storage.paths import NoFolder, data_dir

    try:
        if isinstance(error, NoFolder):
            raise error
        say(crash_sentence(error, data_dir(folder)), sys.stderr)
    except NoFolder as missing:
        complain("", missing)
        return NOT_STORED
    return CRASHED


def _flushed(code: int) -> int:
    """The code, after the output is flushed or found to have no reader any more."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return code


def _speak(given: Sequence[str]) -> None:
    """Chooses the language: as asked, as set or of the environment; English for JSON."""
    folder, named = named_in(given)
    if "--json" in given:
        return
    speak(wanted_language(named, "" if named else kept_language(folder)))
    write_plainly("--ascii" in given)


def _run(given: Sequence[str]) -> int:
    if not {*given} & ({*COMMANDS} - OPEN_THE_TABLE):
        # What is loaded for the table stays: to look it over for garbage only takes time. The app
        # looks again once it is ready.
        gc.disable()
    args = make_parser(given).parse_args(given)
    if args.command is None:
        from shanghai.commands.play import open_table

        return open_table(args)
    return int(args.run(args))


if __name__ == "__main__":
    sys.exit(main())
