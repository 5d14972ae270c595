"""Answers a mistake on the command line with a sentence that says what to type instead."""

import argparse
import re
from collections.abc import Iterator, Sequence
from typing import Final

from shanghai.commands.exits import UNRECOGNIZED
from shanghai.variants.library import shipped_variants
from shanghai.words import commands, mistakes as words
from shanghai.words.commands import COMMANDS, guess
from shanghai.words.sanitize import sanitize

_MAX_LETTERS: Final = 2000
_ABOUT: Final = re.compile(r"argument (\S+): (.*)", re.DOTALL)
_REFUSED: Final = re.compile(r"invalid (choice|int value): '(.*?)'", re.DOTALL)
_NUMBER: Final = r"-\d+([.,]\d+)?"


def explained(parser: argparse.ArgumentParser, given: Sequence[str], message: str) -> str:
    """The sentence for a message of argparse, with what was probably meant. `given` are the words
    that were typed."""
    *outer_parsers, last = _parsers(parser, given)
    about = _ABOUT.match(message)
    if about is not None and commands.place("COMMAND") in about[1]:
        sentence = _no_command(parser, given, message)
    else:
        sentence = _unknown_option([*outer_parsers, last], given)
        sentence = sentence or (
            _extra_words(last, given, message) if about is None else _bad(last, *about.groups())
        )
    sentence = sentence or (message if about is None else f"{about[1]}: {about[2]}")
    for english, own in commands.say.table("ARGPARSE_ERRORS").items():
        sentence = sentence.replace(english, own)
    return sanitize(sentence, _MAX_LETTERS)


def _parsers(
    parser: argparse.ArgumentParser, given: Sequence[str]
) -> Iterator[argparse.ArgumentParser]:
    """Yields the parser, then that of the command and of its action, if these were typed."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            named = next((word for word in given if word in action.choices), None)
            if named is not None:
                yield from _parsers(action.choices[named], given)


def _meant(word: str) -> str:
    """The command line that another word means, such as `games` for `list`; else empty. `{rest}` in
    it is the place for the next word that was typed."""
    others_by_command = words.table("MEANT").items()
    return next((meant for meant, others in others_by_command if word in others.split()), "")


def _no_command(parser: argparse.ArgumentParser, given: Sequence[str], message: str) -> str:
    """A sentence about a word that is not a command, or about an unknown option before it."""
    refused = _REFUSED.search(message)
    word = refused[2] if refused else ""
    index = given.index(word) if word in given else len(given)
    if about_option := _unknown_option([parser], given[:index]):
        return about_option
    after = given[index + 1 :]
    rest = next((each for each in after if not each.startswith("-")), commands.place("ID"))
    meant = commands.place(_meant(word.lower())).format(rest=rest)
    if word in shipped_variants():
        meant = words.PLAY_IT.format(id=word)
    suggestion = words.MEANT_COMMAND.format(command=meant) if meant else ""
    suggestion = suggestion or guess(word, [*COMMANDS, commands.HELP])
    return words.NO_COMMAND.format(word=word, meant=suggestion, program=parser.prog)


def _options(parsers: Sequence[argparse.ArgumentParser]) -> dict[str, argparse.Action]:
    """All options of some parsers, by each of their names."""
    actions = [action for parser in parsers for action in parser._actions]
    return {name: action for action in actions for name in action.option_strings}


def _unknown_option(parsers: Sequence[argparse.ArgumentParser], given: Sequence[str]) -> str:
    """A sentence about the first option that is not known; empty if all are known."""
    known = _options(parsers)
    for name in (word.partition("=")[0] for word in given[: [*given, "--"].index("--")]):
        short = known.get(name[:2])
        is_value = re.fullmatch(_NUMBER, name) or (short is not None and short.nargs != 0)
        if len(name) > 1 and name[0] == "-" and name not in known and not is_value:
            if (other := words.table("OPTIONS").get(name, "")) and parsers[-1].prog.split()[
                -1
            ] not in other:
                suggestion = words.MEANT_COMMAND.format(command=other)
                return words.NO_OPTION.format(word=name, meant=suggestion)
            longer = [option for option in known if option.startswith(name)]
            meant = guess(longer[0] if len(longer) == 1 else f"--{name.lstrip('-')}", known)
            return words.NO_OPTION.format(word=name, meant=meant or _more(parsers[-1]))
    return ""


def _more(parser: argparse.ArgumentParser) -> str:
    program, _, command = parser.prog.partition(" ")
    return f" {words.MORE.format(command=f'{program} help {command}'.strip())}"


def _bad(parser: argparse.ArgumentParser, name: str, problem: str) -> str:
    """A sentence on what is wrong with the value of an argument, and what it must be. It is empty
    for a problem that needs no other words than those of argparse."""
    refused = _REFUSED.match(problem)
    by_name = {
        "/".join(each.option_strings) or each.metavar or each.dest: each for each in parser._actions
    }
    action = by_name.get(name)
    if action is None:
        return ""
    if refused and refused[1] == "choice":
        choices = [*(action.choices or ())]
        meant = guess(refused[2], choices)
        is_variant = refused[2] in shipped_variants()
        other = f"show {refused[2]}" if is_variant else words.table("ACTIONS").get(refused[2])
        if "show" in choices and other:
            meant = words.MEANT_COMMAND.format(command=f"variants {other}")
        known = ", ".join(choices)
        return words.NO_CHOICE.format(name=name, word=refused[2], known=known, meant=meant)
    if refused:
        return words.NO_NUMBER.format(name=name, help=action.help, word=refused[2])
    if problem.startswith("expected"):
        shape = action.metavar if isinstance(action.metavar, tuple) else (action.metavar,)
        asked = " ".join(each or action.dest.upper() for each in shape)
        return words.ASKS.format(name=name, asked=asked, help=action.help or "")
    return ""


def _extra_words(parser: argparse.ArgumentParser, given: Sequence[str], message: str) -> str:
    """A sentence on words that a command does not take, with what was probably meant.

    They may be a list that was typed with blanks instead of commas. For any other message of
    argparse it says how to get help.
    """
    _, is_unknown, typed_words = message.partition(UNRECOGNIZED)
    if not is_unknown:
        return message + "." + _more(parser)
    extra_words = typed_words.split(" ")
    first = next((i for i, word in enumerate(given) if word == extra_words[0]), 0)
    option_index = next((i for i in reversed(range(first)) if given[i].startswith("--")), first)
    option, _, value = given[option_index].partition("=") if given else ("", "", "")
    shapes = [(action.option_strings, str(action.metavar)) for action in parser._actions]
    names = commands.place("NAMES")
    lists = [
        options[0] for options, shape in shapes if options and ("," in shape or shape == names)
    ]
    if "--players" in lists and not {"--players", "--deal"} & {*given} and len(extra_words) > 1:
        option, option_index = "--players", first
    if option in lists:
        entries = (value, *given[option_index + 1 : first], *extra_words)
        values = [word.strip(",") for word in entries if word]
        return words.COMMAS.format(option=option, values=",".join(values))
    if "--variant" in _options([parser]) and extra_words[0] in shipped_variants():
        return words.AS_VARIANT.format(id=extra_words[0])
    return message + "." + _more(parser)
