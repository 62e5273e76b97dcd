//! Properties that every shipped rule file must show: the compiled-in and the run-time generator agree,
//! keys and counters add up, turning the board round changes nothing.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use hub_rules::game::Game;
use hub_rules::geometry::Geometry;
use hub_rules::movegen::{Captures, state_moves_into};
use hub_rules::perft::PerftOptions;
use hub_rules::position::{Black, Side, State, White};
use hub_rules::rules::{Rules, Visitor, dispatch_loaded};
use hub_rules::ruleset::RuleSet;
use hub_rules::setup::{
    BLACK_KING, BLACK_MAN, BLACK_PARACHUTIST, EMPTY, Setup, SetupError, SetupFault, WHITE_KING, WHITE_MAN,
    WHITE_PARACHUTIST, piece_codes,
};
use hub_rules::spec::RuleSpec;
use hub_rules::variant::{AnyPosition, Variant};
use hub_rules::word::{Wide, Word};
use hub_rules::zobrist::{key, key_after, mix};

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

/// A few pieces anywhere, kings among them where there are any; `None` when the side that has moved owns nothing.
fn random_position(rules: &RuleSet, random: &mut Random) -> Option<AnyPosition> {
    let mut pieces = vec![EMPTY; rules.squares()];
    for _ in 0..2 + random.below(rules.squares() / 3) {
        let square = random.below(pieces.len());
        let white = random.below(2) == 0;
        let (man, king, parachutist) = if white {
            (WHITE_MAN, WHITE_KING, WHITE_PARACHUTIST)
        } else {
            (BLACK_MAN, BLACK_KING, BLACK_PARACHUTIST)
        };
        pieces[square] = match random.below(2) {
            1 if rules.has_kings() => king,
            _ if !rules.is_promotion_square(square, white) => man,
            _ if rules.word().parachute() != 0 => parachutist,
            _ => EMPTY,
        };
    }
    Setup::new(pieces, random.below(2) == 0).position(rules).ok()
}

/// The same position with colours exchanged and, where the sides play against each other's rows, the board turned.
fn turned(rules: &RuleSet, position: &AnyPosition) -> AnyPosition {
    let last = rules.squares() - 1;
    let turn = |set: Wide| {
        if rules.word().one_way() {
            return set;
        }
        (0..rules.squares())
            .filter(|&square| set.meets(Wide::bit(rules.index(square))))
            .fold(Wide::EMPTY, |set, square| set | Wide::bit(rules.index(last - square)))
    };
    AnyPosition {
        us: turn(position.us),
        them: turn(position.them),
        kings: turn(position.kings),
        huffable: turn(position.huffable),
        white_to_move: !position.white_to_move,
        runs: position.runs,
    }
}

#[test]
fn every_shipped_rule_word_is_compiled_in() {
    for (name, rules) in shipped() {
        let is_expected = !cfg!(feature = "loaded-only") && !rules.word().huffing();
        assert_eq!(Variant::new(rules).is_builtin(), is_expected, "{name}");
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
                    let steps = if mv.is_removal() { 0 } else { mv.captured.count().max(1) };
                    assert_eq!(path.len() as u32 - 1, steps);
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

#[test]
fn piece_codes_read_back() {
    for (name, rules) in shipped() {
        let mut random = Random(6);
        for _ in 0..100 {
            let Some(position) = random_position(&rules, &mut random) else { continue };
            let setup = Setup::new(piece_codes(&rules, &position), position.white_to_move);
            assert_eq!(setup.position(&rules).unwrap(), position, "{name}");
        }
    }
}

/// Compares the keys after all moves of a position with those from scratch.
struct CheckKeys<'a>(&'a AnyPosition);

impl CheckKeys<'_> {
    fn check<G: Geometry, R: Rules, S: Side>(&self, board: G, rules: R) {
        let state: State<G::Word, S> = self.0.state();
        let before = key::<G::Word, S>(&state.position);
        let mut list = Captures::new();
        state_moves_into(board, rules, &state, &mut list);
        for mv in &list.moves {
            let after = state.after(board, rules, mv);
            let counted = key_after::<R, G::Word, S>(rules, before, &state.position, mv);
            assert_eq!(counted, key::<G::Word, S::Opponent>(&after.position), "{:?} {mv:?}", self.0);
        }
    }
}

impl Visitor for CheckKeys<'_> {
    type Output = ();
    fn visit<G: Geometry, R: Rules>(self, board: G, rules: R, _: bool) {
        if self.0.white_to_move {
            self.check::<G, R, White>(board, rules);
        } else {
            self.check::<G, R, Black>(board, rules);
        }
    }
}

#[test]
fn keys_kept_up_move_by_move_are_keys_from_scratch() {
    for rules in shipped().values() {
        let mut random = Random(7);
        let variant = Variant::new(rules.clone());
        for _ in 0..10 {
            let Some(mut position) = random_position(rules, &mut random) else { continue };
            for _ in 0..30 {
                dispatch_loaded(rules, CheckKeys(&position));
                let moves = variant.legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                position = variant.after(&position, &moves[random.below(moves.len())]);
            }
        }
    }
}

/// Found by fuzzing: to list the captures of one of these takes seconds to minutes when every way is followed.
#[test]
fn captures_beyond_following_are_refused_whoever_is_to_move() {
    let positions = [
        ("altdeutsch", "0000003000002222400000202222222140243020202222222100202212222214", false),
        ("altdeutsch", "0000003040202222400000202222222240000020222222224024302000000000", false),
        ("frisian", "00300000333303003003003033030330032030333330000000", true),
    ];
    for (file, codes, white) in positions {
        let rules = &shipped()[file];
        let pieces: Vec<u8> = codes.bytes().map(|digit| digit - b'0').collect();
        for white_to_move in [true, false] {
            let refusal = Setup::new(pieces.clone(), white_to_move).position(rules).unwrap_err();
            assert_eq!(refusal, SetupError(vec![SetupFault::TooManyCaptures { white }]), "{file}");
        }
    }
}
