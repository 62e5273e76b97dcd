//! The rules that the move generator reads, packed into one 64-bit word.
//!
//! A word known when the engine is built becomes a constant ([`crate::rules::Fixed`]) and the compiler
//! removes every test of it; any other word is read at run time by the same source ([`crate::rules::Loaded`]).

use crate::direction::{
    DirectionSet, EAST, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST,
};

/// What happens to a man that lands on its promotion row in the middle of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MidCapture {
    /// It is crowned and the move ends there.
    End = 0,
    /// It goes on as a man if it can, and is crowned if the move ends there.
    Stay = 1,
    /// It is crowned at once and goes on as a king.
    Crown = 2,
}

/// Where a king may land behind the pieces it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On any free square behind.
    Free = 0,
    /// Directly behind each.
    Behind = 1,
    /// Directly behind the last if that is a king, else on any free square.
    BehindLastKing = 2,
}

/// One key by which captures are compared; the largest must be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// Most pieces.
    Quantity = 1,
    /// Highest total value, a man being 100.
    Value = 2,
    /// Captures by a king before captures by a man.
    KingMover = 3,
    /// Most kings taken.
    KingsCaptured = 4,
    /// The capture that meets a king earlier (whole sequences compared).
    KingEarliest = 5,
}

/// Bits of a direction group: which neighbours of a square, seen by the owner.
pub type DirectionGroups = u8;
/// Straight ahead.
pub const FORWARD: DirectionGroups = 1;
/// Straight back.
pub const BACKWARD: DirectionGroups = 2;
/// Left and right.
pub const SIDEWAYS: DirectionGroups = 4;
/// The two diagonals ahead.
pub const FORWARD_DIAGONALS: DirectionGroups = 8;
/// The two diagonals back.
pub const BACKWARD_DIAGONALS: DirectionGroups = 16;

/// Longest precedence list.
pub const MAX_PRECEDENCE: usize = 4;

const KING_MOVE: u32 = 10;
const KING_CAPTURE: u32 = 15;
const FLYING: u32 = 20;
const LANDING: u32 = 21;
const IMMEDIATE: u32 = 23;
const NO_TURN_BACK: u32 = 24;
const MEN_TAKE_KINGS: u32 = 25;
const MID_CAPTURE: u32 = 26;
const KING_WINS: u32 = 28;
const KING_LIMIT: u32 = 29;
const PRECEDENCE: u32 = 32;
const KING_VALUE: u32 = 44;

/// The packed rules. Bits 52 and up are free.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuleWord(pub u64);

impl std::fmt::Debug for RuleWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RuleWord({:#x})", self.0)
    }
}

/// The rules a word is packed from; see [`RuleWord`]'s getters for the meaning of each.
#[derive(Clone, Copy)]
pub struct RuleFacts<'a> {
    /// Where men move and capture.
    pub man_move: DirectionGroups,
    /// Where men capture.
    pub man_capture: DirectionGroups,
    /// Where kings move.
    pub king_move: DirectionGroups,
    /// Where kings capture.
    pub king_capture: DirectionGroups,
    /// Kings go any distance.
    pub flying_kings: bool,
    /// Where kings land in a capture.
    pub landing: Landing,
    /// Captured pieces leave at once, not at the end of the move.
    pub immediate_removal: bool,
    /// A king may turn round by 180 degrees between two jumps.
    pub turn_back: bool,
    /// Men may capture kings.
    pub men_take_kings: bool,
    /// What becomes of a man on its promotion row in mid-capture.
    pub mid_capture: MidCapture,
    /// Whoever owns a king has won.
    pub king_wins: bool,
    /// Quiet moves in a row with one king while its side owns a man; 0 = no limit, at most 7.
    pub same_king_limit: u8,
    /// Keys that captures are compared by, at most [`MAX_PRECEDENCE`].
    pub precedence: &'a [Precedence],
    /// Value of a king where a man is 100, for [`Precedence::Value`].
    pub king_value: u8,
}

impl RuleWord {
    /// Packs the facts.
    pub fn pack(facts: RuleFacts<'_>) -> Self {
        assert!(
            facts.same_king_limit < 8 && facts.precedence.len() <= MAX_PRECEDENCE,
            "checked by the rule file"
        );
        let mut bits = u64::from(facts.man_move)
            | u64::from(facts.man_capture) << 5
            | u64::from(facts.king_move) << KING_MOVE
            | u64::from(facts.king_capture) << KING_CAPTURE
            | u64::from(facts.flying_kings) << FLYING
            | (facts.landing as u64) << LANDING
            | u64::from(facts.immediate_removal) << IMMEDIATE
            | u64::from(!facts.turn_back) << NO_TURN_BACK
            | u64::from(facts.men_take_kings) << MEN_TAKE_KINGS
            | (facts.mid_capture as u64) << MID_CAPTURE
            | u64::from(facts.king_wins) << KING_WINS
            | u64::from(facts.same_king_limit) << KING_LIMIT
            | u64::from(facts.king_value) << KING_VALUE;
        for (i, &key) in facts.precedence.iter().enumerate() {
            bits |= (key as u64) << (PRECEDENCE + 3 * i as u32);
        }
        RuleWord(bits)
    }

    const fn flag(self, bit: u32) -> bool {
        self.0 >> bit & 1 != 0
    }

    const fn directions(self, bit: u32) -> DirectionSet {
        let groups = (self.0 >> bit & 0b1_1111) as DirectionGroups;
        let mut set = 0;
        if groups & FORWARD != 0 {
            set |= 1 << NORTH;
        }
        if groups & BACKWARD != 0 {
            set |= 1 << SOUTH;
        }
        if groups & SIDEWAYS != 0 {
            set |= 1 << WEST | 1 << EAST;
        }
        if groups & FORWARD_DIAGONALS != 0 {
            set |= 1 << NORTH_WEST | 1 << NORTH_EAST;
        }
        if groups & BACKWARD_DIAGONALS != 0 {
            set |= 1 << SOUTH_WEST | 1 << SOUTH_EAST;
        }
        set
    }

    /// Directions of a white man's quiet moves.
    pub const fn man_move(self) -> DirectionSet {
        self.directions(0)
    }
    /// Directions of a white man's jumps.
    pub const fn man_capture(self) -> DirectionSet {
        self.directions(5)
    }
    /// Directions of a white king's quiet moves.
    pub const fn king_move(self) -> DirectionSet {
        self.directions(KING_MOVE)
    }
    /// Directions of a white king's jumps.
    pub const fn king_capture(self) -> DirectionSet {
        self.directions(KING_CAPTURE)
    }
    /// Kings go any distance.
    pub const fn flying_kings(self) -> bool {
        self.flag(FLYING)
    }
    /// Kings land directly behind each piece they take.
    pub const fn lands_behind(self) -> bool {
        self.0 >> LANDING & 3 == Landing::Behind as u64
    }
    /// Kings that take a king last land directly behind it.
    pub const fn lands_behind_last_king(self) -> bool {
        self.0 >> LANDING & 3 == Landing::BehindLastKing as u64
    }
    /// Captured pieces leave at once.
    pub const fn immediate_removal(self) -> bool {
        self.flag(IMMEDIATE)
    }
    /// No 180 degree turn between two jumps.
    pub const fn no_turn_back(self) -> bool {
        self.flag(NO_TURN_BACK)
    }
    /// Men may capture kings.
    pub const fn men_take_kings(self) -> bool {
        self.flag(MEN_TAKE_KINGS)
    }
    /// A capturing man's move ends, crowned, on its promotion row.
    pub const fn promotion_ends_capture(self) -> bool {
        self.0 >> MID_CAPTURE & 3 == MidCapture::End as u64
    }
    /// A capturing man that reaches its promotion row goes on as a king.
    pub const fn promotes_in_passing(self) -> bool {
        self.0 >> MID_CAPTURE & 3 == MidCapture::Crown as u64
    }
    /// Whoever owns a king has won.
    pub const fn king_wins(self) -> bool {
        self.flag(KING_WINS)
    }
    /// Quiet moves in a row with one king while its side owns a man; 0 = no limit.
    pub const fn same_king_limit(self) -> u8 {
        (self.0 >> KING_LIMIT & 7) as u8
    }
    /// Value of a king where a man is 100.
    pub const fn king_value(self) -> u32 {
        (self.0 >> KING_VALUE & 0xff) as u32
    }
    /// The i-th precedence key by number, 0 behind the last.
    pub const fn precedence(self, i: usize) -> u64 {
        self.0 >> (PRECEDENCE + 3 * i as u32) & 7
    }
    /// True when the key is in the precedence list.
    pub const fn has_precedence(self, key: Precedence) -> bool {
        let mut i = 0;
        while i < MAX_PRECEDENCE {
            if self.precedence(i) == key as u64 {
                return true;
            }
            i += 1;
        }
        false
    }
    /// True when the rank of a capture depends on what it takes or how, not only on how many pieces.
    pub const fn ranks_kinds(self) -> bool {
        self.has_precedence(Precedence::Value)
            || self.has_precedence(Precedence::KingsCaptured)
            || self.has_precedence(Precedence::KingEarliest)
    }
    /// True when some captures are forbidden by others.
    pub const fn ranks(self) -> bool {
        self.precedence(0) != 0
    }
    /// Directions that any move uses.
    pub const fn all_directions(self) -> DirectionSet {
        self.man_move() | self.man_capture() | self.king_move() | self.king_capture()
    }
}
