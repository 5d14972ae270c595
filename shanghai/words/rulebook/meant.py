"""What families call a rule, or say of it, and how the key or the value is written that they "
    "mean.

A name here is in small letters, with underscores in a key and hyphens in a value.
"""

from typing import Final

_KEYS: Final = {
    "call_limit: 3": "buy buys calls buy_limit max_buys buys_per_round buys_per_hand "
    "buys_per_deal buys_allowed number_of_buys calls_allowed calls_per_round calls_limit "
    "max_calls may_i may_is buying purchases buy_limit_per_round buys_in_last_round no_buys "
    "number_of_calls buy_out_of_turn buys_by_round buys_for_each_player buys_each",
    "calls_per_game: 12": "buys_per_game buys_in_all total_buys total_calls buys_in_game "
    "buys_allowed_per_game buys_in_whole_game",
    "call_cost: 2": "buy_cost buys_cost buy_price buying_cost buy_penalty penalty_card "
    "penalty_cards cards_per_buy extra_card extra_cards call_price call_penalty cost_of_buy "
    "cost_of_a_buy price_of_buy free_buys buying_costs cards_with_a_buy cards_for_a_buy "
    "cards_drawn_with_buy additional_cards",
    "call_points: [10]": "buy_points points_per_buy points_for_buy points_for_a_buy "
    "buying_costs_points",
    "call_chips: [1], with chips: 20": "buy_chips chips_per_buy tokens buy_tokens coins "
    "chip_cost chips_for_a_buy chips_paid",
    "call_word: may-i, or words: {call: MINE}": "buy_word call_name word_for_buying shout",
    "call_when_down: true": "buy_when_down buying_when_down buy_after_down down_may_buy "
    "buy_after_going_down buy_after_meld buying_once_down",
    "call_order: first": "buy_order first_call first_come first_to_call who_buys_first "
    "buy_priority closest_player_buys nearest_buyer",
    "first_right: always": "right_of_first_refusal first_refusal turn_player_first "
    "next_player_first",
    "own_discard: true": "buy_own_discard call_own_discard",
    "beneath: open": "card_beneath card_below next_card_open buy_beneath second_card_available "
    "card_under",
    "must_discard: true": "discard_to_go_out go_out_with_discard go_out_by_discard "
    "discard_required final_discard discard_to_finish discard_to_close must_discard_last "
    "out_by_discard must_discard_to_go_out discard_needed discard_last_card need_discard",
    "last_discard: false": "no_last_discard no_discard no_final_discard no_discard_to_go_out "
    "go_out_without_discard floating float go_out_by_laying_all cannot_go_out_with_discard "
    "not_out_by_discard",
    "all_in_rounds: [7]": "all_in whole_hand no_discard_rounds no_discard_in all_cards_in "
    "last_round_all_in whole_hand_in play_all_cards",
    "wild_ranks: [2]": "wild wilds wild_card wildcard wildcards wild_rank wild_numbers twos_wild "
    "wild_twos deuces deuces_wild two_wild wild_jacks wild_kings wild_aces jacks_wild "
    "kings_wild aces_wild threes_wild eights_wild nines_wild",
    "upcard_wild: true": "wild_upcard turned_card_wild upcard_is_wild wild_by_upcard "
    "first_card_wild turn_up_wild",
    "adjacent_wild: false": "adjacent_jokers adjacent_wilds jokers_adjacent jokers_side_by_side "
    "jokers_together jokers_next_to_each_other consecutive_jokers two_jokers_together "
    "jokers_touching",
    "joker_cap: {kind: fixed, most: 1}": "max_jokers joker_limit jokers_max jokers_per_meld "
    "jokers_per_set most_jokers max_wild max_wilds wild_limit wild_cap jokers_in_meld "
    "jokers_per_run how_many_jokers_in_a_meld",
    "joker_cap: {kind: any, only: runs}": "jokers_in_runs_only wild_in_runs_only jokers_in_runs "
    "jokers_only_in_runs wild_only_in_runs no_jokers_in_sets no_wild_in_sets",
    "joker_cap: {kind: any, only: sets}": "jokers_in_sets_only wild_in_sets_only jokers_in_sets "
    "jokers_only_in_sets wild_only_in_sets no_jokers_in_runs no_wild_in_runs",
    "joker_cap_by_round: [{kind: fixed, most: 0}, {kind: any}], one a round": ""
    "joker_limit_by_round "
    "max_jokers_by_round max_wild_by_round jokers_per_meld_by_round joker_caps",
    "meld_points: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]": "meld_values points_of_melds "
    "value_of_melds points_in_melds",
    "exchange: any": "joker_exchange swap_jokers joker_swap steal_jokers joker_stealing swap "
    "replace_jokers joker_replacement take_jokers steal joker_back get_joker_back",
    "packs: [{up_to: 8, decks: 2, jokers: 4}]": "decks deck jokers number_of_decks "
    "number_of_jokers deck_count cards pack jokers_total how_many_cards cards_in_all "
    "jokers_in_deck jokers_in_the_game four_jokers six_jokers",
    "packs: [{up_to: 8, decks: 2, jokers: 4, jokers_by_round: [4, 2]}]": "jokers_by_round "
    "jokers_per_round",
    "packs: [{up_to: 8, decks: 2, jokers: 4, decks_by_round: [2, 3]}]": "decks_by_round "
    "decks_per_round",
    "min_players: 3 and max_players: 5": "players number_of_players seats player_count",
    "deal: 11": "hand_size cards_dealt cards_per_player dealt hand cards_each deal_size "
    "cards_in_hand starting_cards cards_in_first_round first_hand_cards deal_by_round "
    "cards_by_round how_many_cards_each cards_you_get",
    "deal_for: [{up_to: 2, deal: [13]}]": "deal_for_two two_player_deal deal_for_2 "
    "cards_for_two_players fewer_players_deal",
    "contracts: [{sets: [3, 3]}], or rounds: [1, 4, 7]": "hands deals contract goals melds games "
    "sets runs phases levels three_of_a_kind book_size set_size sets_size set_length min_set "
    "minimum_set smallest_set run_size run_length min_run minimum_run smallest_run shortest_run "
    "least_run runs_of_three runs_of_four lay_down books sequences what_to_lay_down "
    "what_you_need first_round second_round",
    "rounds: 7": "number_of_rounds hands_played last_round round_count max_rounds skip_rounds "
    "leave_out_rounds short_game short_evening only_rounds rounds_to_play how_many_rounds",
    "contracts_by: player": "stay_at_contract own_contract each_at_own_contract stay_until_met "
    "repeat_contract own_phase must_complete_before_next move_on_when_done",
    "contracts_by: free": "any_contract any_order choose_contract free_contracts pick_contract "
    "contracts_in_any_order contracts_any_order own_choice",
    "contracts_by: first": "first_chooses first_down_chooses first_picks chosen_by_first",
    "contracts_then: first": "contracts_repeat repeat_contracts after_last_contract cycle",
    "contracts_then: last": "repeat_last last_contract_repeats repeat_last_contract",
    "end_at: 500": "end_points target target_score game_to play_to play_until score_limit "
    "ends_at "
    "points_to_win end_score game_ends_at end_of_game max_score game_over_at until_points "
    "winning_score total_points max_points end_total game_end point_limit final_score lose_at "
    "loses_at game_to_points reach",
    "next_dealer: loser": "loser_deals loser_deals_next most_points_deals loser_shuffles "
    "loser_must_deal last_place_deals",
    "next_dealer: winner": "winner_deals dealer who_deals next_deal deal_passes dealer_rotates",
    "down_from: 2": "no_down_first_turn first_go_round no_going_down_first_round go_down_from "
    "no_down_in_first_round down_after no_melding_first_turn down_from_turn wait_one_round "
    "wait_a_turn first_turn_no_melds no_going_down_first_turn down_in_first_turn "
    "go_down_first_turn",
    "not_down_times: 2": "double_not_down double_when_not_down not_down_double "
    "double_if_not_down "
    "double_points_not_down",
    "calls_till_down: true": "no_buying_after_down no_buys_after_down no_buys_once_down "
    "buying_ends buys_until_down no_calls_after_down buys_end_when_down "
    "no_buying_when_somebody_is_down stop_buying_after_down",
    "discard_ban: [wild]": "no_wild_discard never_discard_wild wild_discard no_joker_discard "
    "discard_wild no_tossing_wilds no_wild_discards jokers_never_discarded discard_wild_cards "
    "throw_joker discard_joker discard_jokers toss_joker",
    "last_turn: true": "one_more_turn final_turn last_chance last_turn_for_all last_go "
    "final_round extra_turn everyone_gets_last_turn everyone_one_more_turn after_out_one_turn "
    "everybody_plays_once_more",
    "wild_by_round: [3, 4, 5], one rank a round": "wild_rank_by_round wild_per_round round_wild "
    "changing_wild wilds_by_round rotating_wild wild_ranks_by_round",
    "all_in_discard: true, with all_in_rounds: [7]": "all_but_one whole_hand_but_one",
    "direction: counter-clockwise": "clockwise counterclockwise anticlockwise order_of_play "
    "turn_order play_order play_direction play_to_the_left play_to_the_right "
    "passes_to_the_right anti_clock_wise right_hand_first",
    "upcard: false": "no_upcard first_upcard turn_up start_discard starting_discard "
    "first_discard face_up_card",
    "ace: both": "aces ace_high ace_low aces_high aces_low round_the_corner ace_high_or_low "
    "aces_high_low aces_both",
    "repeated_suits: false": "different_suits suits_once same_suit_in_set unique_suits "
    "same_suit_twice suit_twice duplicate_cards_in_set identical_cards_in_set identical_cards "
    "duplicates",
    "same_rank_sets: false": "different_ranks two_sets_of_one_rank same_rank two_same_sets "
    "two_equal_sets two_sets_of_kings sets_of_same_rank",
    "adjacent_runs: false": "gap_between_runs runs_may_touch touching_runs consecutive_runs "
    "runs_next_to_each_other runs_in_a_row runs_side_by_side",
    "exact_sizes: true": "exact exact_contract exact_melds no_longer_melds exactly_contract",
    "meld_when_down: true": "new_melds_when_down more_melds further_melds extra_melds "
    "meld_after_down meld_more_later lay_more_melds more_sets_after_down",
    "lay_off_at_once: false": "lay_off_same_turn lay_off_later same_turn_lay_off "
    "lay_off_next_turn hit_same_turn lay_off_when_going_down lay_off_on_same_turn "
    "lay_off_after_going_down layoff_next_turn",
    "lay_off_on: any": "lay_off lay_offs layoff layoffs lay_off_own hits hitting add_on "
    "build_on play_on_others lay_off_on_others add_to_others add_to_other_melds others_melds "
    "adding_to_own_only own_melds_only",
    "lay_off_from: 2": "lay_off_turn first_lay_off lay_off_after",
    "recycle: shuffle": "reshuffle shuffle_discards turn_over recycling restock flip_discards "
    "turn_over_discards shuffle_discard_pile when_stock_empty stock_empty",
    "renewals: once": "reshuffles reshuffle_once stock_renewals times_reshuffled",
    "stalemate: deal-again": "redeal blocked dead_round stuck deal_again",
    "discard_ban: [playable]": "no_playable_discard ban_discard cannot_discard discard_taken",
    "points: [15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]": "score scores scoring card_values "
    "values point_values card_scores ace_value aces_count ace_points twos_count twos_worth "
    "face_cards face_value number_cards court_cards picture_cards kings_count tens_count "
    "high_cards low_cards points_for_cards cards_left",
    "joker_points: 25": "points_of_joker joker_value joker_score points_joker jokers_count "
    "joker_in_hand joker_left joker_left_in_hand jokers_left joker_caught",
    "card_points: {QS: 50}": "queen_of_spades special_points special_cards extra_points "
    "suit_points black_threes red_threes hearts spades black_queen spade_queen jack_of_diamonds "
    "king_of_hearts ace_of_spades two_of_clubs",
    "blind_bonus: 25": "bonus blind out_blind going_out_bonus_blind go_out_blind rummy_bonus "
    "going_out_in_one_turn out_in_one_turn out_in_one_go all_at_once whole_hand_at_once rummy",
    "clean_blind_bonus: 50": "clean_bonus no_joker_bonus natural_bonus bonus_without_joker",
    "out_bonus: 10": "going_out_bonus go_out_bonus winner_bonus out_points minus_for_going_out "
    "bonus_for_going_out out_first_bonus reward_for_going_out",
    "not_down_penalty: 50": "penalty penalty_not_down not_down caught_penalty undown_penalty "
    "penalty_for_not_being_down no_melds_penalty nothing_down stuck_with_everything",
    "last_round_times: 2": "double_last_round last_round_double double_points last_round_counts "
    "last_game_counts_double last_hand_double last_hand_counts",
    "shanghai_points: 10": "shanghai_penalty shanghai_fine shanghai_cost",
    "words: {set: book, run: run, round: hand}": "set_name run_name names word terms call_sets",
    "extends: california": "base extend based_on like inherits variant from parent start_from",
    "house_rules: [{name: Cheap, sentence: One card a buy, set: {call_cost: 1}}]": "options "
    "house_rule choices",
    "text: after our grandmother, with summary for one sentence": "description source origin "
    "comment notes author",
    "bank: round": "pot pool kitty winner_takes_pot winner_takes_all_chips who_gets_chips "
    "chips_go_to",
    "chips: 20, with call_chips: [1]": "starting_chips chips_each chips_per_player chips_at_start",
    "wild_cards: [JS, JH]": "one_eyed_jacks one_eyed_jacks_wild single_wild_cards "
    "black_twos_wild wild_jack_of_hearts",
    "joker_cap: {kind: naturals}": "more_jokers_than_naturals more_wilds_than_naturals "
    "half_jokers jokers_not_more_than_naturals",
    "exchange: others": "swap_with_others_only take_jokers_from_others",
    "exchange_when: down, with exchange: any": "swap_when_down swap_only_when_down "
    "exchange_only_when_down joker_only_when_down",
    "exchange_in: runs, with exchange: any": "swap_in_runs_only joker_from_runs "
    "swap_only_from_runs",
    "exchange_duty: use, with exchange: any": "joker_must_be_used use_joker_at_once "
    "must_use_joker play_joker_at_once joker_to_hand keep_joker_in_hand",
    "shanghai_gives: false": "shanghai_takes_card shanghai_gives_card tosser_gets_no_card",
    "shanghai_card: back": "card_goes_back shanghai_card_back takes_card_back",
    "ace: round": "wrap_around wrap corner around_the_corner queen_king_ace_two kings_to_aces",
    "shanghai_cards: 2": "shanghai_draws cards_for_shanghai shanghai_penalty_cards",
    "shanghai: true": "call_shanghai say_shanghai shanghai_allowed",
    "renewals: never": "no_reshuffle stock_runs_out end_when_stock_is_gone shuffle_never "
    "stock_ends_round",
    "discard_ban: [taken]": "throw_back discard_same_card pick_up_and_throw pick_up_and_discard "
    "discard_picked_up_card throw_what_you_took toss_back",
    "minutes: 90": "time duration length how_long playing_time game_length",
    "name: The Smiths": "title called game_name",
    "min_players: 3": "least_players minimum_players players_needed",
    "max_players: 5": "most_players maximum_players",
}
_IN_CONTRACTS: Final = {
    "sets: [3, 3], clean: true": "clean clean_melds pure pure_melds natural naturals "
    "natural_only "
    "all_natural no_jokers no_joker no_wild no_wilds without_jokers without_wild jokerless "
    "limpio limpia",
    "sets: [3, 3], most_wild: 1": "jokers wild wilds max_jokers max_wild max_wilds "
    "most_jokers joker_limit wild_limit wild_cap jokers_in_contract wild_in_contract "
    "jokers_per_contract wild_per_contract",
    "runs: [13], runs_of: any": "mixed mixed_suit mixed_suits mixed_run mixed_runs dirty "
    "dirty_run "
    "dirty_runs any_suit any_suits sucia escala_sucia",
    "runs: [13], runs_of: colour": "color colour one_color one_colour same_color same_colour "
    "colour_run color_run escala_color",
    "runs: [13], royal: true": "royal_run royal_runs escala_real whole_suit full_suit ace_to_king",
    "runs: [4, 4], suits: different": "different_suits distinct_suits runs_of_different_suits",
    "runs: [4, 4], suits: one": "same_suit one_suit runs_of_one_suit runs_in_one_suit",
    "sets: [3, 3], ranks: different": "different_ranks distinct_ranks sets_of_different_ranks",
    "points: 51": "points_to_go_down points_to_open points_to_meld points_needed points_down "
    "min_points minimum_points minimum least_points opening opening_points opening_meld "
    "initial_meld initial_points first_meld_points going_down_points go_down_points worth",
}
"""What stands in a contract."""
_VALUES: Final = {
    "must_discard: true": "last_discard:required last_discard:must last_discard:needed "
    "last_discard:always last_discard:mandatory",
    "last_discard: false": "must_discard:never must_discard:forbidden forbidden never none",
    "last_discard: true": "allowed optional",
    "runs_of: any": "contracts:mixed contracts:dirty contracts:all",
    "runs_of: colour, or suits: colour": "contracts:color contracts:one-color "
    "contracts:same-colour contracts:same-color",
    "suits: one": "contracts:same contracts:same-suit contracts:equal",
    "suits: different, or ranks: different": "contracts:distinct contracts:unique",
    "ace: both": "any high-or-low low-or-high either high-and-low low-and-high true",
    "ace: round": "corner around round-the-corner wrap circular",
    "exchange: any": "true all allowed yes everyone",
    "exchange: none": "false no never",
    "exchange: others": "steal stealing other",
    "lay_off_on: any": "all everyone true yes",
    "lay_off_on: own": "mine self",
    "lay_off_on: none": "false no never",
    "joker_cap: {kind: any}": "any none unlimited no",
    "joker_cap: {kind: naturals}": "naturals half",
    "joker_cap: {kind: fixed, most: 1}": "one 1 fixed",
    "joker_cap: {kind: fixed, most: 2}": "two 2",
    "joker_cap: {kind: fixed, most: 0}": "0",
    "call_limit: 12, more than anybody makes": "unlimited any no-limit infinite all",
    "call_limit: 0": "none never no false",
    "words: {call: MINE}": "call_word:mine call_word:i-want-it call_word:take",
    "direction: counter-clockwise": "right anticlockwise counterclockwise anti-clockwise "
    "to-the-right",
    "direction: clockwise": "left to-the-left",
    "next_dealer: left": "next right clockwise",
    "next_dealer: winner": "out who-went-out",
    "next_dealer: loser": "most-points highest-score worst",
    "contracts_then: last": "repeat same again",
    "contracts_then: first": "cycle restart round-again",
    "contracts_by: free": "any choice any-order chosen",
    "contracts_by: first": "first-down first-to-go-down",
    "discard_ban: [wild]": "joker jokers wilds",
    "first_right: always": "true yes",
    "first_right: never": "false no none",
    "first_right: unless-down": "not-when-down down",
    "call_order: turn": "nearest next closest clockwise",
    "call_order: first": "first-come fastest quickest",
    "beneath: open": "true yes allowed live",
    "beneath: dead": "false no closed",
    "recycle: shuffle": "true reshuffle shuffled yes",
    "recycle: turn": "flip turned turn-over unshuffled",
    "renewals: never": "recycle:never recycle:none recycle:false none 0 no false",
    "renewals: once": "1 one",
    "renewals: any": "unlimited always true",
    "stalemate: deal-again": "redeal again replay",
    "stalemate: count": "counted score end",
    "contracts_by: player": "own each met seat",
    "discard_ban: [playable], or [taken]": "true yes fitting",
    "discard_ban: []": "none false no",
    "exchange_duty: go-down": "down true go_down",
    "exchange_duty: use": "lay play",
    "wild_ranks: []": "none no false",
    "wild_ranks: [2]": "two twos deuces 2s",
    "wild_ranks: [J]": "jacks jack",
    "wild_ranks: [A]": "aces ace",
    "jokers are always wild; other ranks: wild_ranks: [2]": "wild_ranks:joker wild_ranks:jokers",
    "all_in_rounds: [7], the number of the last round": "last final true",
    "all_in_rounds: []": "none false",
    "each round by its number: [1, 2, 3, 4, 5, 6, 7]": "all_in_rounds:all all_in_rounds:every",
}
_SAID: Final = [(said, hint) for hint, all in _IN_CONTRACTS.items() for said in all.split()]
MEANT: Final = (
    {said: f"contracts: [{{{hint}}}]" for said, hint in _SAID}
    | {f"contracts.{said}": hint for said, hint in _SAID}
    | {said: hint for hint, sayings in _KEYS.items() for said in sayings.split()}
) | {
    said if ":" in said else f"{hint.partition(':')[0]}:{said}": hint
    for hint, sayings in _VALUES.items()
    for said in sayings.split()
}
"""The hint for a key, for one in a contract, such as `contracts.pure`, or for a key with its
value behind a colon, such as `ace:any`."""
