//! The rules of one variant as plain data, as the rule file's loader writes them (JSON).
//!
//! This file decides the names and types of the data and what is impossible together; it is read by
//! the build script too, so it knows nothing of boards or positions.

use serde::Deserialize;

use crate::rule_word::{
    BACKWARD, BACKWARD_DIAGONALS, DirectionGroups, FORWARD, FORWARD_DIAGONALS, Landing, MAX_PRECEDENCE,
    MidCapture, Precedence, Promotion, RuleFacts, RuleWord, SIDEWAYS,
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
    /// Men that come down from the opponent's first row.
    #[serde(default)]
    pub parachutists: Option<ParachutistsSpec>,
    /// Removals that the game begins with, one a ply.
    #[serde(default)]
    pub opening: Vec<OpeningSpec>,
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

/// Parachutists; see [`RuleWord::parachute`].
#[derive(Clone, Debug, Deserialize)]
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

/// One ply of the opening: a side takes a piece of its own off.
#[derive(Clone, Debug, Deserialize)]
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
            man_capture_next: groups(self.men.capture_next.as_ref().unwrap_or(&self.men.capture)),
            parachute: self.parachutists.as_ref().map_or(0, |spec| groups(&spec.capture)),
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
            promotion: match self.promotion.squares {
                PromotionSquares::Named(NamedSquares::LastRow) => Promotion::LastRow,
                PromotionSquares::Named(NamedSquares::None) => Promotion::Never,
                PromotionSquares::Listed(_) => Promotion::Marked,
            },
            linear_moves: self.men.linear,
            rests_on_last_row: self.men.rest_on_last_row,
            one_way: self.men.black_forward == BlackForward::Up,
            straight_captures: self.capture.r#continue == Continue::MayStraight,
            huffing: self.capture.obligation == Obligation::Huffing,
            any_landing: !self.capture.forced_landing,
            opening: !self.opening.is_empty(),
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
            Playable::All => cells.saturating_sub(self.board.holes.len()),
        }
    }

    /// Everything wrong with the data, one sentence a fault; the rule file's loader catches these with
    /// line numbers, this is the core's own guard.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.board.faults();
        if self.capture.precedence.len() > MAX_PRECEDENCE {
            faults.push(format!("capture.precedence: at most {MAX_PRECEDENCE} keys"));
        }
        if self.kings.same_king_limit > 7 {
            faults.push("kings.same_king_limit: at most 7".to_owned());
        }
        self.combination_faults(&mut faults);
        if let PromotionSquares::Listed(MarkedSquares { white, black }) = &self.promotion.squares {
            self.square_faults("promotion.squares", white.iter().chain(black), &mut faults);
        }
        self.opening_faults(&mut faults);
        if self.draws.limits.len() > MAX_LIMITS {
            faults.push(format!("draws.limits: at most {MAX_LIMITS}"));
        }
        for limit in &self.draws.limits {
            self.limit_faults(limit, &mut faults);
        }
        faults
    }

    /// What cannot go together.
    fn combination_faults(&self, faults: &mut Vec<String>) {
        let never_promotes = self.promotion.squares == PromotionSquares::Named(NamedSquares::None);
        let mut check = |is_fault: bool, text: &str| {
            if is_fault {
                faults.push(text.to_owned());
            }
        };
        let symmetric = |list: &[Group]| {
            let set = groups(list);
            (set & FORWARD != 0) == (set & BACKWARD != 0)
                && (set & FORWARD_DIAGONALS != 0) == (set & BACKWARD_DIAGONALS != 0)
        };
        check(
            self.men.black_forward == BlackForward::Up
                && !(symmetric(&self.kings.moves) && symmetric(&self.kings.capture)),
            "men.black_forward: up needs kings that go forward and backward alike",
        );
        if self.capture.r#continue == Continue::MayStraight {
            check(!never_promotes, "capture.continue: may-straight needs promotion.squares: none");
            check(!self.capture.precedence.is_empty(), "capture.continue: may-straight allows no precedence");
            check(self.huffs(), "capture.continue: may-straight allows no huffing");
        }
        if self.huffs() {
            check(
                self.kings.same_king_limit > 0,
                "capture.obligation: huffing allows no kings.same_king_limit",
            );
            check(!self.opening.is_empty(), "capture.obligation: huffing allows no opening");
        }
        if let Some(parachutists) = &self.parachutists {
            check(!parachutists.moves.is_empty(), "parachutists.move: parachutists make no quiet move");
            check(parachutists.capture.is_empty(), "parachutists.capture: no direction is given");
            check(
                !self.men.capture_kings,
                "parachutists: they capture kings, so men.capture_kings must be true",
            );
            check(never_promotes, "parachutists: they stand on promotion squares, and there are none");
            check(
                self.capture.r#continue == Continue::MayStraight,
                "capture.continue: may-straight allows no parachutists",
            );
        }
    }

    fn huffs(&self) -> bool {
        self.capture.obligation == Obligation::Huffing
    }

    fn opening_faults(&self, faults: &mut Vec<String>) {
        for (i, removal) in self.opening.iter().enumerate() {
            match &removal.remove {
                Removable::Named(NamedRemovable::Adjacent) if i == 0 => {
                    faults
                        .push("opening 1: there is no gap yet that a piece could be adjacent to".to_owned());
                }
                Removable::Named(NamedRemovable::Adjacent) => {}
                Removable::On(squares) => {
                    self.square_faults(&format!("opening {}: remove", i + 1), squares, faults);
                }
            }
            if i > 0 && removal.side == self.opening[i - 1].side {
                faults.push(format!("opening {}: the sides take turns", i + 1));
            }
        }
    }

    fn square_faults<'a>(
        &self,
        key: &str,
        squares: impl IntoIterator<Item = &'a usize>,
        faults: &mut Vec<String>,
    ) {
        for square in squares.into_iter().filter(|&&square| square >= self.squares()) {
            faults.push(format!("{key}: square {} is off the board", square + 1));
        }
    }

    fn limit_faults(&self, limit: &LimitSpec, faults: &mut Vec<String>) {
        for (key, squares) in [
            ("first_on", &limit.first_on),
            ("second_off", &limit.second_off),
            ("second_on", &limit.second_on),
        ] {
            let key = format!("draws.limits {:?}: {key}", limit.name);
            self.square_faults(&key, squares.iter().flatten(), faults);
        }
    }
}

impl BoardSpec {
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, size) in [("board.width", self.width), ("board.height", self.height)] {
            if !SIZES.contains(&size) {
                faults.push(format!("{name}: {size} is not in {}..{}", SIZES.start(), SIZES.end()));
            }
        }
        if self.playable == Playable::Light && !self.width.is_multiple_of(2) {
            faults.push("board: a mirror board needs an even width".to_owned());
        }
        if self.playable != Playable::All && self.lines != Lines::All {
            faults.push("board.lines: only with playable: all".to_owned());
        }
        if self.playable != Playable::All && !self.holes.is_empty() {
            faults.push("board.holes: only with playable: all".to_owned());
        }
        let cells = self.width * self.height;
        for (i, &hole) in self.holes.iter().enumerate() {
            if hole >= cells {
                faults.push(format!("board.holes: cell {} is off the board", hole + 1));
            } else if self.holes[..i].contains(&hole) {
                faults.push(format!("board.holes: cell {} is given twice", hole + 1));
            }
        }
        if self.playable == Playable::All && self.holes.len() >= cells {
            faults.push("board.holes: no square is left".to_owned());
        }
        faults
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
