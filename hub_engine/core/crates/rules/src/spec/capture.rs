//! The law of captures, as data.

use serde::Deserialize;

#[cfg(doc)]
use crate::rule_word::Precedence;

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Removal {
    /// When the move is over; until then they block and cannot be jumped again.
    End,
    /// Before the next jump.
    Immediate,
}

/// A key that captures are compared by; see [`Precedence`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum PrecedenceSpec {
    Quantity,
    Value,
    KingMover,
    KingsCaptured,
    KingEarliest,
}

/// The law of captures.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaptureSpec {
    /// When captured pieces leave.
    pub removal: Removal,
    /// A 180 degree turn between two jumps is allowed.
    pub turn_back: bool,
    /// Keys that captures are compared by, most important first.
    pub precedence: Vec<PrecedenceSpec>,
    /// A king's worth for [`PrecedenceSpec::Value`], a man being 100.
    pub king_value: u8,
    /// When a capture goes on.
    #[serde(default)]
    pub r#continue: Continue,
    /// What capturing is.
    #[serde(default)]
    pub obligation: Obligation,
    /// A flying king that can go on from some landings must choose among those.
    #[serde(default = "yes")]
    pub forced_landing: bool,
}

const fn yes() -> bool {
    true
}

/// When a capture goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Continue {
    /// While it can.
    #[default]
    Must,
    /// As the player likes, but only in the direction of the first jump.
    MayStraight,
}

/// What capturing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Obligation {
    /// Compulsory.
    #[default]
    Compulsory,
    /// Paid for when not done: a piece that should have captured may be taken off by the opponent.
    Huffing,
}
