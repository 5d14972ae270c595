import importlib.util

HAS_NUMBA = importlib.util.find_spec("numba") is not None
collect_ignore_glob = [] if HAS_NUMBA else ["test_*.py"]


def pytest_report_header():
    return [] if HAS_NUMBA else ["tests/bots/playouts is left out: numba is not installed"]
