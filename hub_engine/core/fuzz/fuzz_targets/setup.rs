//! Any bytes as a rule file and pieces on its board: the core refuses them or plays on them, and never panics.
//!
//! First byte: which rules, the shipped ones and those of `BOARDS`. Second: side to move, whether same-king runs
//! follow (four bytes), whether a byte follows that names a square to be huffed.
//! Then one byte a square, taken modulo 8 so that bad codes come up; the rest chooses moves.

#![no_main]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hub_rules::game::Game;
use hub_rules::ruleset::RuleSet;
use hub_rules::setup::Setup;
use hub_rules::spec::RuleSpec;
use hub_rules::variant::Variant;
use hub_rules::word::Word;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// Boards and rules that no shipped file has, as changes of one that has: (file, key, value).
const CHANGES: [(&str, &[(&str, &str)]); 6] = [
    ("international", &[("board", r#"{"width": 12, "height": 12, "playable": "all"}"#)]),
    ("international", &[("board", r#"{"width": 11, "height": 9, "playable": "all", "holes": [0, 40, 98]}"#)]),
    ("international", &[("board", r#"{"width": 7, "height": 5, "playable": "all", "lines": "alternate"}"#)]),
    ("frisian", &[("promotion", r#"{"in_capture": "crown", "squares": {"white": [0, 1], "black": [45, 49]}}"#)]),
    ("english", &[("capture", HUFFING)]),
    ("english", &[("parachutists", r#"{"capture": ["backward-diagonals"]}"#)]),
];
const HUFFING: &str = r#"{"removal": "end", "turn_back": true, "precedence": ["quantity"], "king_value": 0,
                          "obligation": "huffing"}"#;

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let data: BTreeMap<String, Value> =
        serde_json::from_str(include_str!("../../crates/rules/builtin_rules.json")).expect("shipped data");
    let changed = CHANGES.iter().map(|(file, changes)| {
        let mut data = data[*file].clone();
        for (key, value) in *changes {
            data[*key] = serde_json::from_str(value).expect("a change is JSON");
        }
        data
    });
    let specs = data.values().cloned().chain(changed);
    specs
        .map(|data| {
            let spec: RuleSpec = serde_json::from_value(data).expect("rule data");
            Variant::new(RuleSet::new(spec).expect("possible rules"))
        })
        .collect()
});

fuzz_target!(|data: &[u8]| {
    let [which, flags, rest @ ..] = data else { return };
    let variant = &VARIANTS[usize::from(*which) % VARIANTS.len()];
    let (runs, rest) = match rest {
        [a, b, c, d, rest @ ..] if flags & 2 != 0 => ([(*a, *b), (*c, *d)], rest),
        _ => ([(0, 0); 2], rest),
    };
    let (huffable, rest) = match rest {
        [square, rest @ ..] if flags & 8 != 0 => (vec![usize::from(*square)], rest),
        _ => (Vec::new(), rest),
    };
    // Mostly the right length, sometimes what the input happens to have.
    let length = if flags & 4 != 0 { rest.len() } else { variant.rules().squares() };
    let mut pieces: Vec<u8> = rest.iter().take(length).map(|byte| byte % 8).collect();
    if flags & 4 == 0 {
        pieces.resize(length, 0);
    }
    let setup = Setup { pieces, white_to_move: flags & 1 != 0, king_runs: runs, huffable };
    let Ok(position) = setup.position(variant.rules()) else { return };
    let mut game = Game::new(variant.clone(), position);
    for choice in rest.iter().skip(length).take(32) {
        let moves = variant.legal_moves(game.position());
        if moves.is_empty() {
            assert!(game.outcome().is_some(), "no move is an end");
            return;
        }
        let mv = moves[usize::from(*choice) % moves.len()];
        assert!(!variant.paths(game.position(), &mv).is_empty(), "a move has a path");
        let pieces = game.position().occupied().count();
        game.push(&mv).expect("a listed move is legal");
        let left = game.position().occupied().count();
        let taken = mv.captured | mv.huffed_set();
        assert_eq!(left + taken.count(), pieces, "pieces leave only by capture");
        assert!(!game.position().us.meets(game.position().them), "no square is shared");
        assert!(!game.position().kings.meets(!game.position().occupied()), "kings are pieces");
    }
});
