//! One position for each kind of rule that only some games know, on rules made up for it.

#![allow(clippy::unwrap_used, missing_docs)]

use hub_rules::game::{Game, Reason};
use hub_rules::perft::PerftOptions;
use hub_rules::ruleset::{RuleSet, RuleSetError};
use hub_rules::setup::{
    BLACK_KING, BLACK_MAN, BLACK_PARACHUTIST, EMPTY, Setup, SetupFault, WHITE_KING, WHITE_MAN,
    WHITE_PARACHUTIST,
};
use hub_rules::variant::{AnyMove, AnyPosition, Variant};
use hub_rules::word::{Bits, Word};
use serde_json::{Value, json};

/// Rules of a plain game on 8x8 with parts exchanged: `changes` is merged over them.
fn data(changes: &Value) -> Value {
    let diagonals = json!(["forward-diagonals", "backward-diagonals"]);
    let mut data = json!({
        "board": {"width": 8, "height": 8, "playable": "dark"},
        "men": {"move": ["forward-diagonals"], "capture": ["forward-diagonals"], "capture_kings": true},
        "kings": {"range": "short", "move": diagonals, "capture": diagonals, "landing": "free", "same_king_limit": 0},
        "capture": {"removal": "end", "turn_back": true, "precedence": [], "king_value": 0},
        "promotion": {"in_capture": "end"},
        "objective": {"no_move": "loses", "king": "nothing"},
        "draws": {"repetition": 3, "limits": []},
    });
    merge(&mut data, changes);
    data
}

fn merge(data: &mut Value, changes: &Value) {
    match (data, changes) {
        (Value::Object(data), Value::Object(changes)) => {
            for (key, change) in changes {
                merge(data.entry(key).or_insert(Value::Null), change);
            }
        }
        (data, change) => *data = change.clone(),
    }
}

fn variant(changes: &Value) -> Variant {
    Variant::new(RuleSet::from_json(&data(changes).to_string()).unwrap())
}

fn faults(changes: &Value) -> Vec<String> {
    match RuleSet::from_json(&data(changes).to_string()) {
        Err(RuleSetError::Impossible(faults)) => faults,
        other => panic!("{other:?}"),
    }
}

/// Pieces as (number, code).
fn setup(variant: &Variant, white_to_move: bool, pieces: &[(usize, u8)]) -> Setup {
    let mut setup = Setup::new(vec![EMPTY; variant.rules().squares()], white_to_move);
    for &(number, code) in pieces {
        setup.pieces[number - 1] = code;
    }
    setup
}

fn position(variant: &Variant, white_to_move: bool, pieces: &[(usize, u8)]) -> AnyPosition {
    setup(variant, white_to_move, pieces).position(variant.rules()).unwrap()
}

fn text(variant: &Variant, mv: &AnyMove) -> String {
    let number = |index| variant.rules().square(index) + 1;
    let huff = mv.huffed().map_or_else(String::new, |index| format!("-{}/", number(index)));
    if mv.is_removal() {
        return format!("{huff}-{}", number(mv.from()));
    }
    let sign = if mv.is_capture() { 'x' } else { '-' };
    let mut taken: Vec<usize> = Bits(mv.captured).map(|bit| number(bit.lowest())).collect();
    taken.sort_unstable();
    let taken: String = taken.iter().map(|number| format!("x{number}")).collect();
    format!("{huff}{}{sign}{}{taken}", number(mv.from()), number(mv.to()))
}

fn moves(variant: &Variant, position: &AnyPosition) -> Vec<String> {
    let mut moves: Vec<String> = variant.legal_moves(position).iter().map(|mv| text(variant, mv)).collect();
    moves.sort_unstable();
    let counted = variant.perft(position, 1, PerftOptions { threads: 1, hash_mb: 0 });
    assert_eq!(counted, moves.len() as u64);
    moves
}

fn play(variant: &Variant, position: &AnyPosition, mv: &str) -> AnyPosition {
    let legal = variant.legal_moves(position);
    let mv = legal.iter().find(|legal| text(variant, legal) == mv).expect("legal");
    variant.after(position, mv)
}

/// A board of points: straight and diagonal quiet moves, men only.
fn points(width: usize, height: usize, changes: &Value) -> Variant {
    let mut data = json!({
        "board": {"width": width, "height": height, "playable": "all"},
        "men": {"move": ["forward", "forward-diagonals"], "capture": ["forward", "sideways", "forward-diagonals"]},
        "promotion": {"squares": "none"},
    });
    merge(&mut data, changes);
    variant(&data)
}

#[test]
fn points_are_numbered_without_the_holes_and_cut_off_by_them() {
    let holed = points(5, 5, &json!({"board": {"holes": [12]}}));
    assert_eq!(holed.rules().squares(), 24);
    // c2, below the hole c3: number 17 of 24; straight on is nothing.
    assert_eq!(
        moves(&holed, &position(&holed, true, &[(17, WHITE_MAN), (1, BLACK_MAN)])),
        ["17-12", "17-13"]
    );
    // No jump over what stands beyond a hole, none into one.
    let pieces = [(22, WHITE_MAN), (17, BLACK_MAN), (1, BLACK_MAN)];
    assert_eq!(moves(&holed, &position(&holed, true, &pieces)), ["22-16", "22-18"]);
}

#[test]
fn diagonals_of_alternate_lines_begin_at_every_other_point() {
    let net = points(5, 5, &json!({"board": {"lines": "alternate"}}));
    assert_eq!(
        moves(&net, &position(&net, true, &[(23, WHITE_MAN), (1, BLACK_MAN)])),
        ["23-17", "23-18", "23-19"]
    );
    assert_eq!(moves(&net, &position(&net, true, &[(22, WHITE_MAN), (1, BLACK_MAN)])), ["22-17"]);
}

#[test]
fn the_largest_board_has_144_squares() {
    let large = points(12, 12, &json!({}));
    assert_eq!(large.rules().squares(), 144);
    let large = variant(&json!({
        "board": {"width": 12, "height": 12, "playable": "all"},
        "kings": {"range": "flying", "move": ["forward", "backward", "sideways"]},
    }));
    let corner = position(&large, true, &[(144, WHITE_KING), (60, BLACK_MAN)]);
    // Along the last rank, and up the file to the man that it cannot take diagonally.
    assert_eq!(moves(&large, &corner).len(), 11 + 6);
    assert_eq!(large.perft(&corner, 3, PerftOptions { threads: 2, hash_mb: 1 }), {
        large.perft(&corner, 3, PerftOptions { threads: 1, hash_mb: 0 })
    });
}

#[test]
fn further_jumps_may_have_other_directions() {
    let men = json!({"men": {"capture": ["forward"], "capture_next": ["backward", "sideways"]}});
    let game = points(8, 8, &men);
    // From e2 over e3 to e4, then sideways over f4; a second jump forward is not allowed, nor a first one sideways.
    let pieces = [(53, WHITE_MAN), (45, BLACK_MAN), (38, BLACK_MAN), (29, BLACK_MAN), (54, BLACK_MAN)];
    assert_eq!(moves(&game, &position(&game, true, &pieces)), ["53x39x38x45"]);
}

#[test]
fn men_rest_on_their_last_row() {
    let game = points(8, 8, &json!({"men": {"move": ["forward", "sideways"], "rest_on_last_row": true}}));
    assert_eq!(moves(&game, &position(&game, true, &[(4, WHITE_MAN), (60, BLACK_MAN)])), [""; 0]);
    assert_eq!(moves(&game, &position(&game, false, &[(12, WHITE_MAN), (60, BLACK_MAN)])), [""; 0]);
    assert_eq!(moves(&game, &position(&game, true, &[(12, WHITE_MAN), (1, BLACK_MAN)])).len(), 3);
}

#[test]
fn men_jump_over_lines_of_men() {
    let linear = json!({
        "men": {"move": ["forward"], "capture": ["forward"], "linear": true},
        "promotion": {"squares": "last-row"},
    });
    let game = points(8, 8, &linear);
    let pieces = [(53, WHITE_MAN), (45, WHITE_MAN), (37, WHITE_MAN), (61, WHITE_MAN), (1, BLACK_MAN)];
    assert_eq!(moves(&game, &position(&game, true, &pieces)), ["37-29", "45-29", "53-29", "61-29"]);
    // Neither an enemy nor a king is part of a line.
    let pieces = [(53, WHITE_MAN), (45, WHITE_KING), (54, WHITE_MAN), (46, BLACK_MAN), (38, BLACK_MAN)];
    assert!(moves(&game, &position(&game, true, &pieces)).iter().all(|text| text.starts_with("45")));
}

#[test]
fn both_sides_may_go_up_the_board() {
    let game = variant(&json!({"men": {"black_forward": "up"}}));
    assert_eq!(moves(&game, &position(&game, false, &[(31, WHITE_MAN), (14, BLACK_MAN)])), ["14-10", "14-9"]);
    let promotion = play(&game, &position(&game, false, &[(31, WHITE_MAN), (7, BLACK_MAN)]), "7-2");
    assert!(!promotion.kings.is_empty());
    // Black's man may stand on row 1, not on row 8.
    assert!(setup(&game, true, &[(31, BLACK_MAN), (30, WHITE_MAN)]).position(game.rules()).is_ok());
    assert!(setup(&game, true, &[(2, BLACK_MAN), (30, WHITE_MAN)]).position(game.rules()).is_err());
}

#[test]
fn there_are_no_kings_where_men_are_never_promoted() {
    let game = points(8, 8, &json!({}));
    let refused =
        setup(&game, true, &[(1, WHITE_KING), (2, BLACK_KING), (3, BLACK_MAN)]).position(game.rules());
    let faults = [SetupFault::NoKings { number: 1 }, SetupFault::NoKings { number: 2 }];
    assert_eq!(refused.unwrap_err().0, faults);
}

#[test]
fn men_are_promoted_on_marked_squares_only() {
    let game = variant(&json!({"promotion": {"squares": {"white": [0, 4], "black": [27, 31]}}}));
    let before = position(&game, true, &[(6, WHITE_MAN), (9, WHITE_MAN), (30, BLACK_MAN)]);
    assert!(play(&game, &before, "6-2").kings.is_empty(), "a last row that is not marked");
    assert!(!play(&game, &before, "6-1").kings.is_empty());
    assert!(!play(&game, &before, "9-5").kings.is_empty(), "a marked square before the last row");
    assert_eq!(game.rules().moves_to_promotion(8, true), Some(1));
    assert_eq!(game.rules().moves_to_promotion(19, true), None, "from h4 no way leads there");
    let refused = setup(&game, true, &[(1, WHITE_MAN), (28, BLACK_MAN)]).position(game.rules()).unwrap_err();
    assert_eq!(refused.0.len(), 2);
}

#[test]
fn straight_captures_may_stop_and_do_not_turn() {
    let straight = json!({
        "men": {"move": [], "capture": ["forward", "backward", "sideways"]},
        "capture": {"continue": "may-straight"},
    });
    let game = points(8, 8, &straight);
    let pieces = [(57, WHITE_MAN), (58, BLACK_MAN), (60, BLACK_MAN), (51, BLACK_MAN), (62, BLACK_MAN)];
    let before = position(&game, true, &pieces);
    assert_eq!(moves(&game, &before), ["57x59x58", "57x61x58x60", "57x63x58x60x62"]);
    let refused = setup(&game, true, &[(1, WHITE_KING), (2, BLACK_MAN)]).position(game.rules());
    assert_eq!(refused.unwrap_err().0, [SetupFault::NoKings { number: 1 }]);
}

#[test]
fn an_opening_takes_own_pieces_off() {
    let opening = json!({
        "men": {"move": [], "capture": ["forward", "backward", "sideways"]},
        "capture": {"continue": "may-straight"},
        "opening": [{"side": "black", "remove": [0, 5]}, {"side": "white", "remove": "adjacent"}],
    });
    let game = points(4, 4, &opening);
    let full = |white_to_move| {
        let pieces = (0..16).map(|square| [BLACK_MAN, WHITE_MAN][(square / 4 + square) % 2]).collect();
        Setup::new(pieces, white_to_move).position(game.rules()).unwrap()
    };
    assert_eq!(moves(&game, &full(false)), ["-1", "-6"]);
    assert_eq!(moves(&game, &full(true)), [""; 0], "White does not begin");
    let second = play(&game, &full(false), "-6");
    assert_eq!(moves(&game, &second), ["-10", "-2", "-5", "-7"]);
    let third = play(&game, &second, "-2");
    assert_eq!(moves(&game, &third), ["14x6x10", "8x6x7"]);
    let mut line = Game::new(game.clone(), full(false));
    let removal = game.legal_moves(line.position())[0];
    assert_eq!(game.paths(line.position(), &removal), [[removal.from()]]);
    line.push(&removal).unwrap();
    assert_eq!(line.position().occupied().count(), 15);
    assert_eq!(line.pop(), Some(removal));
}

#[test]
fn parachutists_come_down_by_one_jump() {
    let game = variant(&json!({
        "kings": {"range": "flying"},
        "parachutists": {"move": [], "capture": ["backward-diagonals"], "becomes": "man"},
        "capture": {"precedence": ["king-mover"]},
    }));
    let pieces = [(2, WHITE_PARACHUTIST), (7, BLACK_MAN), (15, BLACK_MAN), (29, BLACK_PARACHUTIST)];
    let before = position(&game, true, &pieces);
    assert_eq!(moves(&game, &before), ["2x11x7"], "one jump, though another could follow");
    let after = play(&game, &before, "2x11x7");
    assert_eq!(moves(&game, &after), ["15-18", "15-19"], "the black parachutist waits");
    let with_king = [(2, WHITE_PARACHUTIST), (7, BLACK_MAN), (29, WHITE_KING), (22, BLACK_KING)];
    let before = position(&game, true, &with_king);
    assert!(moves(&game, &before).iter().all(|text| text.starts_with("29x")), "it ranks with the men");
    let refused = setup(&game, true, &[(6, WHITE_PARACHUTIST), (7, BLACK_MAN)]).position(game.rules());
    assert!(matches!(refused.unwrap_err().0[..], [SetupFault::BadParachutist { number: 6, .. }]));
    let plain = variant(&json!({}));
    assert!(setup(&plain, true, &[(1, WHITE_PARACHUTIST), (7, BLACK_MAN)]).position(plain.rules()).is_err());
}

#[test]
fn who_does_not_capture_may_be_huffed() {
    let game = variant(&json!({"capture": {"obligation": "huffing", "precedence": ["quantity"]}}));
    // 22 can take two, 24 one; the man on 29 has a quiet move.
    let pieces = [
        (22, WHITE_MAN),
        (24, WHITE_MAN),
        (29, WHITE_MAN),
        (17, BLACK_MAN),
        (9, BLACK_MAN),
        (19, BLACK_MAN),
        (4, BLACK_MAN),
    ];
    let before = position(&game, true, &pieces);
    let listed = moves(&game, &before);
    for text in ["22x6x9x17", "24x15x19", "29-25", "22-18", "24-20"] {
        assert!(listed.contains(&text.to_owned()), "{text} of {listed:?}");
    }
    let numbers = |position: &AnyPosition| -> Vec<usize> {
        Bits(position.huffable).map(|bit| game.rules().square(bit.lowest()) + 1).collect()
    };
    assert_eq!(numbers(&play(&game, &before, "22x6x9x17")), [0; 0], "the best capture obeys");
    assert_eq!(numbers(&play(&game, &before, "24x15x19")), [22]);
    let disobeyed = play(&game, &before, "29-25");
    assert_eq!(numbers(&disobeyed), [22]);
    assert_eq!(numbers(&play(&game, &before, "22-18")), [18], "it is huffable where it has gone");
    let replies = moves(&game, &disobeyed);
    assert!(replies.contains(&"-22/4-8".to_owned()) && replies.contains(&"4-8".to_owned()));
    assert!(replies.iter().any(|text| text.starts_with("-22/17")));
    let huffed = play(&game, &disobeyed, "-22/4-8");
    assert_eq!(huffed.occupied().count(), before.occupied().count() - 1);
    assert_ne!(game.key(&disobeyed), game.key(&AnyPosition { huffable: before.huffable, ..disobeyed }));
    let setup = Setup {
        huffable: vec![21],
        ..Setup::new(hub_rules::setup::piece_codes(game.rules(), &disobeyed), false)
    };
    assert_eq!(setup.position(game.rules()).unwrap(), disobeyed);
    let refused = Setup { huffable: vec![3, 21], ..setup }.position(game.rules()).unwrap_err();
    assert!(matches!(refused.0[..], [SetupFault::NotHuffable { number: 4, .. }]));
}

#[test]
fn landings_may_be_free_although_one_goes_on() {
    let with = |forced: bool| {
        let game = variant(&json!({"kings": {"range": "flying"}, "capture": {"forced_landing": forced}}));
        moves(&game, &position(&game, true, &[(29, WHITE_KING), (22, BLACK_MAN), (7, BLACK_MAN)]))
    };
    // From f6 the king takes e7; it may stop on the others only where that is allowed.
    assert_eq!(with(true), ["29x2x7x22"]);
    assert_eq!(with(false), ["29x15x22", "29x18x22", "29x2x7x22", "29x4x22", "29x8x22"]);
}

#[test]
fn a_limit_may_wait_for_captures_and_hold_at_once() {
    let limit = |plies: u16, unless_capture: bool| {
        let one = json!({"men": [0, 255], "kings": [0, 255]});
        let row = json!({
            "name": "last two", "plies": plies, "material": [{"first": one, "second": one}], "pieces": [2, 2],
            "both_kings": false, "first_on": null, "second_off": null, "second_on": null, "restart": [],
            "unless_capture": unless_capture,
        });
        variant(&json!({"draws": {"limits": [row]}}))
    };
    let pending = [(29, WHITE_KING), (25, BLACK_MAN)];
    let quiet = [(29, WHITE_KING), (4, BLACK_MAN)];
    let at_once = limit(0, true);
    let outcome = |variant: &Variant, pieces: &[(usize, u8)]| {
        Game::new(variant.clone(), position(variant, true, pieces)).outcome().map(|outcome| outcome.reason)
    };
    assert_eq!(outcome(&at_once, &quiet), Some(Reason::Limit(0)));
    assert_eq!(outcome(&at_once, &pending), None);
    assert_eq!(outcome(&limit(0, false), &pending), Some(Reason::Limit(0)));
    let next_ply = limit(1, true);
    assert_eq!(outcome(&next_ply, &quiet), None);
    let mut game =
        Game::new(next_ply.clone(), position(&next_ply, true, &[(29, WHITE_KING), (22, BLACK_KING)]));
    let mv = next_ply.legal_moves(game.position())[0];
    game.push(&mv).unwrap();
    assert_eq!(game.outcome(), None, "Black can take");
}

#[test]
fn impossible_rules_are_refused_with_all_faults() {
    let found = faults(&json!({
        "board": {"lines": "alternate", "holes": [1]},
        "men": {"black_forward": "up", "capture_kings": false},
        "kings": {"move": ["forward"]},
        "capture": {"continue": "may-straight", "obligation": "huffing", "precedence": ["quantity"]},
        "promotion": {"squares": {"white": [32], "black": []}},
        "opening": [{"side": "white", "remove": "adjacent"}, {"side": "white", "remove": [99]}],
        "parachutists": {"move": ["forward"], "capture": []},
    }));
    for part in [
        "board.lines",
        "board.holes",
        "black_forward",
        "may-straight needs",
        "no precedence",
        "no huffing",
        "huffing allows no opening",
        "parachutists.move",
        "parachutists.capture",
        "must be true",
        "no parachutists",
        "square 33 is off",
        "no gap yet",
        "square 100 is off",
        "take turns",
    ] {
        assert!(found.iter().any(|fault| fault.contains(part)), "{part} in {found:#?}");
    }
    let found = faults(&json!({"board": {"playable": "all", "holes": [3, 3, 64]}}));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        RuleSet::from_json(&data(&json!({"parachutists": {"capture": [], "becomes": "king"}})).to_string())
            .is_err()
    );
    assert_eq!(BLACK_KING + 2, BLACK_PARACHUTIST);
}
