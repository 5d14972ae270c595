"""What several commands share: numbers in a range, the data folder, files to write, phones."""

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
    """What serves the table to phones; None unless the command line asks for it."""
    if not getattr(args, "phones", False):
        return None
    from shanghai.remote.phones import Phones

    return Phones(args.host, args.port)


def check_range(option: str, value: int, least: int, most: int) -> None:
    """Raises Stop if the number of an option is out of its range."""
    if not least <= value <= most:
        raise Stop(USAGE, words.RANGE.format(option=option, low=least, high=most))


def folder_to_read(args: argparse.Namespace) -> Path | None:
    """The data folder, to look for custom variants in it; None if it is not known where it is."""
    try:
        return data_dir(getattr(args, "data_dir", None))
    except NoFolder:
        return None


def plot_file(text: str) -> str:
    """A file to write plots to, or `-` to print them as text. Raises ArgumentTypeError if its name
    has an end other than `.svg`."""
    if Path(text).suffix.casefold() not in ("", ".svg"):
        meant = str(Path(text).with_suffix(".svg"))
        raise argparse.ArgumentTypeError(words.PLOT_AS_SVG.format(file=text, meant=meant))
    return text


def print_plots(file: str, plots: "Sequence[BarPlot | LinePlot]") -> None:
    """Writes plots as a picture into a file, or prints them as text if the file is `-`. Raises Stop
    if the file cannot be written."""
    from shanghai.commands.printing import say_columns
    from shanghai.words.plots import svg_page

    if file == "-":
        for line in (line for plot in plots for line in ("", *plot.lines())):
            say_columns(line)
        return
    write_out(file, svg_page(plots))


def write_out(file: str, text: str) -> None:
    """Writes a text into a file. A new file can be read by its user alone. Raises Stop if that
    fails."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(file, flags, FILE_MODE), "wb") as out:
            out.write(text.encode())
    except (OSError, ValueError) as error:
        fault = words.NOT_WRITTEN.format(file=file, why=system_fault(error))
        raise Stop(NOT_STORED, fault) from None
