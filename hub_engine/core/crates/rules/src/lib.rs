//! Draughts rules from data: boards, positions, moves, draws, perft.
//!
//! A variant is a [`RuleSet`](ruleset::RuleSet) read from plain data. Its board chooses a
//! [`Geometry`](geometry::Geometry), its law of moves is packed into a [`RuleWord`](rule_word::RuleWord);
//! the generator is compiled for each pair that the shipped rule files use, and once more for rules
//! read at run time. [`Variant`](variant::Variant) hides the types.

pub mod board_type;
#[cfg(test)]
mod coordinates;
pub mod direction;
pub mod draws;
pub mod game;
pub mod geometry;
pub mod huffing;
pub mod movegen;
pub mod perft;
pub mod points;
pub mod position;
pub mod rule_word;
pub mod rules;
pub mod ruleset;
pub mod setup;
pub mod spec;
pub mod variant;
pub mod word;
pub mod zobrist;
