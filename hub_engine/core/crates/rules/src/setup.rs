//! From pieces on squares, unchecked, to a legal position.

use crate::geometry::Geometry;
use crate::movegen::{Captures, captures_into};
use crate::position::{Black, KingRuns, Position, Side, White};
use crate::rules::{Rules, Visitor, dispatch_loaded};
use crate::ruleset::RuleSet;
use crate::variant::AnyPosition;
use crate::word::{Wide, Word};

/// No piece; see [`Setup::pieces`].
pub const EMPTY: u8 = 0;
/// A white man.
pub const WHITE_MAN: u8 = 1;
/// A white king.
pub const WHITE_KING: u8 = 2;
/// A black man.
pub const BLACK_MAN: u8 = 3;
/// A black king.
pub const BLACK_KING: u8 = 4;
/// A white parachutist.
pub const WHITE_PARACHUTIST: u8 = 5;
/// A black parachutist.
pub const BLACK_PARACHUTIST: u8 = 6;

const fn is_white(code: u8) -> bool {
    matches!(code, WHITE_MAN | WHITE_KING | WHITE_PARACHUTIST)
}

/// Placed pieces, unchecked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// One code a square, in board order: [`EMPTY`], [`WHITE_MAN`], [`WHITE_KING`], [`BLACK_MAN`], [`BLACK_KING`],
    /// [`WHITE_PARACHUTIST`], [`BLACK_PARACHUTIST`].
    pub pieces: Vec<u8>,
    /// White begins.
    pub white_to_move: bool,
    /// Same-king runs as (square + 1 or 0, count), White's first.
    pub king_runs: [(u8, u8); 2],
    /// Squares (0-based) of the side not to move whose piece may be huffed.
    pub huffable: Vec<usize>,
}

/// Why a setup is no position. Squares are Hub numbers (from 1).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// Not one code a square.
    #[error("{found} squares given, the board has {expected}")]
    WrongLength {
        /// Squares of the board.
        expected: usize,
        /// Codes given.
        found: usize,
    },
    /// A code that names no piece.
    #[error("square {number}: {code} is no piece code")]
    BadCode {
        /// Hub number.
        number: usize,
        /// The code.
        code: u8,
    },
    /// A man where it would have been crowned.
    #[error("square {number}: a {} man cannot stand where it would have been promoted", if *.white { "white" } else { "black" })]
    ManOnPromotionSquare {
        /// Hub number.
        number: usize,
        /// Its colour.
        white: bool,
    },
    /// A parachutist that is none.
    #[error("square {number}: {reason}")]
    BadParachutist {
        /// Hub number.
        number: usize,
        /// What is wrong.
        reason: &'static str,
    },
    /// A king in a game without kings.
    #[error("square {number}: these rules know no kings (promotion.squares: none)")]
    NoKings {
        /// Hub number.
        number: usize,
    },
    /// A piece that may not be huffed.
    #[error("huffable square {number}: {reason}")]
    NotHuffable {
        /// Hub number.
        number: usize,
        /// What is wrong.
        reason: &'static str,
    },
    /// The side that has just moved owns nothing.
    #[error("{} has no pieces, so cannot have made the last move", if *.white { "White" } else { "Black" })]
    NoPieces {
        /// The colour.
        white: bool,
    },
    /// A same-king run that cannot be.
    #[error("{} king run: {reason}", if *.white { "White" } else { "Black" })]
    BadRun {
        /// The colour.
        white: bool,
        /// What is wrong.
        reason: &'static str,
    },
    /// More ways to capture than can be followed.
    #[error("{} can capture in more ways than can be followed", if *.white { "White" } else { "Black" })]
    TooManyCaptures {
        /// The colour, on move or not.
        white: bool,
    },
}

/// All the reasons why a setup is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal position: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupError(pub Vec<SetupFault>);

impl Setup {
    /// Pieces and the side to move, nothing else.
    pub fn new(pieces: Vec<u8>, white_to_move: bool) -> Self {
        Setup { pieces, white_to_move, king_runs: [(0, 0); 2], huffable: Vec::new() }
    }

    /// The legal position; all faults at once if there is none.
    pub fn position(&self, rules: &RuleSet) -> Result<AnyPosition, SetupError> {
        if self.pieces.len() != rules.squares() {
            let fault = SetupFault::WrongLength { expected: rules.squares(), found: self.pieces.len() };
            return Err(SetupError(vec![fault]));
        }
        let mut faults = Vec::new();
        let (mut white, mut black, mut kings) = (Wide::EMPTY, Wide::EMPTY, Wide::EMPTY);
        for (square, &code) in self.pieces.iter().enumerate() {
            let bit = Wide::bit(rules.index(square));
            if is_white(code) {
                white |= bit;
            } else if code != EMPTY {
                black |= bit;
            }
            if matches!(code, WHITE_KING | BLACK_KING) {
                kings |= bit;
            }
            faults.extend(piece_fault(rules, square, code));
        }
        if (if self.white_to_move { black } else { white }).is_empty() {
            faults.push(SetupFault::NoPieces { white: !self.white_to_move });
        }
        let mut huffable = Wide::EMPTY;
        for &square in &self.huffable {
            match self.huff_fault(rules, square) {
                Some(reason) => {
                    faults.push(SetupFault::NotHuffable { number: square.saturating_add(1), reason })
                }
                None => huffable |= Wide::bit(rules.index(square)),
            }
        }
        let mut runs = KingRuns::NONE;
        for (&(number, count), is_white) in self.king_runs.iter().zip([true, false]) {
            if (number, count) == (0, 0) {
                continue;
            }
            match self.run_fault(rules, number, count, is_white) {
                Some(reason) => faults.push(SetupFault::BadRun { white: is_white, reason }),
                None => runs = runs.with(is_white, rules.index(usize::from(number) - 1), count),
            }
        }
        if !faults.is_empty() {
            return Err(SetupError(faults));
        }
        let (us, them) = if self.white_to_move { (white, black) } else { (black, white) };
        let position = AnyPosition { us, them, kings, white_to_move: self.white_to_move, runs, huffable };
        let excess = dispatch_loaded(rules, TooManyCaptures(&position));
        if excess.is_empty() { Ok(position) } else { Err(SetupError(excess)) }
    }

    fn huff_fault(&self, rules: &RuleSet, square: usize) -> Option<&'static str> {
        let code = self.pieces.get(square).copied().unwrap_or(EMPTY);
        if !rules.word().huffing() {
            Some("these rules have no huffing")
        } else if code == EMPTY || is_white(code) == self.white_to_move {
            Some("no piece of the side that has just moved stands there")
        } else {
            None
        }
    }

    fn run_fault(&self, rules: &RuleSet, number: u8, count: u8, white: bool) -> Option<&'static str> {
        let (man, king) = if white { (WHITE_MAN, WHITE_KING) } else { (BLACK_MAN, BLACK_KING) };
        let limit = rules.word().same_king_limit();
        if limit == 0 {
            Some("these rules have no same-king limit")
        } else if count == 0 || count > limit {
            Some("its count is out of range")
        } else if usize::from(number).checked_sub(1).and_then(|square| self.pieces.get(square)) != Some(&king)
        {
            Some("no king of that side stands there")
        } else if !self.pieces.contains(&man) {
            Some("that side has no man, so the limit does not bind it")
        } else {
            None
        }
    }
}

/// Jumps to follow for one side's captures in a position that may be set up: far more than games come to, and so much less
/// than what the move generator follows that the positions after it are safe.
const MAX_JUMPS_AT_SETUP: u32 = 1 << 16;

/// Looks for captures in more ways than can be followed, for either side: a position where the other side had them
/// could not be played on.
struct TooManyCaptures<'a>(&'a AnyPosition);

impl Visitor for TooManyCaptures<'_> {
    type Output = Vec<SetupFault>;

    fn visit<G: Geometry, R: Rules>(self, board: G, rules: R, _: bool) -> Vec<SetupFault> {
        let (white, black) = self.0.by_colour();
        let of = |us, them| AnyPosition { us, them, ..*self.0 }.narrow();
        let mut faults = Vec::new();
        if has_too_many::<G, R, White>(board, rules, &of(white, black)) {
            faults.push(SetupFault::TooManyCaptures { white: true });
        }
        if has_too_many::<G, R, Black>(board, rules, &of(black, white)) {
            faults.push(SetupFault::TooManyCaptures { white: false });
        }
        faults
    }
}

fn has_too_many<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> bool {
    let mut captures = Captures::within(MAX_JUMPS_AT_SETUP);
    captures_into::<G, R, S>(board, rules, position, &mut captures);
    !captures.are_all()
}

/// What is wrong with a code on a square.
fn piece_fault(rules: &RuleSet, square: usize, code: u8) -> Option<SetupFault> {
    let (number, white) = (square + 1, is_white(code));
    match code {
        EMPTY => None,
        WHITE_MAN | BLACK_MAN => rules
            .is_promotion_square(square, white)
            .then_some(SetupFault::ManOnPromotionSquare { number, white }),
        WHITE_KING | BLACK_KING => (!rules.has_kings()).then_some(SetupFault::NoKings { number }),
        WHITE_PARACHUTIST | BLACK_PARACHUTIST => {
            let reason = if rules.word().parachute() == 0 {
                "these rules know no parachutists"
            } else if rules.is_promotion_square(square, white) {
                return None;
            } else {
                "a parachutist that has left its promotion squares is a man"
            };
            Some(SetupFault::BadParachutist { number, reason })
        }
        _ => Some(SetupFault::BadCode { number, code }),
    }
}

/// The codes of a position's squares, in board order; see [`Setup::pieces`].
pub fn piece_codes(rules: &RuleSet, position: &AnyPosition) -> Vec<u8> {
    let (white, _) = position.by_colour();
    let code = |square| {
        let bit = Wide::bit(rules.index(square));
        if !position.occupied().meets(bit) {
            return EMPTY;
        }
        let is_white = white.meets(bit);
        let is_king = position.kings.meets(bit);
        let is_parachutist =
            !is_king && rules.word().parachute() != 0 && rules.is_promotion_square(square, is_white);
        match (is_white, is_king, is_parachutist) {
            (true, true, _) => WHITE_KING,
            (true, _, true) => WHITE_PARACHUTIST,
            (true, ..) => WHITE_MAN,
            (false, true, _) => BLACK_KING,
            (false, _, true) => BLACK_PARACHUTIST,
            (false, ..) => BLACK_MAN,
        }
    };
    (0..rules.squares()).map(code).collect()
}
