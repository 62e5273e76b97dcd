//! The evaluation is fair: no colour and no side of the table is worth anything by itself.

mod common;

use common::{Dice, builtin_names};
use hub_rules::ruleset::RuleSet;
use hub_rules::setup::{BLACK_KING, BLACK_MAN, EMPTY, Setup, WHITE_KING, WHITE_MAN};
use hub_rules::variant::Variant;
use hub_search::bench::builtin_variant;
use hub_search::{Limits, Mode, Searcher, evaluate};

fn random_setup(variant: &Variant, dice: &mut Dice) -> Setup {
    let squares = variant.rules().squares();
    let density = 1 + dice.below(4);
    let with_kings = dice.below(2) == 1;
    let pieces = (0..squares)
        .map(|_| match dice.below(5) {
            n if n >= density => EMPTY,
            _ if with_kings => [WHITE_MAN, WHITE_KING, BLACK_MAN, BLACK_KING][dice.below(4)],
            _ => [WHITE_MAN, BLACK_MAN][dice.below(2)],
        })
        .collect();
    Setup::new(pieces, dice.below(2) == 0)
}

/// The colours exchanged and, where the sides play against each other's rows, the board turned round.
fn turned(variant: &Variant, setup: &Setup) -> Setup {
    let exchanged = |&code: &u8| match code {
        WHITE_MAN => BLACK_MAN,
        WHITE_KING => BLACK_KING,
        BLACK_MAN => WHITE_MAN,
        BLACK_KING => WHITE_KING,
        other => other,
    };
    let mut pieces: Vec<u8> = setup.pieces.iter().map(exchanged).collect();
    if !variant.rules().word().one_way() {
        pieces.reverse();
    }
    Setup::new(pieces, !setup.white_to_move)
}

#[test]
fn colours_and_turns_are_worth_nothing() {
    for name in builtin_names() {
        let variant = builtin_variant(&name).expect("built in");
        let mut dice = Dice(11);
        for _ in 0..300 {
            let setup = random_setup(&variant, &mut dice);
            let Ok(position) = setup.position(variant.rules()) else { continue };
            let value = evaluate(&variant, &position);
            if let Ok(turned) = turned(&variant, &setup).position(variant.rules()) {
                assert_eq!(value, evaluate(&variant, &turned), "{name}: {:?}", setup.pieces);
            }
            let other = Setup { white_to_move: !setup.white_to_move, ..setup.clone() };
            if let Ok(other) = other.position(variant.rules()) {
                assert_eq!(value, -evaluate(&variant, &other), "{name}: {:?}", setup.pieces);
            }
        }
    }
}

#[test]
fn pieces_count_as_the_aim_of_the_game_says() {
    for name in builtin_names() {
        let variant = builtin_variant(&name).expect("built in");
        let squares = variant.rules().squares();
        let mut setup = Setup::new(vec![EMPTY; squares], true);
        setup.pieces[squares - 1] = WHITE_MAN;
        setup.pieces[squares - 2] = WHITE_MAN;
        let is_free = |&square: &usize| !variant.rules().is_promotion_square(square, false);
        setup.pieces[(0..squares).find(is_free).expect("some square")] = BLACK_MAN;
        let value = evaluate(&variant, &setup.position(variant.rules()).expect("legal"));
        let is_losing = name.starts_with("anti") || name.starts_with("poddavki");
        assert_eq!(value < 0, is_losing, "{name}: {value}");
    }
}

#[test]
fn any_position_can_be_searched() {
    // A thousand odd positions over all variants, some with dozens of kings.
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    for name in builtin_names() {
        let variant = builtin_variant(&name).expect("built in");
        let searcher = Searcher::new(1, 1).expect("memory for the table");
        let mut dice = Dice(5);
        for _ in 0..50 {
            let Ok(position) = random_setup(&variant, &mut dice).position(variant.rules()) else { continue };
            let game = hub_rules::game::Game::new(variant.clone(), position);
            let legal = variant.legal_moves(&position);
            let result = searcher.search(&game, &limits, Mode::Analyze, &mut |_| {});
            assert_eq!(result.best.is_some(), !legal.is_empty(), "{name}");
            assert!(result.best.is_none_or(|best| legal.contains(&best)), "{name}");
        }
    }
}

#[test]
fn material_counts_where_captures_go_straight_beside_quiet_moves() {
    let specs: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(include_str!("../../rules/builtin_rules.json")).expect("well formed");
    let mut spec = specs["konane"].clone();
    spec["men"]["move"] = serde_json::json!(["forward"]);
    spec["opening"] = serde_json::json!([]);
    let variant = Variant::new(RuleSet::from_json(&spec.to_string()).expect("possible rules"));
    let mut setup = Setup::new(vec![EMPTY; 64], true);
    setup.pieces[40..60].fill(WHITE_MAN);
    setup.pieces[0] = BLACK_MAN;
    let position = setup.position(variant.rules()).expect("a legal position");
    assert!(evaluate(&variant, &position) > 1_000);
}

#[test]
fn no_number_of_kings_turns_the_value_round() {
    let spec = include_str!("../../rules/builtin_rules.json");
    let specs: serde_json::Map<String, serde_json::Value> = serde_json::from_str(spec).expect("well formed");
    let mut spec = specs["turkish"].clone();
    spec["board"]["width"] = 12.into();
    spec["board"]["height"] = 12.into();
    let variant = Variant::new(RuleSet::from_json(&spec.to_string()).expect("possible rules"));
    let mut setup = Setup::new(vec![WHITE_KING; 144], true);
    setup.pieces[143] = BLACK_KING;
    let position = setup.position(variant.rules()).expect("a legal position");
    assert_eq!(evaluate(&variant, &position), 8_000);
}
