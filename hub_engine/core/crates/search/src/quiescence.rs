//! The search below the last full ply: captures, which are forced, until the position is quiet.

use hub_rules::geometry::Geometry;
use hub_rules::movegen::{
    can_capture, can_crown, captures_into, for_each_quiet, has_quiet, state_moves_into,
};
use hub_rules::position::{Move, Side};
use hub_rules::rules::Rules;
use hub_rules::word::Word;

use crate::score::{MAX_PLY, Score};
use crate::worker::{Node, Searched, Worker};

/// Worth of the piece that the side to move may huff, in hundredths of a man.
const HUFF: i32 = 80;

impl<G: Geometry, R: Rules> Worker<'_, G, R> {
    /// The score with captures played out.
    ///
    /// `tests_threats`: in a quiet position where the opponent threatens to capture, look at every move once
    /// instead of believing the evaluation. Asked on the first ply only: behind captures it cost more than
    /// it saw (-39 +-28 Elo at 8,000 nodes a move).
    pub fn quiesce<S: Side>(
        &mut self,
        node: &Node<G::Word, S>,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        tests_threats: bool,
    ) -> Searched {
        self.enter()?;
        if let Some(score) = self.won_by_king(node, ply) {
            return Ok(score);
        }
        self.reserve(ply);
        let (board, rules, position) = (self.board, self.rules, &node.state.position);
        if R::MAY_HUFF && rules.word().huffing() {
            return self.quiesce_unforced(node, ply, alpha, beta);
        }
        if rules.word().only_captures() {
            // Where every move captures none of them is forcing, and there is nothing to wait for.
            if !can_capture::<G, R, S>(board, rules, position)
                && !has_quiet::<G, R, S>(board, rules, position, G::Word::EMPTY)
            {
                return Ok(self.no_move(ply));
            }
            self.leaf(ply);
            return Ok(self.evaluate(node));
        }
        captures_into::<G, R, S>(board, rules, position, &mut self.frames[ply].list);
        if self.frames[ply].list.moves.is_empty() {
            let barred = node.state.runs.barred::<R, S, G::Word>(rules, position);
            if rules.word().king_wins() && can_crown::<G, R, S>(board, rules, position) {
                return Ok(Score::win_at(ply + 1));
            }
            if !has_quiet::<G, R, S>(board, rules, position, barred) {
                return Ok(self.no_move(ply));
            }
            if !tests_threats
                || !can_capture::<G, R, S::Opponent>(board, rules, &position.passed())
                || ply >= MAX_PLY
            {
                self.leaf(ply);
                return Ok(self.evaluate(node));
            }
            let list = &mut self.frames[ply].list.moves;
            for_each_quiet::<G, R, S>(board, rules, position, barred, |from, to, crowns| {
                list.push(Move::new(from.lowest(), to.lowest(), G::Word::EMPTY, crowns));
            });
        }
        let mut best = -Score::INFINITY;
        let mut i = 0;
        while let Some(&mv) = self.frames[ply].list.moves.get(i) {
            i += 1;
            let child = self.child(node, &mv, false);
            let score = -self.quiesce(&child, ply + 1, -beta, -alpha, false)?;
            if score > best {
                best = score;
                if score > alpha {
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        Ok(best)
    }

    /// The same where captures need not be made: none of them is, or the best of them for the side to move.
    fn quiesce_unforced<S: Side>(
        &mut self,
        node: &Node<G::Word, S>,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Searched {
        state_moves_into::<G, R, S>(self.board, self.rules, &node.state, &mut self.frames[ply].list);
        if self.frames[ply].list.moves.is_empty() {
            return Ok(self.no_move(ply));
        }
        self.leaf(ply);
        let mut best = self.evaluate(node) + if node.state.huffable.is_empty() { 0 } else { HUFF };
        alpha = alpha.max(best);
        self.frames[ply].list.moves.retain(|mv| mv.is_capture());
        let mut i = 0;
        while alpha < beta
            && ply < MAX_PLY
            && let Some(&mv) = self.frames[ply].list.moves.get(i)
        {
            i += 1;
            let child = self.child(node, &mv, false);
            best = best.max(-self.quiesce(&child, ply + 1, -beta, -alpha, false)?);
            alpha = alpha.max(best);
        }
        Ok(best)
    }
}
