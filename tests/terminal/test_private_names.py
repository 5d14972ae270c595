"""Every private name of Textual and of its server that the program uses is there.

A new version of a library may drop such a name without a word. Then this test says which one.
"""

import ast
import importlib
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.sources import PACKAGE, nodes, tree

ROOMS = ("terminal", "ui", "web")
"""The rooms that may load Textual."""
OF_LIBRARIES = ("textual", "rich", "textual_serve", "aiohttp")
NAMES = {
    "aiohttp.web_protocol.RequestHandler": {"_current_request", "_manager"},
    "rich.console.Console": {"_color_system"},
    "rich.style.Style": {"_attributes", "_set_attributes"},
    "textual._ansi_sequences": {"SYNC_END", "SYNC_START"},
    "textual._callback": {"invoke"},
    "textual._compositor": {"ChopsUpdate", "Compositor", "CompositorUpdate", "LayoutUpdate"},
    "textual._compositor.Compositor": {"_dirty_regions", "_get_renders", "_regions_to_spans"},
    "textual._styles_cache": {"StylesCache"},
    "textual._styles_cache.StylesCache": {"_cache", "_dirty_lines", "_width"},
    "textual._xterm_parser": {"XTermParser"},
    "textual._xterm_parser.XTermParser": {"_sequence_to_key_events"},
    "textual.app.App": {
        *("_background_screens", "_batch_count", "_current_mode", "_display", "_driver", "_exit"),
        *("_exit_renderables", "_fatal_error", "_filters", "_handle_exception", "_loop"),
        *("_return_code", "_screen_stack", "_screen_stacks", "_set_pointer_shape"),
        *("_sync_available",),
    },
    "textual.command.CommandPalette": {
        *("_action_command_list", "_list_visible", "_no_matches_timer"),
        *("_start_no_matches_countdown", "_stop_no_matches_countdown"),
    },
    "textual.css.stylesheet.Stylesheet": {"_variables"},
    "textual.dom.DOMNode": {"_nodes"},
    "textual.drivers._byte_stream": {"ByteStream"},
    "textual.drivers.linux_driver.LinuxDriver": {
        *("_file", "_get_terminal_size", "_mouse_pixels", "_must_signal_resume"),
        *("_sigcont_application", "_sigtstp_application"),
    },
    "textual.drivers.web_driver.WebDriver": {"_input_reader", "_key_thread", "_on_meta"},
    "textual.message_pump.MessagePump": {
        *(
            "_close_messages_no_wait",
            "_closed",
            "_context",
            "_dispatch_message",
            "_flush_next_callbacks",
        ),
        *("_message_loop_exit", "_next_callbacks", "_running"),
    },
    "textual.screen.Screen": {
        *("_compositor", "_compositor_refresh", "_dirty_widgets", "_on_screen_resume"),
        *("_on_timer_update", "_screen_resized", "_update_timer"),
    },
    "textual.widget.Widget": {
        *("_is_mounted", "_layout_cache", "_layout_required", "_post_register", "_pruning"),
        *("_repaint_required", "_scroll_required", "_set_dirty", "_styles_cache"),
    },
    "textual_serve.app_service.AppService": {
        *("_build_environment", "_open_app_process", "_process", "_stdin", "_task")
    },
    "textual_serve.server.Server": {"_make_app"},
}
"""The modules and classes of the libraries, and what of them is used though it is private."""


def thing(place):
    """The module or class of a place such as `textual.app.App`."""
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError:
        module, _, name = place.rpartition(".")
        return getattr(importlib.import_module(module), name)


@cache
def classes(module):
    """The classes at the top of a module, by name, as they are written."""
    path = getattr(sys.modules[module], "__file__", None)
    if path is None or not path.endswith(".py"):
        return {}
    parts = tree(Path(path)).body
    return {part.name: part for part in parts if isinstance(part, ast.ClassDef)}


@cache
def private_names(cls):
    """The private names that a class itself defines, or that its methods give to `self`."""
    written = classes(cls.__module__).get(cls.__name__)
    if written is None:
        return frozenset()
    names = {node.name for node in written.body if hasattr(node, "name")}
    names |= {node.id for part in written.body for node in _targets(part)}
    names |= {node.attr for node in ast.walk(written) if _is_set_on_self(node)}
    return frozenset(filter(_is_private, names))


def _targets(part):
    targets = getattr(part, "targets", [getattr(part, "target", None)])
    return [target for target in targets if isinstance(target, ast.Name)]


def _is_set_on_self(node):
    is_set = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    return is_set and isinstance(node.value, ast.Name) and node.value.id == "self"


def _is_private(name):
    return re.match("_[a-z]", name) is not None


def is_there(place, name):
    owner = thing(place)
    if not isinstance(owner, type):
        return hasattr(owner, name)
    return hasattr(owner, name) or any(name in private_names(base) for base in owner.__mro__)


@pytest.mark.parametrize("place", NAMES)
def test_each_private_name_is_there(place):
    assert [name for name in sorted(NAMES[place]) if not is_there(place, name)] == []


def modules():
    return [path for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py"))]


def imported():
    """The names that are imported from private modules of the libraries."""
    for path in modules():
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OF_LIBRARIES):
                is_private = "._" in node.module
                yield from (a.name for a in node.names if is_private or a.name.startswith("_"))


def read_of_others():
    """The private names that are read and that no class of ours defines."""
    every = [node for path in modules() for node in nodes(path)]
    own = {node.name for node in every if hasattr(node, "name")}
    own |= {node.id for node in every if isinstance(node, ast.Name)}
    own |= {node.attr for node in every if _is_set_on_self(node)}
    # A named tuple's method is public.
    own.add("_replace")
    for node in every:
        if isinstance(node, ast.Attribute) and node.attr not in own and _is_private(node.attr):
            owner = getattr(node.value, "id", "")
            # The system's end of a process is Python's own.
            yield from [node.attr] if owner != "os" else []


def overridden():
    """The private names of a class of ours that a class of the libraries below it has too."""
    for path in modules():
        if path.stem == "windows" and sys.platform != "win32":
            continue
        name = ".".join(("shanghai", *path.relative_to(PACKAGE).with_suffix("").parts))
        module = importlib.import_module(name.removesuffix(".__init__"))
        for cls in vars(module).values():
            if isinstance(cls, type) and cls.__module__ == module.__name__:
                for base in cls.__mro__[1:]:
                    if base.__module__.split(".")[0] in OF_LIBRARIES:
                        yield from private_names(cls) & private_names(base)


def test_each_private_name_that_is_used_is_listed():
    used = {*imported(), *read_of_others(), *overridden()}
    listed = set().union(*NAMES.values())
    assert len(used) > 50
    assert sorted(used - listed) == []
    assert sorted(listed - used) == []
