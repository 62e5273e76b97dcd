//! Any bytes as a rule file and pieces on its board: the core refuses them or plays on them, and never panics.
//!
//! First byte: which shipped rules. Second, low half: side to move, whether same-king runs follow (four bytes), whether
//! the input's own length counts, whether a byte follows that names a square to be huffed; high half: as shipped, or with
//! which of `CHANGES`.
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

/// What no shipped rules have: one key each, set in any of them where the outcome is possible.
const CHANGES: [(&str, &str); 6] = [
    ("board", r#"{"width": 12, "height": 12, "playable": "all"}"#),
    ("board", r#"{"width": 11, "height": 9, "playable": "all", "holes": [0, 40, 98]}"#),
    ("board", r#"{"width": 7, "height": 5, "playable": "all", "lines": "alternate"}"#),
    ("promotion", r#"{"in_capture": "crown", "squares": {"white": [0, 1], "black": [45, 49]}}"#),
    (
        "capture",
        r#"{"removal": "end", "turn_back": true, "precedence": ["quantity"], "king_value": 0, "obligation": "huffing"}"#,
    ),
    ("parachutists", r#"{"capture": ["backward-diagonals"]}"#),
];

/// `[shipped rules][0 = as shipped, else change + 1]`; none: impossible.
static VARIANTS: LazyLock<Vec<Vec<Option<Variant>>>> = LazyLock::new(|| {
    let data: BTreeMap<String, Value> =
        serde_json::from_str(include_str!("../../crates/rules/builtin_rules.json")).expect("shipped data");
    let variant = |data: Value| {
        let spec: RuleSpec = serde_json::from_value(data).expect("rule data");
        RuleSet::new(spec).ok().map(Variant::new)
    };
    let changed = |data: &Value, key: &str, value: &str| {
        let mut data = data.clone();
        data[key] = serde_json::from_str(value).expect("a change is JSON");
        variant(data)
    };
    let shipped = |data: &Value| Some(variant(data.clone()).expect("shipped rules are possible"));
    data.values()
        .map(|data| {
            let changes = CHANGES.iter().map(|(key, value)| changed(data, key, value));
            std::iter::once(shipped(data)).chain(changes).collect()
        })
        .collect()
});

fuzz_target!(|data: &[u8]| {
    let [which, flags, rest @ ..] = data else { return };
    let changes = &VARIANTS[usize::from(*which) % VARIANTS.len()];
    let Some(variant) = &changes[usize::from(flags >> 4) % changes.len()] else { return };
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
