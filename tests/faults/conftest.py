import importlib.util

HAS_PTY = importlib.util.find_spec("pty") and importlib.util.find_spec("termios")
collect_ignore_glob = [] if HAS_PTY else ["test_*.py"]


def pytest_report_header():
    return [] if HAS_PTY else ["tests/faults is left out: no pseudo-terminals on this system"]
