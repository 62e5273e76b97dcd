//! What a search may use, as it is asked for.

/// Bounds of one search; all that are given hold together. None given: until it is stopped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Iterations.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Seconds for this move.
    pub move_time_s: Option<f64>,
    /// The game's clock.
    pub clock: Option<Clock>,
    /// Seconds of each move that are lost outside the search.
    pub overhead_s: f64,
}

/// The mover's clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Seconds left before the increment; may be negative, what counts is the sum.
    pub time_s: f64,
    /// Seconds added *before* each move (Hub).
    pub inc_s: f64,
    /// Moves to the end of the period; none = the time is for the rest of the game.
    pub moves: Option<u32>,
}

impl Limits {
    /// True when only a stop ends the search.
    pub fn is_infinite(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.move_time_s.is_none() && self.clock.is_none()
    }
}

/// Why a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To move: a forced move is played at once.
    Think,
    /// On the opponent's time: the answer waits for the hit or a stop.
    Ponder,
    /// To know: a forced move is searched too, a proven result ends nothing.
    Analyze,
}
