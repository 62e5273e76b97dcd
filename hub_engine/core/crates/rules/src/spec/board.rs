//! The board of a variant, as data.

use serde::Deserialize;

/// Smallest and largest number of files or ranks.
pub const SIZES: std::ops::RangeInclusive<usize> = 4..=12;

/// The board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSpec {
    /// Files.
    pub width: usize,
    /// Ranks.
    pub height: usize,
    /// Which squares are played on.
    pub playable: Playable,
    /// Along which lines pieces go; other than all only with [`Playable::All`].
    #[serde(default)]
    pub lines: Lines,
    /// Cells that are not played on, counted from 0 over all cells; only with [`Playable::All`].
    #[serde(default)]
    pub holes: Vec<usize>,
}

/// Along which lines pieces go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lines {
    /// To every neighbour.
    #[default]
    All,
    /// Diagonally only from points whose column and row (a1 = 0, 0) add up to an even number.
    Alternate,
}

/// Which squares are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Playable {
    /// Squares of a1's colour.
    Dark,
    /// The others: the mirror board.
    Light,
    /// All.
    All,
}
