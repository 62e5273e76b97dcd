//! The searcher that others own: a table that lives from move to move, threads, and signals.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use hub_rules::game::Game;
use hub_rules::geometry::Geometry;
use hub_rules::position::{Black, Side, White};
use hub_rules::rules::{Rules, Visitor, dispatch_loaded, dispatch_search};
use hub_rules::spec::RuleSpec;
use hub_rules::variant::{AnyPosition, Variant};
use hub_rules::word::Word;

use crate::control::Control;
use crate::info::{SearchInfo, SearchResult};
use crate::limits::{Limits, Mode};
use crate::root::reversible_history;
use crate::score::Score;
use crate::timer::Timer;
use crate::tt::Table;
use crate::worker::{Shared, Worker};

/// There is no memory for a table of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a transposition table of {hash_mb} MiB")]
pub struct OutOfMemory {
    /// Mebibytes asked for.
    pub hash_mb: usize,
}

/// What is kept from search to search.
struct Memory {
    table: Table,
    /// The rules that the table knows positions of: its keys do not tell them apart.
    rules: Option<RuleSpec>,
}

/// Searches one game at a time. `stop` and `ponder_hit` may be called from any thread at any time, `arm` by whoever
/// is to search next; the other methods wait for a running search to end.
pub struct Searcher {
    control: Control,
    memory: Mutex<Memory>,
    hash_mb: AtomicUsize,
    threads: AtomicUsize,
}

impl Searcher {
    /// A searcher with a table of `hash_mb` mebibytes (at least 1) and so many threads (at least 1).
    pub fn new(hash_mb: usize, threads: usize) -> Result<Self, OutOfMemory> {
        Ok(Searcher {
            control: Control::default(),
            memory: Mutex::new(Memory { table: new_table(hash_mb)?, rules: None }),
            hash_mb: AtomicUsize::new(hash_mb.max(1)),
            threads: AtomicUsize::new(threads.max(1)),
        })
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Size of the table in mebibytes.
    pub fn hash_mb(&self) -> usize {
        self.hash_mb.load(Ordering::Relaxed)
    }
    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    /// Clears earlier signals: from here on stop and ponder hit count for the next search, even before
    /// it has begun. The search's clock starts here.
    pub fn arm(&self) {
        self.control.arm();
    }
    /// Ends the search within a few thousand nodes.
    pub fn stop(&self) {
        self.control.stop();
    }
    /// The expected move was played: the clock starts now.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }
    /// Forgets everything learnt. Fails only when the memory just given back is not to be had again.
    pub fn clear(&self) -> Result<(), OutOfMemory> {
        self.memory().clear(self.hash_mb())
    }
    /// Gives the table another size, in mebibytes; what it held is lost. Without the memory the old table stays.
    pub fn resize(&self, hash_mb: usize) -> Result<(), OutOfMemory> {
        let mut memory = self.memory();
        memory.table = new_table(hash_mb)?;
        self.hash_mb.store(hash_mb.max(1), Ordering::Relaxed);
        Ok(())
    }
    /// Sets the number of threads of the next search.
    pub fn set_threads(&self, threads: usize) {
        self.threads.store(threads.max(1), Ordering::Relaxed);
    }

    /// Searches the game's present position; blocks until there is an answer.
    ///
    /// `on_info` is called from this thread after each finished iteration. A draw by rule is still
    /// searched; only where the position itself ends the game there is no best move.
    /// With one thread and no time limit the result depends on the game, the limits and the table only.
    pub fn search(
        &self,
        game: &Game,
        limits: &Limits,
        mode: Mode,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let mut memory = self.memory();
        let began = self.control.begin();
        let _running = Running(&self.control);
        let variant = game.variant();
        memory.prepare(variant.rules().spec(), self.hash_mb());
        let table = &memory.table;
        let position = game.position();
        let phase = f64::from(position.occupied().count()) / variant.rules().full_board() as f64;
        let is_forced = variant.legal_moves(position).len() == 1;
        let timer = Timer::new(&self.control, began, mode, limits, phase, is_forced);
        let info = if Game::winner(variant, position).is_some() {
            None
        } else {
            let run = Run { game, table, threads: self.threads(), timer: &timer, on_info };
            Some(with_types(variant, run))
        };
        timer.hold();
        let stopped = timer.is_stopped();
        let best = info.as_ref().map(|info| info.pv[0]);
        let ponder = info.as_ref().and_then(|info| info.pv.get(1).copied());
        SearchResult { best, ponder, info, stopped }
    }
}

fn new_table(hash_mb: usize) -> Result<Table, OutOfMemory> {
    Table::new(hash_mb).ok_or(OutOfMemory { hash_mb })
}

impl Memory {
    fn clear(&mut self, hash_mb: usize) -> Result<(), OutOfMemory> {
        // Never two tables at once: the old one goes first.
        self.table = new_table(1)?;
        self.table = new_table(hash_mb)?;
        Ok(())
    }

    /// Makes ready for a search under these rules.
    fn prepare(&mut self, rules: &RuleSpec, hash_mb: usize) {
        if self.rules.as_ref() != Some(rules) {
            if self.rules.is_some() {
                // The memory just given back may not be had again: a small table serves as well, more slowly.
                let _ = self.clear(hash_mb);
            }
            self.rules = Some(rules.clone());
        }
        self.table.start_new_search();
    }
}

/// Ends the search's hold on the signals, by a panic too.
struct Running<'a>(&'a Control);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Runs a visitor for the variant's types, at run time rules where the variant says so.
fn with_types<V: Visitor>(variant: &Variant, visitor: V) -> V::Output {
    if variant.is_builtin() {
        dispatch_search(variant.rules(), visitor)
    } else {
        dispatch_loaded(variant.rules(), visitor)
    }
}

/// One search with all its threads.
struct Run<'a> {
    game: &'a Game,
    table: &'a Table,
    threads: usize,
    timer: &'a Timer<'a>,
    on_info: &'a mut dyn FnMut(&SearchInfo),
}

impl Visitor for Run<'_> {
    type Output = SearchInfo;

    fn visit<G: Geometry, R: Rules>(self, board: G, rules: R, _: bool) -> SearchInfo {
        if self.game.position().white_to_move {
            self.run::<G, R, White>(board, rules)
        } else {
            self.run::<G, R, Black>(board, rules)
        }
    }
}

impl Run<'_> {
    fn run<G: Geometry, R: Rules, S: Side>(self, board: G, rules: R) -> SearchInfo {
        let history = reversible_history(self.game);
        let shared = Shared::<G::Word>::new(self.game.variant().rules(), self.table, history, self.threads);
        thread::scope(|scope| {
            let _ending = EndHelpers(&shared.ended);
            for id in 1..self.threads {
                let (shared, game) = (&shared, self.game);
                let help = move || {
                    let mut worker = Worker::new(board, rules, shared, id, None);
                    let mut root = worker.prepare_root::<S>(game);
                    // However a helper ends, what it found is in the table.
                    let _ = worker.help(&mut root);
                };
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    // The system has no more threads to give: those that there are do the work.
                    break;
                }
            }
            let mut worker = Worker::new(board, rules, &shared, 0, Some(self.timer));
            let mut root = worker.prepare_root::<S>(self.game);
            worker.lead(&mut root, self.timer, self.on_info)
        })
    }
}

/// Ends the helpers when the leader has ended, by a panic too: the scope waits for them.
struct EndHelpers<'a>(&'a AtomicBool);

impl Drop for EndHelpers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The static evaluation of a position, in hundredths of a man for the side to move.
pub fn evaluate(variant: &Variant, position: &AnyPosition) -> i32 {
    struct Evaluate<'a>(&'a Variant, &'a AnyPosition);

    impl Visitor for Evaluate<'_> {
        type Output = i32;
        fn visit<G: Geometry, R: Rules>(self, board: G, rules: R, _: bool) -> i32 {
            if self.1.white_to_move {
                self.value::<G, R, White>(board, rules)
            } else {
                self.value::<G, R, Black>(board, rules)
            }
        }
    }

    impl Evaluate<'_> {
        fn value<G: Geometry, R: Rules, S: Side>(self, board: G, rules: R) -> i32 {
            let evaluation = hub_eval::Evaluation::<G::Word>::new(self.0.rules());
            let pieces = self.1.narrow();
            let value = evaluation.evaluate::<G, R, S>(board, rules, &pieces, evaluation.sum::<S>(&pieces));
            Score::from_eval(value).value()
        }
    }

    with_types(variant, Evaluate(variant, position))
}
