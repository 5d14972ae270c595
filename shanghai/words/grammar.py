"""The forms of words in the current language.

A message asks for a form by its name: `one`, `many`, `a` (with its article), or a form with a case,
such as `one.dat`. If a language has no form for the case, the form before the dot is used.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from shanghai.words.language import section, spoken

if TYPE_CHECKING:
    from shanghai.engine.parameters.parts import VariantWords
    from shanghai.engine.rules import Rules


class Noun(str):
    """A noun that knows its forms, such as the table's word for a set. As text it is singular."""

    __slots__ = ("given", "id")

    id: str
    """The word as the variant file has it, which is the same in every language."""
    given: Mapping[str, str]
    """The forms that the variant file gives, by their names."""

    def __new__(cls, word: str, given: Mapping[str, str] | None = None) -> "Noun":
        """Makes the noun from a word of a variant file; its text is in the current language."""
        self = super().__new__(cls, inflected(word, "one", given or {}))
        self.id, self.given = word, given or {}
        return self

    def form(self, name: str) -> str:
        """The form of this noun with a name such as `many`; the singular for an empty name."""
        return inflected(self.id, name or "one", self.given)


def inflected(word: str, form: str, given: Mapping[str, str] | None = None) -> str:
    """A form of a word in the current language. It is the one that the grammar of the language
    lists, else the one in `given`, else one that the patterns of the grammar make."""
    return _inflected(spoken(), word, form, tuple((given or {}).items()))


@cache
def _inflected(_: str, word: str, form: str, given: tuple[tuple[str, str], ...]) -> str:
    """The form of a word, for `inflected`. The first argument is the language, for the cache."""
    grammar = section("grammar")
    plain = form.partition(".")[0]
    for forms in (grammar["NOUNS"].get(word, {}), dict(given)):
        if known_form := forms.get(form) or forms.get(plain):
            return str(known_form)
    singular = str(grammar["NOUNS"].get(word, {}).get("one", word))
    for pattern, replacement in grammar["ELSE"].get(form) or grammar["ELSE"].get(plain, ()):
        if re.search(pattern, singular):
            return re.sub(pattern, replacement, singular, count=1)
    return singular


def category(number: int) -> str:
    """The form of a noun that goes with a number, `one` or `many` in English."""
    return _category(spoken(), number)


@cache
def _category(_: str, number: int) -> str:
    """The form for a number, for `category`. The first argument is the language, for the cache."""
    forms = section("grammar")["COUNTS"]
    return str(next(form for pattern, form in forms if re.search(pattern, str(abs(number)))))


def for_count(number: int, texts: Sequence[str]) -> str:
    """The one of `texts` that goes with a number, such as `is` for 1 and `are` for 2. `texts` has
    one for each form that the language has for counts, in the order of the grammar."""
    forms = [form for _, form in section("grammar")["COUNTS"]]
    return texts[forms.index(category(number))]


def number(count: int) -> str:
    """A small number as a word. A number for which the language lists no word is in digits."""
    words = section("grammar")["NUMBERS"]
    return str(words[count]) if 0 <= count < len(words) else str(count)


def tenths(value: float) -> str:
    """A number with one decimal and the decimal sign of the language. It is never `-0.0`."""
    return decimal(f"{value:z.1f}")


def decimal(text: str) -> str:
    """A number that was written with a point, with the decimal sign of the language instead."""
    return text.replace(".", str(section("grammar")["DECIMAL"]))


def within(title: str) -> str:
    """A title as it is written within a sentence: in small letters, if the language does so."""
    return title.lower() if section("grammar")["TITLES"] == "lower" else title


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts as a list in a sentence: `Ann`, `Ann and Bob`, `Ann, Bob and Cy`. `last` names the kind
    of list in the grammar: how its last part is joined."""
    if len(parts) < 2:
        return "".join(parts)
    between, *ends = section("grammar")["LISTS"][last]
    # Some words go only with certain last parts, such as `e` in Spanish before an i.
    fits = (each for each in ends if isinstance(each, str) or re.match(each[1], parts[-1]))
    end = next(fits, ends[-1])
    joined = end[0] if isinstance(end, list) else end
    return f"{between.join(parts[:-1])}{joined}{parts[-1]}"


def table_words(rules: "Rules") -> dict[str, Noun]:
    """The table's words for a set, a run and a round, by the keys `set`, `run` and `round`."""
    return _table_words(spoken(), rules.words)


def words_at(rules: "Rules") -> dict[str, str]:
    """The values that every message gets: `set`, `run` and `round` in the table's words. `call` is
    what a caller says aloud. `wild_card` is the word for one, `joker` if only jokers are wild."""
    call = rules.words.call or section("phrases")["CALLS"][rules.call_word]["aloud"]
    wild = _noun(spoken(), "wild card" if rules.other_wild else "joker")
    return {**table_words(rules), "call": call, "wild_card": wild}


@cache
def _noun(_: str, word: str) -> Noun:
    return Noun(word)


@cache
def _table_words(_: str, words: "VariantWords") -> dict[str, Noun]:
    return {
        name: Noun(
            getattr(words, name),
            {
                form: f"{text} {getattr(words, name)}" if form == "a" else text
                for form, given in (("many", words.plurals), ("a", words.articles))
                if (text := getattr(given, name))
            },
        )
        for name in ("set", "run", "round")
    }


def plural(word: str) -> str:
    """The plural of a noun, which may be a word of the table."""
    return word.form("many") if isinstance(word, Noun) else inflected(word, "many")


def counted(count: int, word: str) -> str:
    """A number with its noun in the right form, such as `1 card` or `3 cards`."""
    form = category(count)
    return f"{count} {word.form(form) if isinstance(word, Noun) else inflected(word, form)}"
