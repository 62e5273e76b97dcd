//! Stop and ponder-hit: signals from any thread to a running search, and when its clock began.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

#[derive(Default)]
struct Signals {
    /// When the search was announced; none: not since the last one.
    armed_at: Option<Instant>,
    hit_at: Option<Instant>,
    stopped: bool,
}

/// The signals of one searcher.
#[derive(Default)]
pub(crate) struct Control {
    signals: Mutex<Signals>,
    changed: Condvar,
    /// Copies for the search to look at without the lock.
    stopped: AtomicBool,
    hit: AtomicBool,
}

impl Control {
    fn lock(&self) -> MutexGuard<'_, Signals> {
        self.signals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets earlier signals; those from here on count for the next search.
    pub fn arm(&self) {
        let mut signals = self.lock();
        *signals = Signals { armed_at: Some(Instant::now()), ..Signals::default() };
        self.stopped.store(false, Ordering::Relaxed);
        self.hit.store(false, Ordering::Relaxed);
    }

    /// Begins a search: when it was armed, or now.
    pub fn begin(&self) -> Instant {
        if self.lock().armed_at.is_none() {
            self.arm();
        }
        self.lock().armed_at.unwrap_or_else(Instant::now)
    }

    /// Ends a search: later signals reach nobody until the next is armed.
    pub fn end(&self) {
        self.lock().armed_at = None;
    }

    pub fn stop(&self) {
        let mut signals = self.lock();
        signals.stopped = true;
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    pub fn ponder_hit(&self) {
        let mut signals = self.lock();
        signals.hit_at.get_or_insert_with(Instant::now);
        self.hit.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// When the ponder hit came, if it has.
    #[inline]
    pub fn hit_at(&self) -> Option<Instant> {
        if self.hit.load(Ordering::Relaxed) { self.lock().hit_at } else { None }
    }

    /// Waits for a stop or, if `hit_counts`, a ponder hit.
    pub fn wait(&self, hit_counts: bool) {
        let signals = self.lock();
        let waiting = |signals: &mut Signals| !(signals.stopped || hit_counts && signals.hit_at.is_some());
        drop(self.changed.wait_while(signals, waiting).unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_count_from_arming_on() {
        let control = Control::default();
        control.stop();
        control.begin();
        assert!(!control.is_stopped(), "a stop without a search is forgotten");
        control.end();
        control.arm();
        control.stop();
        control.ponder_hit();
        control.begin();
        assert!(control.is_stopped() && control.hit_at().is_some(), "signals may come before the search");
        control.wait(false);
        control.end();
        control.begin();
        assert!(!control.is_stopped() && control.hit_at().is_none());
    }

    #[test]
    fn a_waiting_search_wakes() {
        let control = Control::default();
        control.begin();
        std::thread::scope(|scope| {
            scope.spawn(|| control.wait(true));
            control.ponder_hit();
        });
        std::thread::scope(|scope| {
            scope.spawn(|| control.wait(false));
            control.stop();
        });
    }
}
