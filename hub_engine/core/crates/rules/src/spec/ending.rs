//! How a game ends, as data: who wins, and when nobody does.

use serde::Deserialize;

/// Most draw limits a variant may have.
pub const MAX_LIMITS: usize = 8;

/// What being without a move means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoMove {
    /// The ordinary games.
    Loses,
    /// The losing games.
    Wins,
}

/// What owning a king means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingMeans {
    /// The game goes on.
    Nothing,
    /// The owner has won.
    Wins,
}

/// Who wins.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveSpec {
    /// The side to move has no move.
    pub no_move: NoMove,
    /// A side owns a king.
    pub king: KingMeans,
}

/// When nobody wins.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawsSpec {
    /// Occurrence of a position that draws; 0 = never.
    pub repetition: u8,
    /// Counted draws.
    pub limits: Vec<LimitSpec>,
}

/// An event that restarts the count of a draw limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Restart {
    Capture,
    ManMove,
    Promotion,
}

/// An inclusive range of piece counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct CountRange(pub u8, pub u8);

impl CountRange {
    /// True when the count lies in the range.
    #[inline]
    pub fn contains(self, count: u32) -> bool {
        u32::from(self.0) <= count && count <= u32::from(self.1)
    }
}

/// How many men and kings a side owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideMaterial {
    /// Men.
    pub men: CountRange,
    /// Kings.
    pub kings: CountRange,
}

/// A balance of material; either colour may be the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialCase {
    /// One side.
    pub first: SideMaterial,
    /// The other side.
    pub second: SideMaterial,
}

/// A draw that comes when a condition has held for a number of plies.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitSpec {
    /// What the rule is called.
    pub name: String,
    /// Plies after which the game is drawn; 0 = as soon as the condition holds.
    pub plies: u16,
    /// Balances, one of which must hold; empty = any.
    pub material: Vec<MaterialCase>,
    /// Pieces on the board.
    pub pieces: CountRange,
    /// Each side owns a king.
    pub both_kings: bool,
    /// Every piece of the first side stands on one of these squares (0-based, board order).
    pub first_on: Option<Vec<usize>>,
    /// No piece of the second side stands on these.
    pub second_off: Option<Vec<usize>>,
    /// Some piece of the second side stands on one of these.
    pub second_on: Option<Vec<usize>>,
    /// Events that restart the count.
    pub restart: Vec<Restart>,
    /// Does not hold while the side to move can capture.
    #[serde(default)]
    pub unless_capture: bool,
}
