//! What the search tests share.
#![allow(dead_code)]

use hub_rules::game::Game;
use hub_rules::variant::AnyMove;
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

/// Start positions that [`start`] does not make by itself.
const STARTS: [(&str, &str); 8] = [
    ("alquerque", "W:W14-25:B1-12"),
    ("altdeutsch", "W:W49-64:B1-16"),
    ("armenian", "W:W41-56:B9-24"),
    ("corner", "W:W12,16,19,20,23,24,26-28,30-32:B1-3,5-7,9,10,13,14,17,21"),
    ("dameo", "W:W43-46,50-55,57-64:B1-8,10-15,19-22"),
    ("konane", KONANE),
    ("one-way", "W:W9,10,13,14,17,18,21,22,25,26,29,30:B11,12,15,16,19,20,23,24,27,28,31,32"),
    ("parachute", "W:WP1-4,21-28:B5-12,P29-32"),
];
const KONANE: &str = "B:W2,4,6,8,9,11,13,15,18,20,22,24,25,27,29,31,34,36,38,40,41,43,45,47,50,52,54,56,57,59,61,63:\
                      B1,3,5,7,10,12,14,16,17,19,21,23,26,28,30,32,33,35,37,39,42,44,46,48,49,51,53,55,58,60,62,64";

/// The variant's game from a full board: as many rows of men as leave two free, where no other start is listed.
pub fn start(name: &str) -> Game {
    let variant = builtin_variant(name).expect("built-in rules");
    if let Some((_, fen)) = STARTS.iter().find(|(variant, _)| *variant == name) {
        return game_from_fen(&variant, fen).expect("a legal position");
    }
    let squares = variant.rules().squares();
    let height = variant.rules().spec().board.height;
    let men = squares / height * (height / 2 - 1);
    let fen = format!("W:W{}-{squares}:B1-{men}", squares - men + 1);
    game_from_fen(&variant, &fen).expect("a legal position")
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
