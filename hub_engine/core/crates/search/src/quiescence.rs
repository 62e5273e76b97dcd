//! The search below the last full ply: captures, which are forced, until the position is quiet.

use hub_rules::each_direction;
use hub_rules::geometry::Geometry;
use hub_rules::movegen::{can_capture, captures_into, for_each_quiet};
use hub_rules::position::{Move, Position, Side};
use hub_rules::rules::Rules;
use hub_rules::word::Word;

use crate::score::{MAX_PLY, Score};
use crate::worker::{Node, Searched, Worker};

/// True when a man can crown by a quiet move.
#[inline(always)]
fn can_crown<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> bool {
    let free = board.playable() & !position.occupied() & S::promotion_row(board);
    let mut can = false;
    each_direction!(S::directions(rules.word().man_move()) & G::DIRECTIONS, _D, O, {
        can |= position.our_men().meets(board.step::<O>(free));
    });
    can
}

/// True when some piece can move quietly.
#[inline(always)]
fn has_quiet<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    barred: G::Word,
) -> bool {
    let empty = board.playable() & !position.occupied();
    let mut can = false;
    each_direction!(S::directions(rules.word().man_move()) & G::DIRECTIONS, _D, O, {
        can |= position.our_men().meets(board.step::<O>(empty));
    });
    if can {
        return true;
    }
    let kings = position.our_kings() & !barred;
    each_direction!(S::directions(rules.word().king_move()) & G::DIRECTIONS, _D, O, {
        can |= kings.meets(board.step::<O>(empty));
    });
    can
}

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
}
