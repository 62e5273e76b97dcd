//! The rules that the move generator reads, packed into one 128-bit word.
//!
//! A word known when the engine is built becomes a constant ([`crate::rules::Fixed`]) and the compiler
//! removes every test of it; any other word is read at run time by the same source ([`crate::rules::Loaded`]).
//! What the generator reads besides is a property of the board: sets of squares are the geometry's.

use crate::direction::{
    DIAGONALS, DirectionSet, EAST, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST,
    flipped,
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

/// Where men are promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// On the last row of the board, seen by the owner.
    LastRow = 0,
    /// Nowhere.
    Never = 1,
    /// On squares that the board marks, other ones for each side.
    Marked = 2,
}

/// Longest precedence list.
pub const MAX_PRECEDENCE: usize = 4;

// Where each fact lies. Directions are sets of eight bits, so that rules read at run time need not decode them.
const MAN_MOVE: u32 = 0;
const MAN_CAPTURE: u32 = 8;
const MAN_CAPTURE_NEXT: u32 = 16;
const PARACHUTE: u32 = 24;
const KING_MOVE: u32 = 32;
const KING_CAPTURE: u32 = 40;
const FLYING: u32 = 48;
const LANDING: u32 = 49;
const IMMEDIATE: u32 = 51;
const NO_TURN_BACK: u32 = 52;
const MEN_TAKE_KINGS: u32 = 53;
const MID_CAPTURE: u32 = 54;
const PROMOTION: u32 = 56;
const KING_WINS: u32 = 58;
const KING_LIMIT: u32 = 59;
const LINEAR: u32 = 62;
const RESTS: u32 = 63;
const PRECEDENCE: u32 = 64;
const KING_VALUE: u32 = 76;
const ONE_WAY: u32 = 84;
const STRAIGHT: u32 = 85;
const HUFFING: u32 = 86;
const ANY_LANDING: u32 = 87;
const OPENING: u32 = 88;
const ALIKE: u32 = 89;

/// The packed rules. Bits 90 and up are free.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuleWord(pub u128);

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
    /// Where men go on capturing after the first jump.
    pub man_capture_next: DirectionGroups,
    /// Where parachutists capture; empty = there are none.
    pub parachute: DirectionGroups,
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
    /// Where men are promoted.
    pub promotion: Promotion,
    /// Men may jump over an unbroken line of own men.
    pub linear_moves: bool,
    /// Men on their last row make no quiet move.
    pub rests_on_last_row: bool,
    /// Both sides' men go up the board.
    pub one_way: bool,
    /// A capture may end after any jump, or go straight on.
    pub straight_captures: bool,
    /// Captures need not be made; who does not pays for it.
    pub huffing: bool,
    /// A flying king need not choose a landing from which it can go on.
    pub any_landing: bool,
    /// The game begins with removals.
    pub opening: bool,
    /// Whoever owns a king has won.
    pub king_wins: bool,
    /// Quiet moves in a row with one king while its side owns a man; 0 = no limit, at most 7.
    pub same_king_limit: u8,
    /// Keys that captures are compared by, at most [`MAX_PRECEDENCE`].
    pub precedence: &'a [Precedence],
    /// Value of a king where a man is 100, for [`Precedence::Value`].
    pub king_value: u8,
}

/// The directions of groups, seen by White.
const fn directions(groups: DirectionGroups) -> DirectionSet {
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

impl RuleWord {
    /// Packs the facts.
    pub fn pack(facts: RuleFacts<'_>) -> Self {
        assert!(
            facts.same_king_limit < 8 && facts.precedence.len() <= MAX_PRECEDENCE,
            "checked by the rule file"
        );
        let set = |groups| u128::from(directions(groups));
        let mut bits = set(facts.man_move) << MAN_MOVE
            | set(facts.man_capture) << MAN_CAPTURE
            | set(facts.man_capture_next) << MAN_CAPTURE_NEXT
            | set(facts.parachute) << PARACHUTE
            | set(facts.king_move) << KING_MOVE
            | set(facts.king_capture) << KING_CAPTURE
            | u128::from(facts.flying_kings) << FLYING
            | (facts.landing as u128) << LANDING
            | u128::from(facts.immediate_removal) << IMMEDIATE
            | u128::from(!facts.turn_back) << NO_TURN_BACK
            | u128::from(facts.men_take_kings) << MEN_TAKE_KINGS
            | (facts.mid_capture as u128) << MID_CAPTURE
            | u128::from(facts.king_wins) << KING_WINS
            | u128::from(facts.same_king_limit) << KING_LIMIT
            | u128::from(facts.king_value) << KING_VALUE
            | (facts.promotion as u128) << PROMOTION
            | u128::from(facts.linear_moves) << LINEAR
            | u128::from(facts.rests_on_last_row) << RESTS
            | u128::from(facts.one_way) << ONE_WAY
            | u128::from(facts.straight_captures) << STRAIGHT
            | u128::from(facts.huffing) << HUFFING
            | u128::from(facts.any_landing) << ANY_LANDING
            | u128::from(facts.opening) << OPENING
            | u128::from(facts.man_capture_next == facts.man_capture && facts.parachute == 0) << ALIKE;
        for (i, &key) in facts.precedence.iter().enumerate() {
            bits |= (key as u128) << (PRECEDENCE + 3 * i as u32);
        }
        RuleWord(bits)
    }

    const fn flag(self, bit: u32) -> bool {
        self.0 >> bit & 1 != 0
    }

    const fn directions(self, bit: u32) -> DirectionSet {
        (self.0 >> bit) as DirectionSet
    }

    /// Directions of a white man's quiet moves.
    pub const fn man_move(self) -> DirectionSet {
        self.directions(MAN_MOVE)
    }
    /// Directions of a white man's jumps.
    pub const fn man_capture(self) -> DirectionSet {
        self.directions(MAN_CAPTURE)
    }
    /// Directions of a white man's jumps after its first one.
    pub const fn man_capture_next(self) -> DirectionSet {
        self.directions(MAN_CAPTURE_NEXT)
    }
    /// Directions of a white parachutist's jump. None: there are no parachutists.
    ///
    /// A parachutist is a man that has not come down yet: it stands on one of its own promotion squares, where
    /// no other man ever rests, makes no quiet move, captures any piece by one jump and is a man thereafter.
    pub const fn parachute(self) -> DirectionSet {
        self.directions(PARACHUTE)
    }
    /// All jumps on foot go in the directions of a man's first one.
    pub const fn jumps_alike(self) -> bool {
        self.flag(ALIKE)
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
        self.0 >> LANDING & 3 == Landing::Behind as u128
    }
    /// Kings that take a king last land directly behind it.
    pub const fn lands_behind_last_king(self) -> bool {
        self.0 >> LANDING & 3 == Landing::BehindLastKing as u128
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
        self.0 >> MID_CAPTURE & 3 == MidCapture::End as u128
    }
    /// A capturing man that reaches its promotion row goes on as a king.
    pub const fn promotes_in_passing(self) -> bool {
        self.0 >> MID_CAPTURE & 3 == MidCapture::Crown as u128
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
        (self.0 >> (PRECEDENCE + 3 * i as u32)) as u64 & 7
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
        self.man_move()
            | self.man_capture()
            | self.man_capture_next()
            | self.parachute()
            | self.king_move()
            | self.king_capture()
    }
    /// Men are promoted nowhere.
    pub const fn never_promotes(self) -> bool {
        self.0 >> PROMOTION & 3 == Promotion::Never as u128
    }
    /// Men are promoted on squares that the board marks.
    pub const fn promotes_on_marks(self) -> bool {
        self.0 >> PROMOTION & 3 == Promotion::Marked as u128
    }
    /// A man may jump over an unbroken line of own men to the empty square behind it.
    pub const fn linear_moves(self) -> bool {
        self.flag(LINEAR)
    }
    /// Men on their last row make no quiet move.
    pub const fn rests_on_last_row(self) -> bool {
        self.flag(RESTS)
    }
    /// Both sides' men go up the board.
    pub const fn one_way(self) -> bool {
        self.flag(ONE_WAY)
    }
    /// A capture may end after any jump, or go on in the same direction only. There are no kings then.
    pub const fn straight_captures(self) -> bool {
        self.flag(STRAIGHT)
    }
    /// There is nothing to move but by capturing.
    pub const fn only_captures(self) -> bool {
        self.straight_captures() && self.man_move() == 0
    }
    /// Captures need not be made; the piece that should have captured may be taken off for it.
    pub const fn huffing(self) -> bool {
        self.flag(HUFFING)
    }
    /// A flying king need not choose a landing from which it can go on.
    pub const fn any_landing(self) -> bool {
        self.flag(ANY_LANDING)
    }
    /// The game begins with each side taking pieces of its own off.
    pub const fn has_opening(self) -> bool {
        self.flag(OPENING)
    }
    /// The same rules with all captures of equal rank.
    pub const fn unranked(self) -> Self {
        RuleWord(self.0 & !(0xfff << PRECEDENCE))
    }
    /// A man can come back to where it was: quiet moves of men can repeat a position.
    pub const fn men_can_return(self) -> bool {
        let set = self.man_move();
        set & flipped(set) != 0 || set & 1 << WEST != 0
    }
    /// Jumps go both straight and diagonally, so that three of them can lead back to the origin.
    pub const fn mixes_jumps(self) -> bool {
        let jumps = self.man_capture() | self.man_capture_next() | self.king_capture();
        jumps & DIAGONALS != 0 && jumps & !DIAGONALS != 0
    }
}
