//! Any bytes as a rule file and pieces on its board: the core refuses them or plays on them, and never panics.
//!
//! First byte: which shipped rules. Second: side to move and whether same-king runs follow (four bytes).
//! Then one byte a square, taken modulo 6 so that bad codes come up; the rest chooses moves.

#![no_main]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hub_rules::game::Game;
use hub_rules::ruleset::RuleSet;
use hub_rules::setup::Setup;
use hub_rules::spec::RuleSpec;
use hub_rules::variant::Variant;
use libfuzzer_sys::fuzz_target;

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let specs: BTreeMap<String, RuleSpec> =
        serde_json::from_str(include_str!("../../crates/rules/builtin_rules.json")).expect("shipped data");
    specs.into_values().map(|spec| Variant::new(RuleSet::new(spec).expect("shipped rules"))).collect()
});

fuzz_target!(|data: &[u8]| {
    let [which, flags, rest @ ..] = data else { return };
    let variant = &VARIANTS[usize::from(*which) % VARIANTS.len()];
    let (runs, rest) = match rest {
        [a, b, c, d, rest @ ..] if flags & 2 != 0 => ([(*a, *b), (*c, *d)], rest),
        _ => ([(0, 0); 2], rest),
    };
    // Mostly the right length, sometimes what the input happens to have.
    let length = if flags & 4 != 0 { rest.len() } else { variant.rules().squares() };
    let mut pieces: Vec<u8> = rest.iter().take(length).map(|byte| byte % 6).collect();
    if flags & 4 == 0 {
        pieces.resize(length, 0);
    }
    let setup = Setup { pieces, white_to_move: flags & 1 != 0, king_runs: runs };
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
        let pieces = (game.position().us | game.position().them).count_ones();
        game.push(&mv).expect("a listed move is legal");
        let left = (game.position().us | game.position().them).count_ones();
        assert_eq!(left + mv.captured.count_ones(), pieces, "pieces leave only by capture");
        assert_eq!(game.position().us & game.position().them, 0, "no square is shared");
        assert_eq!(
            game.position().kings & !(game.position().us | game.position().them),
            0,
            "kings are pieces"
        );
    }
});
