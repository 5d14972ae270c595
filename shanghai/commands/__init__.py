"""The commands of the command line, a module each.

Such a module has `add_arguments(parser)`, and `run(args)`, which returns the exit code. Other
modules of this room have what several commands share.
"""
