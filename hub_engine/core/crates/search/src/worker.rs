//! What one thread of a search owns and reads: the board and rules as types, its frames, its counters.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hub_eval::{Evaluation, Pair};
use hub_rules::draws::{DrawCounts, DrawRules};
use hub_rules::geometry::Geometry;
use hub_rules::movegen::Captures;
use hub_rules::position::{Move, Side, State};
use hub_rules::rules::Rules;
use hub_rules::ruleset::RuleSet;
use hub_rules::spec::{MAX_LIMITS, NoMove};
use hub_rules::word::Word;
use hub_rules::zobrist::{self, Key};
use smallvec::SmallVec;

use crate::ordering::History;
use crate::score::Score;
use crate::timer::Timer;
use crate::tt::Table;

/// The search was ended from outside or by a limit; whatever is under way counts for nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aborted;

/// A score, or nothing because the search is over.
pub(crate) type Searched = Result<Score, Aborted>;

/// Nodes between two looks at the clock and the signals.
const POLL_NODES: u64 = 1024;
/// The first iteration is not interrupted before this many nodes, so that there is a move to answer with.
const GRACE_NODES: u64 = 20_000;

/// A position in the tree.
pub(crate) struct Node<W, S> {
    pub state: State<W, S>,
    /// The evaluation's running sum.
    pub sum: Pair,
    /// Key of pieces and side to move only; kept up only where the table is used.
    pub key: Key,
}

/// What belongs to one ply of the line being searched.
pub(crate) struct Frame<W: Word> {
    pub list: Captures<W>,
    /// Ranks of the moves in `list`.
    pub ranks: SmallVec<[u16; 64]>,
    /// The principal variation from here.
    pub pv: Vec<Move<W>>,
    /// Full key of the position.
    pub key: Key,
    pub counts: DrawCounts,
    /// Plies since the last capture, man's move or unknown move: how far back a repetition can lie.
    pub reversible: usize,
}

impl<W: Word> Default for Frame<W> {
    fn default() -> Self {
        Frame {
            list: Captures::new(),
            ranks: SmallVec::new(),
            pv: Vec::new(),
            key: 0,
            counts: [0; MAX_LIMITS],
            reversible: 0,
        }
    }
}

/// What all threads of one search share.
pub(crate) struct Shared<'a, W> {
    pub table: &'a Table,
    pub evaluation: Evaluation<W>,
    pub draws: DrawRules<W>,
    /// Being without a move wins.
    pub no_move_wins: bool,
    /// Keys of the game before the root, the latest last, back to the last move that cannot be undone.
    pub history: Vec<Key>,
    /// All threads are to end.
    pub ended: AtomicBool,
    /// Nodes, a count for each thread, brought up to date at each poll.
    pub nodes: Vec<AtomicU64>,
}

impl<'a, W: Word> Shared<'a, W> {
    pub fn new(rules: &RuleSet, table: &'a Table, history: Vec<Key>, threads: usize) -> Self {
        Shared {
            table,
            evaluation: Evaluation::new(rules),
            draws: rules.draw_rules(),
            no_move_wins: rules.spec().objective.no_move == NoMove::Wins,
            history,
            ended: AtomicBool::new(false),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a, G: Geometry, R: Rules> {
    pub board: G,
    pub rules: R,
    pub shared: &'a Shared<'a, G::Word>,
    /// Number of the thread; 0 leads.
    pub id: usize,
    /// The leading thread's clock and signals.
    pub timer: Option<&'a Timer<'a>>,
    pub history: History<G::Word>,
    pub frames: Vec<Frame<G::Word>>,
    pub nodes: u64,
    pub seldepth: usize,
    pub leaves: u64,
    pub leaf_plies: u64,
    /// The score on its way up rests on a draw by the line played, not by the position.
    pub path_dependent: bool,
    poll_at: u64,
}

impl<'a, G: Geometry, R: Rules> Worker<'a, G, R> {
    pub fn new(
        board: G,
        rules: R,
        shared: &'a Shared<'a, G::Word>,
        id: usize,
        timer: Option<&'a Timer<'a>>,
    ) -> Self {
        Worker {
            board,
            rules,
            shared,
            id,
            timer,
            history: History::new(),
            frames: Vec::new(),
            nodes: 0,
            seldepth: 0,
            leaves: 0,
            leaf_plies: 0,
            path_dependent: false,
            poll_at: GRACE_NODES,
        }
    }

    /// Makes sure that the frame of a ply exists.
    #[inline(always)]
    pub fn reserve(&mut self, ply: usize) {
        if self.frames.len() <= ply {
            self.frames.resize_with(ply + 1, Frame::default);
        }
    }

    /// Counts a node, and looks at the clock and the signals from time to time.
    #[inline(always)]
    pub fn enter(&mut self) -> Result<(), Aborted> {
        self.nodes += 1;
        if self.nodes >= self.poll_at { self.poll() } else { Ok(()) }
    }

    /// Looks at the clock and the signals, and ends the grace of the first iteration.
    #[cold]
    pub fn poll(&mut self) -> Result<(), Aborted> {
        self.publish_nodes();
        self.poll_at = self.nodes + POLL_NODES;
        if self.shared.ended.load(Ordering::Relaxed) {
            return Err(Aborted);
        }
        let Some(timer) = self.timer else { return Ok(()) };
        let total = self.shared.total_nodes();
        if let Some(limit) = timer.limits().nodes {
            if total >= limit {
                return Err(Aborted);
            }
            self.poll_at = self.poll_at.min(self.nodes + (limit - total));
        }
        if timer.must_stop() { Err(Aborted) } else { Ok(()) }
    }

    pub fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }

    /// Takes note of a leaf.
    #[inline(always)]
    pub fn leaf(&mut self, ply: usize) {
        self.leaves += 1;
        self.leaf_plies += ply as u64;
        if ply > self.seldepth {
            self.seldepth = ply;
        }
    }

    /// The position after a move; with its key if `keyed`.
    #[inline(always)]
    pub fn child<S: Side>(
        &self,
        node: &Node<G::Word, S>,
        mv: &Move<G::Word>,
        keyed: bool,
    ) -> Node<G::Word, S::Opponent> {
        let position = &node.state.position;
        let key =
            if keyed { zobrist::key_after::<R, G::Word, S>(self.rules, node.key, position, mv) } else { 0 };
        if keyed {
            self.shared.table.prefetch(key);
        }
        Node {
            state: node.state.after(self.board, self.rules, mv),
            sum: self.shared.evaluation.sum_after::<R, S>(self.rules, node.sum, position, mv),
            key,
        }
    }

    /// The value of a position by evaluation alone.
    #[inline(always)]
    pub fn evaluate<S: Side>(&self, node: &Node<G::Word, S>) -> Score {
        let value = self.shared.evaluation.evaluate::<G, R, S>(
            self.board,
            self.rules,
            &node.state.position,
            node.sum,
        );
        Score::from_eval(value)
    }

    /// The score of a side that has no move.
    #[inline(always)]
    pub fn no_move(&self, ply: usize) -> Score {
        if self.shared.no_move_wins { Score::win_at(ply) } else { Score::loss_at(ply) }
    }

    /// The end of the game by a king, where that ends it.
    #[inline(always)]
    pub fn won_by_king<S: Side>(&self, node: &Node<G::Word, S>, ply: usize) -> Option<Score> {
        let position = &node.state.position;
        if !position.is_ended_by_king(self.rules.word()) {
            return None;
        }
        let ours = position.us.meets(position.kings);
        Some(if ours { Score::win_at(ply) } else { Score::loss_at(ply) })
    }
}
