//! The rules of one variant as plain data, as the rule file's loader writes them (JSON).
//!
//! This file decides the names and types of the data and what is impossible together; it is read by
//! the build script too, so it knows nothing of boards or positions.

use serde::Deserialize;

use crate::rule_word::{
    BACKWARD, BACKWARD_DIAGONALS, DirectionGroups, FORWARD, FORWARD_DIAGONALS, Landing, MAX_PRECEDENCE,
    MidCapture, Precedence, RuleFacts, RuleWord, SIDEWAYS,
};

/// Smallest and largest number of files or ranks.
pub const SIZES: std::ops::RangeInclusive<usize> = 4..=12;

/// One variant's rules.
#[derive(Clone, Debug, Deserialize)]
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
}

/// The board.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSpec {
    /// Files.
    pub width: usize,
    /// Ranks.
    pub height: usize,
    /// Which squares are played on.
    pub playable: Playable,
}

/// Which squares are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Playable {
    /// Squares of a1's colour.
    Dark,
    /// The others: the mirror board.
    Light,
}

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
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MenSpec {
    /// Directions of quiet moves.
    #[serde(rename = "move")]
    pub moves: Vec<Group>,
    /// Directions of jumps.
    pub capture: Vec<Group>,
    /// Men may capture kings.
    pub capture_kings: bool,
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
#[derive(Clone, Debug, Deserialize)]
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
#[derive(Clone, Debug, Deserialize)]
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
}

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
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromotionSpec {
    /// What becomes of a man on its promotion row in mid-capture.
    pub in_capture: InCapture,
}

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
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveSpec {
    /// The side to move has no move.
    pub no_move: NoMove,
    /// A side owns a king.
    pub king: KingMeans,
}

/// When nobody wins.
#[derive(Clone, Debug, Deserialize)]
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
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideMaterial {
    /// Men.
    pub men: CountRange,
    /// Kings.
    pub kings: CountRange,
}

/// A balance of material; either colour may be the first side.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialCase {
    /// One side.
    pub first: SideMaterial,
    /// The other side.
    pub second: SideMaterial,
}

/// A draw that comes when a condition has held for a number of plies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitSpec {
    /// What the rule is called.
    pub name: String,
    /// Plies after which the game is drawn, at least 1.
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
}

impl RuleSpec {
    /// The rules that the generator reads.
    pub fn word(&self) -> RuleWord {
        let precedence: Vec<Precedence> = self
            .capture
            .precedence
            .iter()
            .map(|key| match key {
                PrecedenceSpec::Quantity => Precedence::Quantity,
                PrecedenceSpec::Value => Precedence::Value,
                PrecedenceSpec::KingMover => Precedence::KingMover,
                PrecedenceSpec::KingsCaptured => Precedence::KingsCaptured,
                PrecedenceSpec::KingEarliest => Precedence::KingEarliest,
            })
            .collect();
        RuleWord::pack(RuleFacts {
            man_move: groups(&self.men.moves),
            man_capture: groups(&self.men.capture),
            king_move: groups(&self.kings.moves),
            king_capture: groups(&self.kings.capture),
            flying_kings: self.kings.range == Range::Flying,
            landing: match self.kings.landing {
                LandingSpec::Free => Landing::Free,
                LandingSpec::Behind => Landing::Behind,
                LandingSpec::BehindLastKing => Landing::BehindLastKing,
            },
            immediate_removal: self.capture.removal == Removal::Immediate,
            turn_back: self.capture.turn_back,
            men_take_kings: self.men.capture_kings,
            mid_capture: match self.promotion.in_capture {
                InCapture::End => MidCapture::End,
                InCapture::Stay => MidCapture::Stay,
                InCapture::Crown => MidCapture::Crown,
            },
            king_wins: self.objective.king == KingMeans::Wins,
            same_king_limit: self.kings.same_king_limit,
            precedence: &precedence,
            king_value: self.capture.king_value,
        })
    }

    /// Playable squares.
    pub fn squares(&self) -> usize {
        // On odd x odd boards the colour of a1 has one square more.
        let cells = self.board.width * self.board.height;
        match self.board.playable {
            Playable::Dark => cells.div_ceil(2),
            Playable::Light => cells / 2,
        }
    }

    /// Everything wrong with the data, one sentence a fault; the rule file's loader catches these with
    /// line numbers, this is the core's own guard.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, size) in [("board.width", self.board.width), ("board.height", self.board.height)] {
            if !SIZES.contains(&size) {
                faults.push(format!("{name}: {size} is not in {}..{}", SIZES.start(), SIZES.end()));
            }
        }
        if self.board.playable == Playable::Light && !self.board.width.is_multiple_of(2) {
            faults.push("board: a mirror board needs an even width".to_owned());
        }
        if self.capture.precedence.len() > MAX_PRECEDENCE {
            faults.push(format!("capture.precedence: at most {MAX_PRECEDENCE} keys"));
        }
        if self.kings.same_king_limit > 7 {
            faults.push("kings.same_king_limit: at most 7".to_owned());
        }
        if self.draws.limits.len() > MAX_LIMITS {
            faults.push(format!("draws.limits: at most {MAX_LIMITS}"));
        }
        for limit in &self.draws.limits {
            self.limit_faults(limit, &mut faults);
        }
        faults
    }

    fn limit_faults(&self, limit: &LimitSpec, faults: &mut Vec<String>) {
        if limit.plies == 0 {
            faults.push(format!("draws.limits {:?}: plies must be at least 1", limit.name));
        }
        for (key, squares) in [
            ("first_on", &limit.first_on),
            ("second_off", &limit.second_off),
            ("second_on", &limit.second_on),
        ] {
            for square in squares.iter().flatten().filter(|&&square| square >= self.squares()) {
                faults.push(format!(
                    "draws.limits {:?}: {key}: square {} is off the board",
                    limit.name,
                    square + 1
                ));
            }
        }
    }
}

/// Most draw limits a variant may have.
pub const MAX_LIMITS: usize = 8;

fn groups(list: &[Group]) -> DirectionGroups {
    list.iter().fold(0, |set, group| {
        set | match group {
            Group::Forward => FORWARD,
            Group::Backward => BACKWARD,
            Group::Sideways => SIDEWAYS,
            Group::ForwardDiagonals => FORWARD_DIAGONALS,
            Group::BackwardDiagonals => BACKWARD_DIAGONALS,
        }
    })
}
