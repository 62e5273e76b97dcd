//! Draw rules: counted limits as rows of data, one set of counters for the game and the search.
//!
//! A row's count is the number of plies for which its condition has held since it began to hold or since
//! the last restarting event; at `plies` the game is drawn. A row of no plies counts one where its condition holds.

use crate::position::{Move, Position};
use crate::spec::{CountRange, LimitSpec, MAX_LIMITS, Restart, SideMaterial};
use crate::word::Word;

const CAPTURE: u8 = 1;
const MAN_MOVE: u8 = 2;
const PROMOTION: u8 = 4;

/// One row, squares as word sets.
#[derive(Clone, Debug)]
pub struct DrawLimit<W> {
    plies: u16,
    material: Vec<(SideMaterial, SideMaterial)>,
    pieces: CountRange,
    both_kings: bool,
    first_on: Option<W>,
    second_off: Option<W>,
    second_on: Option<W>,
    restart: u8,
    unless_capture: bool,
}

impl<W: Word> DrawLimit<W> {
    /// The row of a rule file; `bit` gives the word set of a 0-based square.
    pub fn new(spec: &LimitSpec, bit: impl Fn(usize) -> W) -> Self {
        let set = |squares: &Option<Vec<usize>>| {
            squares.as_ref().map(|list| list.iter().fold(W::EMPTY, |set, &square| set | bit(square)))
        };
        DrawLimit {
            plies: spec.plies,
            material: spec.material.iter().map(|case| (case.first, case.second)).collect(),
            pieces: spec.pieces,
            both_kings: spec.both_kings,
            first_on: set(&spec.first_on),
            second_off: set(&spec.second_off),
            second_on: set(&spec.second_on),
            restart: spec.restart.iter().fold(0, |set, event| {
                set | match event {
                    Restart::Capture => CAPTURE,
                    Restart::ManMove => MAN_MOVE,
                    Restart::Promotion => PROMOTION,
                }
            }),
            unless_capture: spec.unless_capture,
        }
    }

    /// True when the row can only count while a king is on the board or while only kings move.
    fn needs_kings(&self) -> bool {
        let every_case_has_kings =
            !self.material.is_empty() && self.material.iter().all(|(a, b)| a.kings.0 > 0 || b.kings.0 > 0);
        self.both_kings || self.restart & MAN_MOVE != 0 || every_case_has_kings
    }

    fn holds(&self, position: &Position<W>) -> bool {
        if !self.pieces.contains(position.occupied().count()) {
            return false;
        }
        if self.both_kings && (position.our_kings().is_empty() || position.their_kings().is_empty()) {
            return false;
        }
        let (us, them, kings) = (position.us, position.them, position.kings);
        if self.material.is_empty() {
            return self.squares_hold(us, them) || self.squares_hold(them, us);
        }
        self.material.iter().any(|(first, second)| {
            let case =
                |a: W, b: W| owns(first, a, kings) && owns(second, b, kings) && self.squares_hold(a, b);
            case(us, them) || case(them, us)
        })
    }

    fn squares_hold(&self, first: W, second: W) -> bool {
        self.first_on.is_none_or(|set| !first.meets(!set))
            && self.second_off.is_none_or(|set| !second.meets(set))
            && self.second_on.is_none_or(|set| second.meets(set))
    }
}

#[inline]
fn owns<W: Word>(material: &SideMaterial, side: W, kings: W) -> bool {
    material.kings.contains((side & kings).count()) && material.men.contains((side & !kings).count())
}

/// The rows of a variant.
#[derive(Clone, Debug)]
pub struct DrawRules<W> {
    /// Occurrence of a position that draws; 0 = never.
    pub repetition: u8,
    limits: Vec<DrawLimit<W>>,
    /// No row can count while there is no king and men move.
    all_need_kings: bool,
}

/// Plies counted so far, one number a row.
pub type DrawCounts = [u16; MAX_LIMITS];

impl<W: Word> DrawRules<W> {
    /// The rows of a rule file, at most [`MAX_LIMITS`].
    pub fn new(repetition: u8, limits: Vec<DrawLimit<W>>) -> Self {
        let all_need_kings = limits.iter().all(DrawLimit::needs_kings);
        DrawRules { repetition, limits, all_need_kings }
    }

    /// The counts of a game that begins with a position.
    pub fn begun(&self, position: &Position<W>, can_capture: impl Fn() -> bool) -> DrawCounts {
        let mut counts = [0; MAX_LIMITS];
        for (count, limit) in counts.iter_mut().zip(&self.limits).filter(|(_, limit)| limit.plies == 0) {
            *count = u16::from(limit.holds(position) && !(limit.unless_capture && can_capture()));
        }
        counts
    }

    /// The counts after `mv`; `before` and `after` are the positions around it, `can_capture` tells whether the
    /// side to move after it can capture.
    #[inline]
    pub fn advanced(
        &self,
        counts: &DrawCounts,
        before: &Position<W>,
        mv: &Move<W>,
        after: &Position<W>,
        can_capture: impl Fn() -> bool,
    ) -> DrawCounts {
        // The common case of the middle game, worth its line in the search.
        if self.all_need_kings && after.kings.is_empty() {
            return [0; MAX_LIMITS];
        }
        let mut events = 0;
        if mv.is_capture() || mv.huffed().is_some() {
            events |= CAPTURE;
        }
        if !before.kings.meets(W::bit(mv.from())) {
            events |= MAN_MOVE;
        }
        if mv.crowns() {
            events |= PROMOTION;
        }
        let mut next = [0; MAX_LIMITS];
        for (i, limit) in self.limits.iter().enumerate() {
            // Entering the condition starts the count: the ply that brings it about is not counted.
            // A move that captures nothing shows that nothing could be captured.
            let held = counts[i] > 0 || limit.holds(before) && !(limit.unless_capture && mv.is_capture());
            let counts_on = limit.restart & events == 0 && held || limit.plies == 0;
            if counts_on && limit.holds(after) && (!limit.unless_capture || !can_capture()) {
                next[i] = counts[i].saturating_add(1);
            }
        }
        next
    }

    /// The row that has run out.
    #[inline]
    pub fn reached(&self, counts: &DrawCounts) -> Option<usize> {
        self.limits.iter().zip(counts).position(|(limit, &count)| count >= limit.plies.max(1))
    }
}
