//! How long to think about a move.
//!
//! Pure arithmetic: seconds in, seconds out. Measuring time is [`crate::control`]'s part.

use crate::limits::{Clock, Limits};

/// The least time a search is given, whatever the clock says.
const LEAST_S: f64 = 0.001;
/// Share of the time left that one move may use.
const LARGEST_SHARE: f64 = 0.95;
/// Share of a nearly empty clock that is still thought on when the overhead would take all of it.
const LAST_SHARE: f64 = 0.2;
/// Moves that the time left must last for, at the start and at the end of a game.
const MOVES_AT_START: f64 = 30.0;
const MOVES_AT_END: f64 = 10.0;
/// Opening generosity: few moves use their full target, so the target may exceed the even share.
const EAGERNESS: f64 = 1.3;
const HARD_PER_TARGET: f64 = 4.0;
/// Share of the target after which no further iteration is begun, at the start and at the end of a game.
const SOFT_AT_START: f64 = 0.4;
const SOFT_AT_END: f64 = 0.8;
/// What one more iteration with the same best move leaves of the time wanted, and the least it can.
const STEADIER: f64 = 0.9;
const STEADIEST: f64 = 0.6;

/// Times for one move; 0 < target <= hard <= time left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Budget {
    /// Begin no iteration after this; none: use the hard time in full.
    pub target_s: Option<f64>,
    /// Stop at this.
    pub hard_s: f64,
}

impl Budget {
    /// When an iteration under way is broken off; `pondered`: it has been under way for long when the clock starts, and
    /// would else take the hard time more often than not.
    pub fn latest_s(&self, pondered: bool) -> f64 {
        self.target_s.filter(|_| pondered).unwrap_or(self.hard_s)
    }
}

/// Target and hard time for this move; `None` when no time is limited.
///
/// `phase`: 1.0 with all pieces on the board, 0.0 with none.
pub(crate) fn allocate(limits: &Limits, phase: f64) -> Option<Budget> {
    let fixed =
        limits.move_time_s.map(|time_s| Budget { target_s: None, hard_s: usable(time_s, limits.overhead_s) });
    let clocked = limits.clock.map(|clock| of_clock(&clock, limits.overhead_s, phase));
    match (fixed, clocked) {
        (Some(fixed), Some(clocked)) => Some(Budget {
            target_s: clocked.target_s.map(|target_s| target_s.min(fixed.hard_s)),
            hard_s: clocked.hard_s.min(fixed.hard_s),
        }),
        (fixed, clocked) => fixed.or(clocked),
    }
}

/// The time left without the overhead, never below a small positive time and never above what is left.
fn usable(left_s: f64, overhead_s: f64) -> f64 {
    let left_s = if left_s.is_finite() { left_s } else { 0.0 };
    (left_s - overhead_s.max(0.0)).max(left_s * LAST_SHARE).max(LEAST_S)
}

fn of_clock(clock: &Clock, overhead_s: f64, phase: f64) -> Budget {
    let inc_s = clock.inc_s.max(0.0);
    let most_s = (usable(clock.time_s + inc_s, overhead_s) * LARGEST_SHARE).max(LEAST_S);
    let to_go = MOVES_AT_END + (MOVES_AT_START - MOVES_AT_END) * phase.clamp(0.0, 1.0);
    let to_go = match clock.moves {
        Some(moves) if moves > 0 => to_go.min(f64::from(moves)),
        _ => to_go,
    };
    // The increment of the present move is on the clock already once it is added.
    let pool_s = most_s + (inc_s - overhead_s.max(0.0)).max(0.0) * (to_go - 1.0);
    let target_s = (pool_s / to_go * EAGERNESS).clamp(LEAST_S, most_s);
    Budget { target_s: Some(target_s), hard_s: (target_s * HARD_PER_TARGET).min(most_s) }
}

/// How settled the best move is, as a factor on the time wanted.
pub(crate) struct Stability(f64);

impl Stability {
    pub fn new() -> Self {
        Stability(1.0)
    }

    /// Takes note of a finished iteration.
    pub fn update(&mut self, same_best_move: bool) {
        self.0 = if same_best_move { (self.0 * STEADIER).max(STEADIEST) } else { 1.0 };
    }

    /// True when no further iteration should begin.
    pub fn is_enough(&self, elapsed_s: f64, target_s: f64, phase: f64) -> bool {
        let soft = SOFT_AT_END + (SOFT_AT_START - SOFT_AT_END) * phase.clamp(0.0, 1.0);
        elapsed_s > target_s * soft * self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(time_s: f64, inc_s: f64, moves: Option<u32>, overhead_s: f64) -> Budget {
        let limits = Limits { clock: Some(Clock { time_s, inc_s, moves }), overhead_s, ..Limits::default() };
        allocate(&limits, 1.0).expect("a clock")
    }

    #[test]
    fn never_more_than_is_left_and_never_nothing() {
        for time_s in [-5.0, 0.0, 1e-5, 0.05, 0.2, 1.0, 60.0, 5_400.0, f64::NAN, f64::INFINITY] {
            for inc_s in [0.0, 0.1, 10.0] {
                for moves in [None, Some(0), Some(1), Some(40)] {
                    for overhead_s in [0.0, 0.1, 2.0] {
                        let Budget { target_s, hard_s } = budget(time_s, inc_s, moves, overhead_s);
                        let target_s = target_s.expect("a clock gives a target");
                        assert!(target_s >= LEAST_S && hard_s >= target_s);
                        let left_s = if time_s.is_finite() { time_s + inc_s } else { 0.0 };
                        assert!(
                            hard_s <= left_s.max(LEAST_S),
                            "{time_s} {inc_s} {moves:?} {overhead_s}: {hard_s}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_overhead_is_kept_back() {
        assert!(budget(1.0, 0.0, Some(1), 0.3).hard_s <= 0.7);
        let limits = Limits { move_time_s: Some(0.5), overhead_s: 0.1, ..Limits::default() };
        let budget = allocate(&limits, 0.5).expect("a move time");
        assert!((budget.hard_s - 0.4).abs() < 1e-9 && budget.target_s.is_none());
    }

    #[test]
    fn an_increment_alone_can_be_lived_on() {
        // pydraughts sends the clock less its increment: 1.9 + 0.1, and far below zero late in the game.
        let Budget { target_s, hard_s } = budget(-9.9, 10.0, None, 0.0);
        assert!(hard_s < 0.1 && target_s.expect("a target") > 0.05);
    }

    #[test]
    fn unlimited_time_has_no_budget() {
        assert_eq!(allocate(&Limits { depth: Some(3), ..Limits::default() }, 1.0), None);
    }

    #[test]
    fn after_a_ponder_hit_the_target_is_the_latest() {
        let budget = budget(60.0, 0.0, None, 0.0);
        assert_eq!(Some(budget.latest_s(true)), budget.target_s);
        assert_eq!(budget.latest_s(false), budget.hard_s);
        let fixed = Budget { target_s: None, hard_s: 2.0 };
        assert_eq!((fixed.latest_s(true), fixed.latest_s(false)), (2.0, 2.0));
    }

    #[test]
    fn a_steady_best_move_saves_time() {
        let mut stability = Stability::new();
        assert!(!stability.is_enough(0.35, 1.0, 1.0));
        for _ in 0..8 {
            stability.update(true);
        }
        assert!(stability.is_enough(0.35, 1.0, 1.0));
        stability.update(false);
        assert!(!stability.is_enough(0.35, 1.0, 1.0));
    }
}
