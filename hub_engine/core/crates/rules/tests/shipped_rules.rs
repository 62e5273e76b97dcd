//! Properties that every shipped rule file must show: the compiled-in and the run-time generator agree,
//! keys and counters add up, turning the board round changes nothing.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use hub_rules::game::Game;
use hub_rules::perft::PerftOptions;
use hub_rules::ruleset::RuleSet;
use hub_rules::setup::Setup;
use hub_rules::spec::RuleSpec;
use hub_rules::variant::{AnyPosition, Variant};
use hub_rules::zobrist::mix;

const ONE_THREAD: PerftOptions = PerftOptions { threads: 1, hash_mb: 0 };

fn shipped() -> BTreeMap<String, RuleSet> {
    let specs: BTreeMap<String, RuleSpec> =
        serde_json::from_str(include_str!("../builtin_rules.json")).unwrap();
    specs.into_iter().map(|(name, spec)| (name, RuleSet::new(spec).unwrap())).collect()
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(mix(self.0)) * n as u128) >> 64) as usize
    }
}

/// A few pieces anywhere, kings among them; legal by construction or refused by the setup.
fn random_position(rules: &RuleSet, random: &mut Random) -> Option<AnyPosition> {
    let mut pieces = vec![0; rules.squares()];
    for _ in 0..2 + random.below(rules.squares() / 3) {
        let square = random.below(pieces.len());
        pieces[square] = 1 + random.below(4) as u8;
    }
    Setup { pieces, white_to_move: random.below(2) == 0, king_runs: [(0, 0); 2] }.position(rules).ok()
}

/// The same position with colours exchanged and the board turned round.
fn turned(rules: &RuleSet, position: &AnyPosition) -> AnyPosition {
    let turn = |set: u128| {
        (0..rules.squares())
            .filter(|&square| set >> rules.index(square) & 1 == 1)
            .fold(0, |set, square| set | 1u128 << rules.index(rules.squares() - 1 - square))
    };
    AnyPosition {
        us: turn(position.us),
        them: turn(position.them),
        kings: turn(position.kings),
        white_to_move: !position.white_to_move,
        runs: position.runs,
    }
}

#[test]
fn every_shipped_rule_word_is_compiled_in() {
    for (name, rules) in shipped() {
        assert!(Variant::new(rules).is_builtin() != cfg!(feature = "loaded-only"), "{name}");
    }
}

#[test]
fn fixed_and_loaded_rules_agree_on_random_positions() {
    for (name, rules) in shipped() {
        let mut random = Random(1);
        let (fixed, loaded) = (Variant::new(rules.clone()), Variant::new_loaded(rules.clone()));
        for _ in 0..300 {
            let Some(position) = random_position(&rules, &mut random) else { continue };
            assert_eq!(fixed.legal_moves(&position), loaded.legal_moves(&position), "{name} {position:?}");
            let counts = [&fixed, &loaded].map(|variant| variant.perft(&position, 2, ONE_THREAD));
            assert_eq!(counts[0], counts[1], "{name} {position:?}");
        }
    }
}

#[test]
fn turning_the_board_round_changes_no_count() {
    for (name, rules) in shipped() {
        let mut random = Random(2);
        let variant = Variant::new(rules.clone());
        for _ in 0..200 {
            let Some(position) = random_position(&rules, &mut random) else { continue };
            let count = variant.perft(&position, 3, ONE_THREAD);
            assert_eq!(
                count,
                variant.perft(&turned(&rules, &position), 3, ONE_THREAD),
                "{name} {position:?}"
            );
        }
    }
}

#[test]
fn threads_and_table_change_no_count() {
    for (name, rules) in shipped() {
        let mut random = Random(3);
        let variant = Variant::new(rules.clone());
        for _ in 0..5 {
            let Some(position) = random_position(&rules, &mut random) else { continue };
            let plain = variant.perft(&position, 4, ONE_THREAD);
            for options in [PerftOptions { threads: 2, hash_mb: 0 }, PerftOptions { threads: 2, hash_mb: 1 }]
            {
                assert_eq!(plain, variant.perft(&position, 4, options), "{name} {position:?} {options:?}");
            }
        }
    }
}

#[test]
fn bulk_counting_equals_listing_and_every_capture_has_a_path() {
    for (name, rules) in shipped() {
        let mut random = Random(4);
        let variant = Variant::new(rules.clone());
        for _ in 0..300 {
            let Some(position) = random_position(&rules, &mut random) else { continue };
            let moves = variant.legal_moves(&position);
            assert_eq!(variant.perft(&position, 1, ONE_THREAD), moves.len() as u64, "{name} {position:?}");
            for mv in &moves {
                let paths = variant.paths(&position, mv);
                assert!(!paths.is_empty(), "{name} {position:?} {mv:?}");
                for path in paths {
                    assert_eq!((path[0], path[path.len() - 1]), (mv.from(), mv.to()));
                    assert_eq!(path.len() as u32 - 1, mv.captured.count_ones().max(1));
                }
            }
        }
    }
}

#[test]
fn a_game_taken_back_is_the_game_before() {
    for (name, rules) in shipped() {
        let mut random = Random(5);
        let variant = Variant::new(rules.clone());
        for _ in 0..20 {
            let Some(root) = random_position(&rules, &mut random) else { continue };
            let mut game = Game::new(variant.clone(), root);
            for _ in 0..40 {
                let moves = variant.legal_moves(game.position());
                if moves.is_empty() {
                    break;
                }
                let before = (*game.position(), *game.counts(), game.outcome());
                let mv = moves[random.below(moves.len())];
                game.push(&mv).unwrap();
                game.pop().unwrap();
                assert_eq!(before, (*game.position(), *game.counts(), game.outcome()), "{name}");
                game.push(&mv).unwrap();
            }
        }
    }
}
