//! Iterative deepening from the root: the leading thread reports and decides when it is enough,
//! the others fill the table.

use hub_rules::game::Game;
use hub_rules::geometry::Geometry;
use hub_rules::position::{Move, Side};
use hub_rules::rules::Rules;
use hub_rules::variant::{AnyMove, AnyPosition, widen_move};
use hub_rules::word::{Wide, Word};
use hub_rules::zobrist::{self, Key};

use crate::clock::Stability;
use crate::info::SearchInfo;
use crate::limits::Mode;
use crate::score::Score;
use crate::search::{Query, is_tactical, reduction};
use crate::timer::Timer;
use crate::tt::PackedMove;
use crate::worker::{Aborted, Node, Searched, Worker};

/// Last iteration.
const MAX_DEPTH: u32 = 100;
/// First iteration with a narrow window around the last score.
const WINDOW_DEPTH: u32 = 4;
/// Half the window's first width; it doubles on each failure.
const WINDOW: i32 = 10;
/// A window wider than this is opened altogether.
const WIDEST_WINDOW: i32 = 500;

/// A root position with the moves to try, best first.
pub(crate) struct Root<W, S> {
    pub node: Node<W, S>,
    pub moves: Vec<Move<W>>,
}

/// The best line found so far.
struct Line {
    depth: u32,
    score: Score,
    pv: Vec<AnyMove>,
}

/// The root node of a position.
pub(crate) fn root_node<G: Geometry, R: Rules, S: Side>(
    worker: &Worker<'_, G, R>,
    position: &AnyPosition,
) -> Node<G::Word, S> {
    let state = position.state::<G::Word, S>();
    Node {
        sum: worker.shared.evaluation.sum::<S>(&state.position),
        key: zobrist::key::<G::Word, S>(&state.position),
        state,
    }
}

/// Keys of the game's positions before the present one, back to the last move that cannot be undone.
pub(crate) fn reversible_history(game: &Game) -> Vec<Key> {
    let word = game.variant().rules().word();
    let mut kings = game.position().kings;
    let mut plies = 0;
    for mv in game.moves().iter().rev() {
        let (from, to) = (Wide::bit(mv.from()), Wide::bit(mv.to()));
        let is_king = kings.meets(to);
        if !mv.is_reversible(word, is_king) {
            break;
        }
        if is_king {
            kings ^= from | to;
        }
        plies += 1;
    }
    let keys = game.keys();
    let present = keys.len() - 1;
    keys.skip(present - plies).take(plies).collect()
}

impl<G: Geometry, R: Rules> Worker<'_, G, R> {
    /// Sets up the frame of the root and lists its moves.
    pub fn prepare_root<S: Side>(&mut self, game: &Game) -> Root<G::Word, S> {
        let node = root_node::<G, R, S>(self, game.position());
        self.reserve(1);
        let frame = &mut self.frames[0];
        frame.key = node.full_key();
        frame.counts = *game.counts();
        frame.reversible = self.shared.history.len();
        let table_move = self.shared.table.probe(node.full_key()).map_or(PackedMove::NONE, |entry| entry.mv);
        self.list_moves(&node, 0, table_move);
        let frame = &self.frames[0];
        let mut order: Vec<usize> = (0..frame.ranks.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(frame.ranks[i]));
        let moves = order.iter().map(|&i| frame.list.moves[i]).collect();
        Root { node, moves }
    }

    /// Searches all root moves to a depth; the best so far is kept first, its line in the root's frame.
    fn search_root<S: Side>(
        &mut self,
        root: &mut Root<G::Word, S>,
        depth: u32,
        alpha: Score,
        beta: Score,
        line: &mut Line,
    ) -> Searched {
        self.enter()?;
        let plies = depth as i32 + i32::from(root.moves.len() == 1);
        let query = Query { depth: plies, ply: 0, alpha, beta, may_test: true };
        let mut best = -Score::INFINITY;
        let mut bound = alpha;
        for i in 0..root.moves.len() {
            let mv = root.moves[i];
            let child = self.child(&root.node, &mv, true);
            self.push_path(&root.node, &child, &mv, 0);
            let is_tactical = is_tactical(self.rules, &mv) || mv.crowns();
            let reduced = if plies >= 2 && !is_tactical { reduction(true, i) } else { 0 };
            let score = self.search_move(&child, query, bound, reduced, i == 0)?;
            if score > best {
                best = score;
                if score > bound {
                    bound = score;
                    self.extend_pv(0, mv);
                    root.moves[..=i].rotate_right(1);
                    line.depth = depth;
                    line.score = score;
                    line.pv = self.frames[0].pv.iter().map(widen_move).collect();
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        Ok(best)
    }

    /// One iteration, with a narrow window around the last score where that is likely to hold.
    fn search_window<S: Side>(
        &mut self,
        root: &mut Root<G::Word, S>,
        depth: u32,
        line: &mut Line,
    ) -> Searched {
        let last = line.score;
        let mut width = WINDOW;
        while depth >= WINDOW_DEPTH && last.is_eval() && width <= WIDEST_WINDOW {
            let (alpha, beta) = (last - width, last + width);
            let score = self.search_root(root, depth, alpha, beta, line)?;
            if alpha < score && score < beta {
                return Ok(score);
            }
            width *= 2;
        }
        self.search_root(root, depth, -Score::INFINITY, Score::INFINITY, line)
    }

    /// Deepens until a limit, a stop or a proven result; reports each iteration.
    pub fn lead<S: Side>(
        &mut self,
        root: &mut Root<G::Word, S>,
        timer: &Timer<'_>,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        let is_forced = root.moves.len() == 1;
        // Something legal to answer with, should even the first iteration be stopped.
        let mut line =
            Line { depth: 1, score: self.evaluate(&root.node), pv: vec![widen_move(&root.moves[0])] };
        let mut stability = Stability::new();
        let last_depth = timer.limits().depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH));
        for depth in 1..=last_depth {
            let best_before = line.pv[0];
            let finished = self.search_window(root, depth, &mut line);
            self.publish_nodes();
            if finished.is_err() {
                break;
            }
            line.depth = depth;
            on_info(&self.info(&line, timer));
            stability.update(line.pv[0] == best_before);
            let is_proven = line.score.win_plies().is_some_and(|plies| plies.unsigned_abs() <= depth);
            let answers = timer.mode() != Mode::Analyze;
            if answers && (is_proven || is_forced && !timer.is_pondering())
                || timer.is_enough(&stability)
                || self.poll().is_err()
            {
                break;
            }
        }
        self.info(&line, timer)
    }

    /// Deepens without a word until the search ends; every second helper runs one ply ahead.
    pub fn help<S: Side>(&mut self, root: &mut Root<G::Word, S>) -> Result<(), Aborted> {
        let mut line = Line { depth: 1, score: Score::DRAW, pv: Vec::new() };
        for depth in 1..=MAX_DEPTH {
            self.search_window(root, depth + self.id as u32 % 2, &mut line)?;
            self.poll()?;
        }
        Ok(())
    }

    fn info(&self, line: &Line, timer: &Timer<'_>) -> SearchInfo {
        SearchInfo {
            depth: line.depth,
            seldepth: self.seldepth.max(line.pv.len()) as u32,
            mean_depth: self.leaf_plies as f64 / self.leaves.max(1) as f64,
            score: line.score.value(),
            win_plies: line.score.win_plies(),
            nodes: self.shared.total_nodes(),
            time_s: timer.elapsed_s(),
            pv: line.pv.clone(),
        }
    }
}
