import importlib.util

HAS_NUMBA = importlib.util.find_spec("numba") is not None


def pytest_report_header():
    return [] if HAS_NUMBA else ["tests/bots/playouts is left out: numba is not installed"]


def pytest_ignore_collect(collection_path, config):
    """These are long tests all, and numba takes long to load."""
    is_test = collection_path.name.startswith("test_")
    return True if is_test and (not HAS_NUMBA or config.option.markexpr == "not slow") else None
