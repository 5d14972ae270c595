import importlib.util

HAS_EXTRA = importlib.util.find_spec("textual_serve") is not None
collect_ignore_glob = [] if HAS_EXTRA else ["test_*.py"]


def pytest_report_header():
    return [] if HAS_EXTRA else ["tests/web is left out: the extra `web` is not installed"]
