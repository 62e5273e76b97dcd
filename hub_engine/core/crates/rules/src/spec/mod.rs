//! The rules of one variant as plain data, as the rule file's loader writes them (JSON).
//!
//! These modules decide the names and types of the data and what is impossible together; they are read by
//! the build script too, so they know nothing of boards or positions.

mod board;
mod capture;
mod checks;
mod compile;
mod ending;
mod opening;
mod pieces;
mod promotion;

pub use board::{BoardSpec, Lines, Playable, SIZES};
pub use capture::{CaptureSpec, Continue, Obligation, PrecedenceSpec, Removal};
pub use ending::{
    CountRange, DrawsSpec, KingMeans, LimitSpec, MAX_LIMITS, MaterialCase, NoMove, ObjectiveSpec, Restart,
    SideMaterial,
};
pub use opening::{Colour, NamedRemovable, OpeningSpec, Removable};
pub use pieces::{Becomes, BlackForward, Group, KingsSpec, LandingSpec, MenSpec, ParachutistsSpec, Range};
pub use promotion::{InCapture, MarkedSquares, NamedSquares, PromotionSpec, PromotionSquares};

use serde::Deserialize;

/// One variant's rules.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSpec {
    /// Size and playable squares.
    pub board: BoardSpec,
    /// What men do.
    pub men: MenSpec,
    /// What kings do.
    pub kings: KingsSpec,
    /// The law of captures.
    pub capture: CaptureSpec,
    /// The law of promotion.
    pub promotion: PromotionSpec,
    /// Who wins.
    pub objective: ObjectiveSpec,
    /// When nobody wins.
    pub draws: DrawsSpec,
    /// Men that come down from the opponent's first row.
    #[serde(default)]
    pub parachutists: Option<ParachutistsSpec>,
    /// Removals that the game begins with, one a ply.
    #[serde(default)]
    pub opening: Vec<OpeningSpec>,
}

impl RuleSpec {
    /// Playable squares.
    pub fn squares(&self) -> usize {
        // On odd x odd boards the colour of a1 has one square more.
        let cells = self.board.width * self.board.height;
        match self.board.playable {
            Playable::Dark => cells.div_ceil(2),
            Playable::Light => cells / 2,
            Playable::All => cells.saturating_sub(self.board.holes.len()),
        }
    }
}
