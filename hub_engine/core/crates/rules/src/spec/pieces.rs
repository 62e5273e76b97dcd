//! What pieces do, as data.

use serde::Deserialize;

#[cfg(doc)]
use crate::rule_word::{Landing, RuleWord};

/// Neighbours of a square, seen by the owner of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Straight ahead.
    Forward,
    /// Straight back.
    Backward,
    /// Left and right.
    Sideways,
    /// The two diagonals ahead.
    ForwardDiagonals,
    /// The two diagonals back.
    BackwardDiagonals,
}

/// What men do.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MenSpec {
    /// Directions of quiet moves.
    #[serde(rename = "move")]
    pub moves: Vec<Group>,
    /// Directions of jumps.
    pub capture: Vec<Group>,
    /// Men may capture kings.
    pub capture_kings: bool,
    /// Directions of further jumps of the same move; none given: those of the first.
    #[serde(default)]
    pub capture_next: Option<Vec<Group>>,
    /// Men may jump over an unbroken line of own men.
    #[serde(default)]
    pub linear: bool,
    /// Men on their last row make no quiet move.
    #[serde(default)]
    pub rest_on_last_row: bool,
    /// Where Black's men go.
    #[serde(default)]
    pub black_forward: BlackForward,
}

/// Where Black's men go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlackForward {
    /// Against White's.
    #[default]
    Down,
    /// The way White's go.
    Up,
}

/// How far a king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Range {
    /// One step; captures an adjacent piece.
    Short,
    /// Any distance over empty squares.
    Flying,
}

/// Where a king lands; see [`Landing`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LandingSpec {
    /// See [`Landing::Free`].
    Free,
    /// See [`Landing::Behind`].
    Behind,
    /// See [`Landing::BehindLastKing`].
    BehindLastKing,
}

/// What kings do.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KingsSpec {
    /// How far they go.
    pub range: Range,
    /// Directions of quiet moves.
    #[serde(rename = "move")]
    pub moves: Vec<Group>,
    /// Directions of jumps.
    pub capture: Vec<Group>,
    /// Where they land in a capture.
    pub landing: LandingSpec,
    /// Quiet moves in a row with one king while its side owns a man; 0 = no limit.
    pub same_king_limit: u8,
}

/// Parachutists; see [`RuleWord::parachute`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParachutistsSpec {
    /// Directions of quiet moves: none.
    #[serde(rename = "move", default)]
    pub moves: Vec<Group>,
    /// Directions of the jump.
    pub capture: Vec<Group>,
    /// What it becomes by the jump.
    #[serde(default)]
    pub becomes: Becomes,
}

/// What a parachutist becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Becomes {
    /// A man.
    #[default]
    Man,
}
