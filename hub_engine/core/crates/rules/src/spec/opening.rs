//! The removals that a game begins with, as data.

use serde::Deserialize;

/// One ply of the opening: a side takes a piece of its own off.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSpec {
    /// Whose turn it is.
    pub side: Colour,
    /// What may be taken off.
    pub remove: Removable,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Colour {
    White,
    Black,
}

/// What may be taken off in the opening.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Removable {
    /// A piece beside the gap.
    Named(NamedRemovable),
    /// A piece on one of these squares (0-based, board order).
    On(Vec<usize>),
}

/// What may be taken off on any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NamedRemovable {
    /// A piece straight beside an empty square.
    Adjacent,
}
