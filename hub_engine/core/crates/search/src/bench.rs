//! The signature of the search: nodes to a fixed depth in positions of every family of rules.
//!
//! One thread, a fresh table for each position, no clock: the sum is the same on every machine and
//! changes only with the search, the evaluation or the rules.

use std::collections::BTreeMap;
use std::time::Instant;

use hub_rules::game::Game;
use hub_rules::ruleset::RuleSet;
use hub_rules::setup::{
    BLACK_KING, BLACK_MAN, BLACK_PARACHUTIST, EMPTY, Setup, WHITE_KING, WHITE_MAN, WHITE_PARACHUTIST,
};
use hub_rules::spec::RuleSpec;
use hub_rules::variant::Variant;
use serde::Deserialize;

use crate::limits::{Limits, Mode};
use crate::searcher::Searcher;

/// Size of the table, in mebibytes.
const HASH_MB: usize = 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BenchPosition {
    name: String,
    /// Which of the built-in rules.
    rules: String,
    depth: u32,
    /// Hub numbering.
    fen: String,
}

/// What one position cost.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchLine {
    /// What is searched.
    pub name: String,
    /// Nodes; equal on every machine.
    pub nodes: u64,
    /// Seconds.
    pub time_s: f64,
}

/// Searches the fixed positions, one after the other.
pub fn bench() -> Vec<BenchLine> {
    let positions: Vec<BenchPosition> = serde_json::from_str(include_str!("../bench_positions.json"))
        .expect("the bench positions are well formed");
    positions.into_iter().map(|position| position.run()).collect()
}

impl BenchPosition {
    fn run(self) -> BenchLine {
        let variant = builtin_variant(&self.rules).expect("the bench positions name built-in rules");
        let game = game_from_fen(&variant, &self.fen).expect("the bench positions are legal");
        let searcher = Searcher::new(HASH_MB, 1).expect("memory for the table");
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let start = Instant::now();
        let result = searcher.search(&game, &limits, Mode::Analyze, &mut |_| {});
        let nodes = result.info.map_or(0, |info| info.nodes);
        BenchLine { name: self.name, nodes, time_s: start.elapsed().as_secs_f64() }
    }
}

/// The built-in rules of this name.
pub fn builtin_variant(name: &str) -> Option<Variant> {
    let mut specs: BTreeMap<String, RuleSpec> =
        serde_json::from_str(include_str!("../../rules/builtin_rules.json")).ok()?;
    Some(Variant::new(RuleSet::new(specs.remove(name)?).ok()?))
}

/// A game that begins at a position written as in `W:W31-50,K3:B1-20`, Hub numbering; no other form is read.
pub fn game_from_fen(variant: &Variant, fen: &str) -> Option<Game> {
    let rules = variant.rules();
    let mut parts = fen.split(':');
    let white_to_move = parts.next()? == "W";
    let mut setup = Setup::new(vec![EMPTY; rules.squares()], white_to_move);
    for part in parts {
        let (white, list) = match part.strip_prefix('W') {
            Some(list) => (true, list),
            None => (false, part.strip_prefix('B')?),
        };
        for item in list.split(',').filter(|item| !item.is_empty()) {
            let (codes, numbers) = match item.split_at(1) {
                ("K", numbers) => ([BLACK_KING, WHITE_KING], numbers),
                ("P", numbers) => ([BLACK_PARACHUTIST, WHITE_PARACHUTIST], numbers),
                _ => ([BLACK_MAN, WHITE_MAN], item),
            };
            let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
            for number in first.parse::<usize>().ok()?..=last.parse().ok()? {
                *setup.pieces.get_mut(number.checked_sub(1)?)? = codes[usize::from(white)];
            }
        }
    }
    Some(Game::new(variant.clone(), setup.position(rules).ok()?))
}
