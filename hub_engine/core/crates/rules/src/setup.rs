//! From pieces on squares, unchecked, to a legal position.

use crate::position::KingRuns;
use crate::ruleset::RuleSet;
use crate::variant::AnyPosition;

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

/// Placed pieces, unchecked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// One code a square, in board order: [`EMPTY`], [`WHITE_MAN`], [`WHITE_KING`], [`BLACK_MAN`], [`BLACK_KING`].
    pub pieces: Vec<u8>,
    /// White begins.
    pub white_to_move: bool,
    /// Same-king runs as (square + 1 or 0, count), White's first.
    pub king_runs: [(u8, u8); 2],
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
    #[error("square {number}: a {} man cannot stand on its promotion row", if *.white { "white" } else { "black" })]
    ManOnPromotionRow {
        /// Hub number.
        number: usize,
        /// Its colour.
        white: bool,
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
}

/// All the reasons why a setup is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal position: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupError(pub Vec<SetupFault>);

impl Setup {
    /// The legal position; all faults at once if there is none.
    pub fn position(&self, rules: &RuleSet) -> Result<AnyPosition, SetupError> {
        if self.pieces.len() != rules.squares() {
            let fault = SetupFault::WrongLength { expected: rules.squares(), found: self.pieces.len() };
            return Err(SetupError(vec![fault]));
        }
        let mut faults = Vec::new();
        let (mut white, mut black, mut kings) = (0u128, 0u128, 0u128);
        for (square, &code) in self.pieces.iter().enumerate() {
            let bit = 1u128 << rules.index(square);
            match code {
                EMPTY => {}
                WHITE_MAN | WHITE_KING => white |= bit,
                BLACK_MAN | BLACK_KING => black |= bit,
                _ => faults.push(SetupFault::BadCode { number: square + 1, code }),
            }
            if matches!(code, WHITE_KING | BLACK_KING) {
                kings |= bit;
            }
            let (row, last) = (rules.cell(square).0, rules.spec().board.height - 1);
            if code == WHITE_MAN && row == 0 || code == BLACK_MAN && row == last {
                faults.push(SetupFault::ManOnPromotionRow { number: square + 1, white: code == WHITE_MAN });
            }
        }
        if (if self.white_to_move { black } else { white }) == 0 {
            faults.push(SetupFault::NoPieces { white: !self.white_to_move });
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
        Ok(AnyPosition { us, them, kings, white_to_move: self.white_to_move, runs })
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
