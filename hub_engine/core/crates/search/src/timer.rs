//! When the leading thread must end: measured time and signals against the limits.

use std::time::Instant;

use crate::clock::{Budget, Stability, allocate};
use crate::control::Control;
use crate::limits::{Limits, Mode};

/// One search's clock and signals.
pub(crate) struct Timer<'a> {
    control: &'a Control,
    began: Instant,
    mode: Mode,
    limits: Limits,
    budget: Option<Budget>,
    phase: f64,
    /// There is one legal move only.
    is_forced: bool,
}

impl<'a> Timer<'a> {
    /// `phase`: see [`allocate`].
    pub fn new(
        control: &'a Control,
        began: Instant,
        mode: Mode,
        limits: &Limits,
        phase: f64,
        is_forced: bool,
    ) -> Self {
        Timer { control, began, mode, limits: *limits, budget: allocate(limits, phase), phase, is_forced }
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Seconds since the search began.
    pub fn elapsed_s(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    /// Still pondering: neither clock nor end may count.
    pub fn is_pondering(&self) -> bool {
        self.mode == Mode::Ponder && self.control.hit_at().is_none()
    }

    /// Seconds on the clock; none while it stands still.
    fn on_clock_s(&self) -> Option<f64> {
        match self.mode {
            Mode::Ponder => self.control.hit_at().map(|hit| hit.elapsed().as_secs_f64()),
            Mode::Think | Mode::Analyze => Some(self.elapsed_s()),
        }
    }

    /// Stop now.
    pub fn must_stop(&self) -> bool {
        let pondered = self.mode == Mode::Ponder;
        let is_late =
            |budget: Budget| self.on_clock_s().is_some_and(|used_s| used_s >= budget.latest_s(pondered));
        self.is_stopped()
            || self.is_forced && pondered && self.control.hit_at().is_some()
            || self.budget.is_some_and(is_late)
    }

    /// Begin no further iteration.
    pub fn is_enough(&self, stability: &Stability) -> bool {
        let Some(target_s) = self.budget.and_then(|budget| budget.target_s) else { return false };
        self.on_clock_s().is_some_and(|used_s| stability.is_enough(used_s, target_s, self.phase))
    }

    /// Waits as long as no answer may be given though nothing is left to search.
    pub fn hold(&self) {
        if self.is_pondering() {
            self.control.wait(true);
        }
        if self.limits.is_infinite() {
            self.control.wait(false);
        }
    }
}
