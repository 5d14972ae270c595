"""The tests on other Pythons and with other libraries, each in an environment of its own.

python -m tests.pythons              on every Python here from 3.11 on but the one that runs this
python -m tests.pythons 3.12 3.13.0  on these alone
python -m tests.pythons --lowest     with the lowest version of each library that is allowed
python -m tests.pythons --wheels     whether there are wheels for Pythons not tried yet
python -m tests.pythons --lock       writes .github/requirements.txt

The environments are in `.venv/pythons`. It ends with 1 if a test fails.
"""

import argparse
import sys
from collections.abc import Sequence

from tests.pythons import lock, wheels
from tests.pythons.installed import installed, running
from tests.pythons.suite import Outcome, on_python, with_lowest


def chosen(named: Sequence[str]) -> list[str]:
    """The Pythons that are named by the beginning of their versions; all others without a name."""
    if not named:
        return [version for version in installed() if version != running()]
    return [
        version
        for version in installed()
        if any(f"{version}.".startswith(f"{name}.") for name in named)
    ]


def look_up_wheels() -> int:
    """Prints which libraries lack a wheel; 1 if some do."""
    lacking = {python: [*wheels.missing(python)] for python in wheels.UNTRIED}
    for python, names in lacking.items():
        print(f"{python}: {'no wheel of ' + ', '.join(names) if names else 'a wheel of each'}")
    return int(any(lacking.values()))


def report(outcomes: Sequence[Outcome]) -> int:
    """Prints how each run ended; 1 if one failed."""
    for outcome in outcomes:
        print(outcome)
    return int(any(outcome.code for outcome in outcomes))


def main() -> int:
    """Does what the arguments name, and returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("version", nargs="*")
    parser.add_argument("--lowest", action="store_true")
    parser.add_argument("--wheels", action="store_true")
    parser.add_argument("--lock", action="store_true")
    args = parser.parse_args()
    if args.lock:
        lock.write()
        return 0
    if args.wheels:
        return look_up_wheels()
    if args.lowest:
        return report(with_lowest())
    versions = chosen(args.version)
    if args.version and not versions:
        parser.error(f"there is none of these here; there are {', '.join(installed())}")
    return report([each for name in versions for each in on_python(name, installed()[name])])


if __name__ == "__main__":
    sys.exit(main())
