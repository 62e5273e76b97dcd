//! The inner nodes: principal variation search with reductions and a shallow test for cutoffs.

use hub_rules::geometry::Geometry;
use hub_rules::movegen::{can_capture, state_moves_into};
use hub_rules::position::{Move, Side};
use hub_rules::rules::Rules;
use hub_rules::word::Word;
use hub_rules::zobrist::{Key, extras_key};

use crate::ordering::{TABLE_MOVE, capture_rank};
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Entry, PackedMove};
use crate::worker::{Node, Searched, Worker};

/// The table is used from this depth on: below, the look-up costs more than the search it saves.
const TABLE_DEPTH: i32 = 2;
/// Least depth of the shallow test. From depth 3 on it lost (-66 +-27 Elo at 20,000 nodes a move): with this
/// evaluation a search of one or two plies is wrong too often.
const PROBCUT_DEPTH: i32 = 6;
/// The shallow test goes to this share of the depth, in percent.
const PROBCUT_PERCENT: i32 = 40;
/// The shallow test must beat beta by this a ply of depth.
const PROBCUT_MARGIN: i32 = 15;
/// Least depth of a reduced move.
const REDUCTION_DEPTH: i32 = 2;

/// What a node is asked.
#[derive(Clone, Copy)]
pub(crate) struct Query {
    pub depth: i32,
    pub ply: usize,
    pub alpha: Score,
    pub beta: Score,
    /// Inside a shallow test none is begun.
    pub may_test: bool,
}

impl Query {
    #[inline(always)]
    fn is_pv(&self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }

    /// The same for a reply, seen by the opponent.
    #[inline(always)]
    pub fn below(&self, depth: i32, alpha: Score, beta: Score) -> Self {
        Query { depth, ply: self.ply + 1, alpha: -beta, beta: -alpha, may_test: self.may_test }
    }
}

/// Plies by which the search of a quiet move is shortened; `i`: its number in the order.
#[inline(always)]
pub(crate) fn reduction(is_pv: bool, i: usize) -> i32 {
    match (is_pv, i) {
        (true, 0..=2) | (false, 0) => 0,
        (true, _) | (false, 1..=3) => 1,
        (false, _) => 2,
    }
}

/// True when a move takes something, unless taking is all that there is to do.
#[inline(always)]
pub(crate) fn is_tactical<R: Rules, W: Word>(rules: R, mv: &Move<W>) -> bool {
    mv.is_capture() && !rules.word().only_captures() || R::MAY_HUFF && mv.huffed().is_some()
}

impl<W: Word, S: Side> Node<W, S> {
    /// The key that identifies the position with all that belongs to it.
    #[inline(always)]
    pub fn full_key(&self) -> Key {
        self.key ^ extras_key(&self.state)
    }
}

impl<G: Geometry, R: Rules> Worker<'_, G, R> {
    /// The score of a position below the root.
    pub fn search<S: Side>(&mut self, node: &Node<G::Word, S>, query: Query) -> Searched {
        let Query { depth, ply, alpha, beta, may_test } = query;
        debug_assert!(alpha < beta && ply > 0);
        let is_pv = query.is_pv();
        if is_pv {
            self.frames[ply].pv.clear();
        }
        if depth <= 0 {
            return self.quiesce(node, ply, alpha, beta, true);
        }
        self.enter()?;
        if let Some(score) = self.won_by_king(node, ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate(node));
        }

        // Draws by the line played, and what the table knows.
        let mut table_move = PackedMove::NONE;
        let key = node.full_key();
        if depth >= TABLE_DEPTH {
            self.frames[ply].key = key;
            if self.is_drawn(node, ply) {
                self.path_dependent = true;
                return Ok(Score::DRAW);
            }
            if let Some(entry) = self.shared.table.probe(key) {
                table_move = entry.mv;
                if !is_pv && let Some(score) = cutoff(&entry, &query) {
                    return Ok(score);
                }
            }
        }

        // A shallow search that beats beta by a margin is believed. This is what null move is elsewhere:
        // in draughts having to move often loses, so passing proves nothing.
        if may_test && !is_pv && depth >= PROBCUT_DEPTH && beta.value().abs() < Score::EVAL_LIMIT {
            let margin = PROBCUT_MARGIN * depth;
            let test = beta + margin;
            let shallow = Query {
                depth: depth * PROBCUT_PERCENT / 100,
                alpha: test - 1,
                beta: test,
                may_test: false,
                ..query
            };
            let score = self.search(node, shallow)?;
            if score >= test {
                return Ok(if score.is_win() { score } else { score - margin });
            }
        }

        self.list_moves(node, ply, table_move);
        let count = self.frames[ply].list.moves.len();
        if count == 0 {
            return Ok(self.no_move(ply));
        }
        self.search_moves(
            node,
            Query { depth: if count == 1 { depth + 1 } else { depth }, ..query },
            depth,
            key,
        )
    }

    /// Tries the moves listed at this ply; `full.depth` counts a forced move's extension, `depth` does not.
    #[inline(always)]
    fn search_moves<S: Side>(
        &mut self,
        node: &Node<G::Word, S>,
        full: Query,
        depth: i32,
        key: Key,
    ) -> Searched {
        let Query { ply, beta, .. } = full;
        let is_pv = full.is_pv();
        let mut alpha = full.alpha;
        let mut best = -Score::INFINITY;
        let mut best_move = PackedMove::NONE;
        let outer = std::mem::replace(&mut self.path_dependent, false);
        let keyed = full.depth > TABLE_DEPTH;
        let mut i = 0;
        while i < self.frames[ply].list.moves.len() {
            let mv = self.next_move(ply, i);
            let child = self.child(node, &mv, keyed);
            if keyed {
                self.push_path(node, &child, &mv, ply);
            } else {
                self.reserve(ply + 1);
            }
            let is_tactical = is_tactical(self.rules, &mv) || mv.crowns();
            let reduced = if depth >= REDUCTION_DEPTH && !is_tactical { reduction(is_pv, i) } else { 0 };
            let score = self.search_move(&child, full, alpha, reduced, i == 0)?;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = PackedMove::new(&mv);
                    if is_pv {
                        self.extend_pv(ply, mv);
                    }
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
            i += 1;
        }
        if best >= beta {
            self.learn(ply, i);
        }

        // A draw by the line played holds for this line only, so it is not remembered.
        let rests_on_path = self.path_dependent && best == Score::DRAW;
        if depth >= TABLE_DEPTH && !rests_on_path {
            let bound = match (best >= beta, best > full.alpha) {
                (true, _) => Bound::Lower,
                (false, true) => Bound::Exact,
                (false, false) => Bound::Upper,
            };
            let entry =
                Entry { mv: best_move, score: best.to_table(ply), depth: depth.min(255) as u8, bound };
            self.shared.table.store(key, entry);
        }
        self.path_dependent = outer || rests_on_path;
        Ok(best)
    }

    /// One move of a principal variation search: the first with the full window, the others must prove
    /// themselves with an empty one.
    #[inline(always)]
    pub fn search_move<S: Side>(
        &mut self,
        child: &Node<G::Word, S>,
        query: Query,
        alpha: Score,
        reduced: i32,
        is_first: bool,
    ) -> Searched {
        let depth = query.depth - 1;
        let beta = query.beta;
        if is_first {
            return Ok(-self.search(child, query.below(depth, alpha, beta))?);
        }
        if query.is_pv() {
            // An empty window has no line of its own: that of an earlier move is not to be taken for it.
            self.frames[query.ply + 1].pv.clear();
        }
        let mut score = -self.search(child, query.below(depth - reduced, alpha, alpha + 1))?;
        if score > alpha && reduced > 0 {
            score = -self.search(child, query.below(depth, alpha, alpha + 1))?;
        }
        if score > alpha && score < beta {
            score = -self.search(child, query.below(depth, alpha, beta))?;
        }
        Ok(score)
    }

    /// Lists and ranks the moves at a ply.
    #[inline(always)]
    pub fn list_moves<S: Side>(&mut self, node: &Node<G::Word, S>, ply: usize, table_move: PackedMove) {
        let position = &node.state.position;
        let frame = &mut self.frames[ply];
        state_moves_into::<G, R, S>(self.board, self.rules, &node.state, &mut frame.list);
        frame.ranks.clear();
        for mv in &frame.list.moves {
            let rank = if table_move.is_some() && PackedMove::new(mv) == table_move {
                TABLE_MOVE
            } else if is_tactical(self.rules, mv) {
                capture_rank::<R, _>(position, mv)
            } else {
                self.history.rank(mv)
            };
            frame.ranks.push(rank);
        }
    }

    /// Brings the best move from `i` on to place `i`.
    #[inline(always)]
    fn next_move(&mut self, ply: usize, i: usize) -> Move<G::Word> {
        let frame = &mut self.frames[ply];
        let ranks = &mut frame.ranks[..];
        let mut best = i;
        for j in i + 1..ranks.len() {
            if ranks[j] > ranks[best] {
                best = j;
            }
        }
        ranks.swap(i, best);
        let moves = &mut frame.list.moves[..];
        moves.swap(i, best);
        moves[i]
    }

    /// Adjusts the chances of the moves tried: the one at `last` cut off, those before it did not.
    #[inline(always)]
    fn learn(&mut self, ply: usize, last: usize) {
        let moves = &self.frames[ply].list.moves;
        if moves.len() < 2 || is_tactical(self.rules, &moves[last]) {
            return;
        }
        self.history.reward(&moves[last]);
        for mv in &moves[..last] {
            self.history.punish(mv);
        }
    }

    /// Puts a move before the principal variation of the next ply.
    pub fn extend_pv(&mut self, ply: usize, mv: Move<G::Word>) {
        let (head, tail) = self.frames.split_at_mut(ply + 1);
        let pv = &mut head[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&tail[0].pv);
    }

    /// Prepares the next ply's frame: what draws depend on.
    #[inline(always)]
    pub fn push_path<S: Side>(
        &mut self,
        node: &Node<G::Word, S>,
        child: &Node<G::Word, S::Opponent>,
        mv: &Move<G::Word>,
        ply: usize,
    ) {
        self.reserve(ply + 1);
        let (before, after) = (&node.state.position, &child.state.position);
        let counts = self.shared.draws.advanced(&self.frames[ply].counts, before, mv, after, || {
            can_capture::<G, R, S::Opponent>(self.board, self.rules, after)
        });
        let is_king = before.kings.meets(G::Word::bit(mv.from()));
        let is_reversible = mv.is_reversible(self.rules.word(), is_king);
        let reversible = if is_reversible { self.frames[ply].reversible + 1 } else { 0 };
        let frame = &mut self.frames[ply + 1];
        frame.counts = counts;
        frame.reversible = reversible;
    }

    /// True when the line has come back to an earlier position, or a counted limit has run out.
    #[inline(always)]
    fn is_drawn<S: Side>(&mut self, node: &Node<G::Word, S>, ply: usize) -> bool {
        let frame = &self.frames[ply];
        if frame.reversible >= 4 && self.shared.draws.repetition > 0 && self.is_repeated(ply) {
            return true;
        }
        if self.shared.draws.reached(&frame.counts).is_none() {
            return false;
        }
        // A game won on the limit's last ply is won.
        self.list_moves(node, ply, PackedMove::NONE);
        !self.frames[ply].list.moves.is_empty()
    }

    #[cold]
    fn is_repeated(&self, ply: usize) -> bool {
        let key = self.frames[ply].key;
        let line = self.frames[..ply].iter().rev().map(|frame| frame.key);
        let earlier = line.chain(self.shared.history.iter().rev().copied());
        earlier.take(self.frames[ply].reversible).skip(3).step_by(2).any(|earlier| earlier == key)
    }
}

/// The score that a table entry settles the query with.
#[inline(always)]
fn cutoff(entry: &Entry, query: &Query) -> Option<Score> {
    let score = Score::from_table(entry.score, query.ply);
    let is_proven =
        score.is_win() && entry.bound != Bound::Upper || score.is_loss() && entry.bound != Bound::Lower;
    if i32::from(entry.depth) < query.depth && !is_proven {
        return None;
    }
    let holds = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= query.beta,
        Bound::Upper => score <= query.alpha,
    };
    holds.then_some(score)
}
