//! What the search tests share.
#![allow(dead_code)]

use hub_rules::game::Game;
use hub_rules::variant::{AnyMove, Variant};
use hub_rules::zobrist::mix;
use hub_search::bench::{builtin_variant, game_from_fen};
use hub_search::{Limits, Mode, SearchResult, Searcher};

/// Names of all built-in rules.
pub fn builtin_names() -> Vec<String> {
    let specs: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(include_str!("../../../rules/builtin_rules.json")).expect("well formed");
    specs.into_iter().map(|(name, _)| name).collect()
}

pub fn game(rules: &str, fen: &str) -> Game {
    game_from_fen(&builtin_variant(rules).expect("built-in rules"), fen).expect("a legal position")
}

/// The full board of men that the variant begins with: as many rows as leave two free.
pub fn start(variant: &Variant) -> Game {
    let squares = variant.rules().squares();
    let height = variant.rules().spec().board.height;
    let men = squares / height * (height / 2 - 1);
    let fen = format!("W:W{}-{squares}:B1-{men}", squares - men + 1);
    game_from_fen(variant, &fen).expect("a legal position")
}

/// A move as `from-to` or `fromxto`, Hub numbering.
pub fn text(game: &Game, mv: &AnyMove) -> String {
    let number = |index| game.variant().rules().square(index) + 1;
    format!("{}{}{}", number(mv.from()), if mv.is_capture() { 'x' } else { '-' }, number(mv.to()))
}

pub fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Searches with a fresh table and one thread.
pub fn think(game: &Game, limits: &Limits) -> SearchResult {
    Searcher::new(1, 1).expect("memory for the table").search(game, limits, Mode::Think, &mut |_| {})
}

/// Small numbers that look random and are the same each time.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 += 1;
        (mix(self.0) % n as u64) as usize
    }
}
