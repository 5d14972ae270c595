"""Cases that the long tests alone try, beside those of the normal run."""

import pytest

LEFT_OUT = False
"""Whether this is the normal run, which need not even make most of these cases."""


def long(*values):
    """A case for the long tests alone."""
    return pytest.param(*values, marks=pytest.mark.slow)


def some(cases, usual=1):
    """The first cases for the normal run, the others for the long tests."""
    cases = [case if isinstance(case, tuple) else (case,) for case in cases]
    others = [] if LEFT_OUT else [long(*case) for case in cases[usual:]]
    return [*(pytest.param(*case) for case in cases[:usual]), *others]
