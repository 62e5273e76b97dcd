//! The law of promotion, as data.

use serde::Deserialize;

#[cfg(doc)]
use crate::rule_word::MidCapture;

/// A man on its promotion row in mid-capture; see [`MidCapture`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum InCapture {
    End,
    Stay,
    Crown,
}

/// The law of promotion.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromotionSpec {
    /// What becomes of a man on a promotion square in mid-capture.
    pub in_capture: InCapture,
    /// Where men are promoted.
    #[serde(default)]
    pub squares: PromotionSquares,
}

/// Where men are promoted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum PromotionSquares {
    /// A rule for all boards.
    Named(NamedSquares),
    /// These squares (0-based, board order).
    Listed(MarkedSquares),
}

impl Default for PromotionSquares {
    fn default() -> Self {
        PromotionSquares::Named(NamedSquares::LastRow)
    }
}

/// Where men are promoted on any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NamedSquares {
    /// On the last row in their direction.
    LastRow,
    /// Nowhere.
    None,
}

/// Squares of each side.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkedSquares {
    /// White's.
    pub white: Vec<usize>,
    /// Black's.
    pub black: Vec<usize>,
}
