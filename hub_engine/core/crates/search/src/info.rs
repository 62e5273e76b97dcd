//! What a search tells.

use hub_rules::variant::AnyMove;

/// What is known after an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply looked at.
    pub seldepth: u32,
    /// Mean ply of the leaves.
    pub mean_depth: f64,
    /// Hundredths of a man for the side to move; wins as of [`crate::score::Score`].
    pub score: i32,
    /// Win in so many plies; negative: lost in so many; none: an ordinary score.
    pub win_plies: Option<i32>,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Seconds since the search began.
    pub time_s: f64,
    /// The line that both sides are expected to play.
    pub pv: Vec<AnyMove>,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The move to play; none when the game is over by the position alone.
    pub best: Option<AnyMove>,
    /// The reply to ponder on.
    pub ponder: Option<AnyMove>,
    /// What is known in the end; none when there was nothing to search.
    pub info: Option<SearchInfo>,
    /// The search was stopped from outside.
    pub stopped: bool,
}
