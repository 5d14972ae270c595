"""How each protection can be broken, and the test that must not let it pass."""

from typing import NamedTuple


class Break(NamedTuple):
    """A row of the table of faults, what is broken, and the test that must not let it pass."""

    row: str
    what: str
    test: str
    file: str
    old: str
    new: str
    env: tuple[tuple[str, str], ...] = ()


ENDS = "faults/test_ends.py::test_every_end_is_clean_and_the_game_goes_on"
SIGNALS = "faults/test_signals.py::"
TAKEN = f"{SIGNALS}test_a_signal_as_the_terminal_is_taken_finds_it_put_back"
FAULTS = "storage/test_writer_faults.py::"
DISK, STORE, FILE, JOURNAL, ENTRIES = (
    f"shanghai/storage/{name}.py"
    for name in ("files", "writer", "journal_file", "journal", "entries")
)
ENDING, DRIVER = (f"shanghai/terminal/{name}.py" for name in ("shutdown", "driver"))
APP = "shanghai/ui/app.py"
INDEX = "shanghai/storage/index.py"


def deaf(row: str, name: str, test: str) -> Break:
    """A signal that is not listened to."""
    return Break(row, f"nobody listens to {name}", test, ENDING, f'    "{name}",\n', "")


BREAKS = (
    Break(
        "A1",
        "moves are confirmed before they are written",
        "storage/test_writer_death.py::test_a_player_killed_at_some_moment_loses_nothing",
        STORE,
        "                self.file.write()\n",
        "                if self._moves % 64 == 0:\n                    self.file.write()\n",
    ),
    Break(
        "A2",
        "a new file is written in its place",
        "storage/test_writer_death.py::test_a_player_killed_at_any_call_of_the_system_loses_nothing[write]",
        DISK,
        'partial = path.with_name(f".{path.name}.{os.urandom(8).hex()}.part")',
        "partial = path",
    ),
    Break(
        "A3",
        "half a line is overlooked",
        "storage/test_journal.py::test_a_game_cut_anywhere_is_its_exact_prefix",
        JOURNAL,
        "        if tail:\n",
        "        if not lines:\n",
    ),
    Break(
        "A4",
        "the digits of checksums are parsed",
        "storage/test_journal_bits.py::test_no_bit_of_it_changes_unseen",
        DISK,
        'if line[:9] == b"%08x " % checksum else None',
        'if line[:9].lower() == b"%08x " % checksum else None',
    ),
    Break(
        "A5",
        "checksums and numbers are not looked at",
        "storage/test_journal.py::test_lines_removed_doubled_and_swapped_are_damage",
        DISK,
        "    checksum = zlib.crc32(body, before)\n"
        '    return (body, checksum) if line[:9] == b"%08x " % checksum else None',
        '    return (body, int(line[:8], 16)) if line[8:9] == b" " else None',
    ),
    Break(
        "A6",
        "half a line stays behind",
        f"{FAULTS}test_a_disk_that_is_full_takes_a_line_more_once_there_is_room_for_one",
        FILE,
        "os.ftruncate(self._descriptor, self._good)",
        "os.fstat(self._descriptor)",
    ),
    Break(
        "A7",
        "nobody waits for the disk",
        f"{FAULTS}test_every_move_has_reached_the_disk_before_it_counts",
        DISK,
        "        data = data[written:]\n    sync(descriptor)\n",
        "        data = data[written:]\n",
    ),
    Break(
        "A8",
        "only faults of its own are caught",
        f"{FAULTS}test_a_limit_to_the_size_of_files_is_told_of",
        STORE,
        "except (StoreError, OSError) as error:\n",
        "except StoreError as error:\n",
    ),
    Break(
        "A9",
        "any folder will do for a home",
        "faults/test_surroundings.py::test_without_a_home_it_says_so",
        "shanghai/storage/paths.py",
        "    if not own.is_absolute():\n",
        "    if own == Path():\n",
    ),
    Break(
        "A10",
        "the file that is open is taken for the one in its place",
        f"{FAULTS}test_a_file_removed_while_it_is_played_is_written_anew",
        FILE,
        "            there, ours = os.lstat(self.path), os.fstat(self._descriptor)\n",
        "            there = ours = os.fstat(self._descriptor)\n",
    ),
    Break(
        "A11",
        "the reason is not told",
        f"{FAULTS}test_a_disk_that_fails_is_told_of_and_loses_nothing",
        "shanghai/storage/lock.py",
        'why = getattr(error, "strerror", None) or type(error).__name__',
        'why = "a fault"',
    ),
    Break(
        "A13",
        "lines may be of any length",
        "storage/test_journal.py::test_what_is_far_too_large_is_refused_at_once",
        ENTRIES,
        "    if len(body) > MOST_LINE:\n        return None\n",
        "",
    ),
    deaf("C1", "SIGTERM", f"{ENDS}[call window-SIGTERM]"),
    deaf("C2", "SIGHUP", f"{ENDS}[own view-SIGHUP]"),
    Break(
        "C3",
        "a terminal that is gone is none of its business",
        "faults/test_ends.py::test_a_closed_window_is_noticed_where_hangups_are_ignored",
        DRIVER,
        "        app: Any = self._app\n        if self._ending is not None:\n"
        "            self._ending.begin(128 + signal.SIGHUP)\n",
        "        app: Any = self._app\n        return\n",
    ),
    deaf("C4", "SIGINT", f"{ENDS}[scorecard-SIGINT]"),
    Break(
        "C5",
        "it stops as it stands",
        f"{ENDS}[call window-SIGTERM]",
        DRIVER,
        "        was_on = self._is_on\n",
        "        was_on = False\n",
    ),
    Break(
        "C5",
        "a hand is not covered before it stops",
        f"{ENDS}[own view-SIGHUP]",
        DRIVER,
        "                app.before_stop()\n",
        "                pass\n",
    ),
    deaf(
        "C6",
        "SIGUSR1",
        f"{SIGNALS}test_a_signal_as_the_terminal_is_taken_finds_it_put_back[SIGUSR1]",
    ),
    Break(
        "C7",
        "it listens once it is at work",
        f"{TAKEN}[SIGTERM]",
        APP,
        "    app.listen_for_signals()\n    result",
        "    app.call_later(app.listen_for_signals)\n    result",
    ),
    Break(
        "C7",
        "an end may take as long as it likes",
        f"{SIGNALS}test_a_signal_ends_it_though_the_disk_hangs",
        ENDING,
        "            signal.setitimer(signal.ITIMER_REAL, PATIENCE if in_haste else LEISURE)\n",
        "            return\n",
    ),
    Break(
        "C7, D7",
        "an end by force leaves the terminal as it is",
        f"{SIGNALS}test_a_terminal_that_stops_reading_costs_nothing_and_signals_end_it",
        ENDING,
        "        if self.in_terminal:\n",
        "        if self._settings is self:\n",
    ),
    Break(
        "C8",
        "Textual reports a fault in its own way",
        "faults/test_ends.py::test_a_crash_ends_with_code_70_and_no_card_anywhere",
        "shanghai/terminal/app.py",
        "    def _fatal_error(self) -> None:\n",
        "    def _another_error(self) -> None:\n",
    ),
    Break(
        "C9",
        "computers play what they like",
        "bots/test_pool.py::test_nonsense_is_replaced_and_noted",
        "shanghai/bots/runner.py",
        "    if action.seat != seat or refuse(state, action) is not None:\n",
        "    if action.seat == -7:\n",
    ),
    Break(
        "C10",
        "it needs a lot of memory",
        "faults/test_surroundings.py::"
        "test_under_any_limit_it_is_played_and_what_is_not_saved_is_said",
        APP,
        "    app = ShanghaiApp(options)\n",
        "    app = ShanghaiApp(options)\n    app.ballast = bytearray(600 << 20)\n",
    ),
    Break(
        "C11",
        "what was drawn of every widget is kept",
        "faults/test_long.py::test_computers_that_play_for_minutes_take_no_more_memory",
        "shanghai/terminal/app.py",
        "        let_go_of_drawn_widgets()\n",
        "",
        (("SHANGHAI_TEST_MINUTES", "3"),),
    ),
    Break(
        "C12",
        "the menu offers nothing to go on with",
        "ui/setup/test_saved.py::test_the_menu_offers_to_go_on_first_and_only_where_there_is_a_game",
        "shanghai/storage/paths.py",
        "    return any(not has_ended(os.path.join(folder, name",
        "    return not names and any(not has_ended(os.path.join(folder, name",
    ),
    Break(
        "J1",
        "a view holds all hands",
        "commands/test_games.py::test_show_tells_a_seat_its_own_hand_alone",
        "shanghai/engine/view.py",
        "structs.replace(seat, hand=(HIDDEN,) * len(seat.hand))\n",
        "structs.replace(seat, hand=seat.hand)\n",
    ),
    Break(
        "J1, J10",
        "the log tells everybody what each has drawn",
        "ui/test_leaks.py::test_a_round_shows_nobody_anothers_cards",
        "shanghai/ui/table/session/log.py",
        "        return tell(self._host.log[at], after, viewer, marked, NAME_CELLS, drew=drew)\n",
        "        viewer = getattr(self._host.log[at], 'seat', viewer)\n"
        "        return tell(self._host.log[at], after, viewer, marked, NAME_CELLS, drew=drew)\n",
    ),
    Break(
        "J2",
        "a toast tells the card that was drawn",
        "faults/test_ends.py::test_from_turn_to_turn_no_card_of_any_hand_is_sent",
        "shanghai/ui/table/player_moves.py",
        "        self.do(draw)\n",
        "        self.do(draw)\n"
        "        from shanghai.engine.cards import label\n\n"
        "        told = label(self.hand.cards[-1]).translate(str.maketrans('SHDC', '♠♥♦♣'))\n"
        "        self.screen.app.notify(told, timeout=60)\n",
    ),
    Break(
        "J3",
        "no screen is ever deaf",
        "faults/test_input.py::test_enter_held_down_plays_no_turn_and_opens_no_hand",
        "shanghai/ui/table/table_screen.py",
        "        self._deaf_until = max(self._deaf_until, self.now() + seconds)\n",
        "        self._deaf_until = 0.0\n",
    ),
    Break(
        "J4",
        "a cover is lifted by the key for help",
        "faults/test_secrets.py::"
        "test_whatever_is_done_while_a_hand_is_covered_it_stays_covered[cover]",
        "shanghai/ui/table/cover.py",
        '    @_opener(OPENS_HAND, "uncover")\n',
        '    @_opener("enter,m,question_mark", "uncover")\n',
    ),
    Break(
        "J5",
        "the main screen is drawn on",
        "faults/test_ends.py::test_nothing_of_a_round_is_left_on_the_main_screen",
        DRIVER,
        "        self._is_on = True\n",
        '        self._is_on = True\n        self.write("\\x1b[?1049l")\n',
    ),
    Break(
        "J7",
        "a report says what the error said",
        "faults/test_ends.py::test_a_crash_ends_with_code_70_and_no_card_anywhere",
        "shanghai/storage/crash_report.py",
        '    lines = [f"{type(error).__module__}.{type(error).__name__}"]\n',
        '    lines = [f"{type(error).__module__}.{type(error).__name__}: {error}"]\n',
    ),
    Break(
        "J8",
        "the palette offers what Textual offers",
        "faults/test_secrets.py::"
        "test_whatever_is_done_while_a_hand_is_covered_it_stays_covered[public screen]",
        APP,
        '        yield SystemCommand("Settings",',
        "        yield from super().get_system_commands(screen)\n"
        '        yield SystemCommand("Settings",',
    ),
    Break(
        "J9",
        "others may read what is saved",
        "storage/test_writer_files.py::test_folders_and_files_are_for_their_owner_alone",
        DISK,
        "FILE_MODE: Final = 0o600\n",
        "FILE_MODE: Final = 0o644\n",
    ),
    Break(
        "J9",
        "the seed of any game is told",
        "commands/test_games.py::test_the_seed_is_told_of_a_finished_game_alone",
        "shanghai/commands/show.py",
        "if args.reveal and state.phase is Phase.GAME_OVER else",
        "if args.reveal else",
    ),
    Break(
        "J11",
        "a move is shown as soon as it is thought of",
        "ui/table/test_pacing.py::test_a_move_takes_the_same_time_however_long_was_thought",
        "shanghai/ui/table/play.py",
        "        return max(thought, least)\n",
        "        return thought\n",
    ),
    Break(
        "J12",
        "the last cell of what changed is not drawn",
        "faults/test_secrets.py::test_no_trace_of_a_hand_is_left_in_the_next_picture",
        "shanghai/terminal/screen.py",
        "left, right = max(x, first), min(end, last)\n",
        "left, right = max(x, first), min(end, last - 1)\n",
    ),
    Break(
        "J13",
        "no hand waits for its PIN",
        "ui/table/test_pin.py::test_it_is_asked_before_the_hand_and_once_alone",
        "shanghai/host/pins.py",
        "        self._locked = {*self._kept}\n",
        "        self._locked = set()\n",
    ),
    Break(
        "L1",
        "a table may hold any number of melds",
        "records/test_limits.py::test_more_than_is_read_is_refused_with_a_sentence",
        "shanghai/records/positions.py",
        "Meta(max_length=MOST_MELDS)",
        "Meta(max_length=10**9)",
    ),
    Break(
        "L3",
        "words about arguments are printed as they are",
        "commands/test_hostile_arguments.py::"
        "test_hostile_arguments_are_answered_in_clean_sentences",
        "shanghai/commands/parser.py",
        "super().error(explained(self, self.given, message))",
        "super().error(message)",
    ),
    Break(
        "L5",
        "the checksum of the files that say the rules is not looked at",
        "variants/test_made.py::test_a_change_in_a_file_or_in_what_it_extends_is_seen",
        "shanghai/variants/made.py",
        "made.sum == sum_of(made.files)",
        "True",
    ),
    Break(
        "L6",
        "any level of a computer is taken",
        "storage/test_resumption.py::"
        "test_a_level_that_can_be_nobodys_is_damage_to_all_that_reads_it",
        "shanghai/storage/journal.py",
        "    if not level or re.fullmatch(_LEVEL, level):\n",
        "    if level is not None:\n",
    ),
    Break(
        "L8",
        "settings are opened over settings",
        "terminal/test_app.py::test_what_is_opened_over_everything_is_opened_once",
        APP,
        'if not self.is_open("SettingsScreen"):',
        'if type(self.screen).__name__ != "SettingsScreen":',
    ),
    Break(
        "L2",
        "an expression may have any number of steps",
        "records/test_limits.py::test_what_is_no_expression_is_said",
        "shanghai/records/patterns.py",
        "    if steps > MOST_STEPS:\n",
        "    if steps > 10 * MOST_STEPS:\n",
    ),
    Break(
        "L2",
        "a step is taken again at the same letter",
        "records/test_limits.py::test_no_expression_takes_long",
        "shanghai/records/patterns.py",
        "                seen.add(way)\n",
        "",
    ),
    Break(
        "L10",
        "whatever stands beside the index is opened",
        "storage/test_index.py::test_what_is_no_file_beside_it_is_moved_away",
        INDEX,
        'for more in ("", *_BESIDE)]',
        'for more in ("",)]',
    ),
    Break(
        "L10",
        "views and triggers of the index are not looked for",
        "storage/test_index.py::test_an_index_with_more_than_our_table_is_never_asked",
        INDEX,
        "if found.fetchall() != [",
        "if [] == [",
    ),
    Break(
        "L10",
        "a question may take any number of steps",
        "storage/test_index.py::test_a_question_without_an_end_is_given_up",
        INDEX,
        "return self._steps > MOST_STEPS",
        "return False",
    ),
    Break(
        "L11",
        "what could not be read is kept as damage",
        "storage/test_index.py::test_what_could_not_be_read_is_asked_for_again",
        "shanghai/storage/saves.py",
        "        return _Known(None, _listed(place, unread), None)\n",
        "        read = unread\n",
    ),
    Break(
        "L11",
        "the players that are not installed are damage",
        "storage/test_resumption.py::"
        "test_a_player_that_is_not_installed_is_named_and_asked_for_each_time",
        "shanghai/storage/journal.py",
        "    if not level or re.fullmatch(_LEVEL, level):\n",
        "    from shanghai.bots.levels import LEVELS\n    if not level or level in LEVELS:\n",
    ),
    Break(
        "L12",
        "a damaged end is dropped in silence",
        "ledger/test_paper.py::test_a_flipped_bit_in_the_last_line_is_said_and_kept_aside",
        "shanghai/storage/chained_file.py",
        "        return Chain(tuple(entries), good, checksum, problem)\n",
        "        return Chain(tuple(entries), good, checksum)\n",
    ),
    Break(
        "L13",
        "notes are not told to who goes on",
        "linear/test_pins.py::test_a_game_that_is_gone_on_with_tells_of_one_that_was_taken_away",
        "shanghai/linear/table.py",
        "yield from (note.text for note in host.notes if note.at == at)",
        "pass",
    ),
    Break(
        "M1",
        "a stop is no reason to draw the screen again",
        f"{SIGNALS}test_the_whole_picture_is_back_after_a_stop_without_a_key",
        "shanghai/terminal/app.py",
        "        self.shown_screen = None\n        self.refresh()\n",
        "        pass\n",
    ),
    Break(
        "M2",
        "a process is started beside the one place that starts them",
        "test_processes.py::test_no_other_module_starts_a_process",
        "shanghai/review/running.py",
        "from hashlib import sha256\n",
        "from hashlib import sha256\nfrom subprocess import run\n",
    ),
    Break(
        "M3",
        "what waits for a picture is called though its screen has gone",
        "terminal/test_gone_screens.py::"
        "test_what_waits_for_a_picture_is_not_called_once_its_screen_has_gone",
        "shanghai/terminal/screen.py",
        "        if self.is_running:\n            await invoke(callback)\n",
        "        await invoke(callback)\n",
    ),
    Break(
        "M4",
        "a remark of another's computer player is kept as it is",
        "bots/test_hostile_players.py::"
        "test_whatever_one_answers_its_journal_is_sound_and_replays_to_the_same",
        "shanghai/bots/pool.py",
        "remark = sanitize(plain_text(bot.remark), _MOST_CELLS)",
        "remark = bot.remark",
    ),
    Break(
        "M8",
        "others may put code into the folder of the machine code",
        "bots/test_master.py::test_machine_code_is_not_run_from_where_others_can_write",
        "shanghai/bots/machine_code.py",
        "            if is_open and not is_shared:\n",
        "            if False:\n",
    ),
    Break(
        "M9",
        "only thirty variants of one's own are looked at",
        "ui/setup/test_own_variants.py::test_the_last_of_many_is_known_by_its_id",
        "shanghai/variants/library.py",
        'if path.suffix in (".yaml", ".yml"))\n',
        'if path.suffix in (".yaml", ".yml"))[:30]\n',
    ),
)
