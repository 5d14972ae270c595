"""What several commands are asked for: numbers in a range, folders, files to write, phones."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from shanghai.commands.exits import NOT_STORED, USAGE, Stop
from shanghai.storage.files import FILE_MODE
from shanghai.storage.paths import NoFolder, data_dir
from shanghai.words import commands as words
from shanghai.words.system import system_fault

if TYPE_CHECKING:
    from shanghai.remote.phones import Phones
    from shanghai.words.plots import BarPlot, LinePlot

MOST_JOBS: Final = 64


def phones_of(args: argparse.Namespace) -> "Phones | None":
    """The phones that the command line lets come; None where it does not."""
    if not getattr(args, "phones", False):
        return None
    from shanghai.remote.phones import Phones

    return Phones(args.host, args.port)


def check_range(option: str, value: int, least: int, most: int) -> None:
    """Stop where the number of an option is out of its range."""
    if not least <= value <= most:
        raise Stop(USAGE, words.RANGE.format(option=option, low=least, high=most))


def folder_to_read(args: argparse.Namespace) -> Path | None:
    """The data folder in which variants of one's own lie; None where the user has none."""
    try:
        return data_dir(getattr(args, "data_dir", None))
    except NoFolder:
        return None


def plot_file(text: str) -> str:
    """Where plots go: `-`, or a file that is no other kind of picture than SVG."""
    if Path(text).suffix.casefold() not in ("", ".svg"):
        meant = str(Path(text).with_suffix(".svg"))
        raise argparse.ArgumentTypeError(words.PLOT_AS_SVG.format(file=text, meant=meant))
    return text


def print_plots(file: str, plots: "Sequence[BarPlot | LinePlot]") -> None:
    """Prints plots as text, or writes them as a picture into a file; Stop where that fails."""
    from shanghai.commands.printing import say_columns
    from shanghai.words.plots import svg_page

    if file == "-":
        for line in (line for plot in plots for line in ("", *plot.lines())):
            say_columns(line)
        return
    write_out(file, svg_page(plots))


def write_out(file: str, text: str) -> None:
    """Writes a text into a file, a new one for the user alone; Stop where that fails."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(file, flags, FILE_MODE), "wb") as out:
            out.write(text.encode())
    except (OSError, ValueError) as error:
        fault = words.NOT_WRITTEN.format(file=file, why=system_fault(error))
        raise Stop(NOT_STORED, fault) from None
