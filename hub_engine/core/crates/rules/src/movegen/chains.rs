//! Chains of jumps, walked one by one.

use std::marker::PhantomData;

use super::captures::{Captures, FIRST_TAKEN, rank};
use super::jumps::men_and_parachutists;
use crate::each_direction;
use crate::geometry::Geometry;
use crate::position::{Move, Position, Side};
use crate::rule_word::Precedence;
use crate::rules::Rules;
use crate::word::{Bits, Word};

/// Out of line, so that the list's frame is not part of every node's.
#[inline(never)]
pub(super) fn count_chains<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    men: G::Word,
    kings: G::Word,
) -> u64 {
    let mut captures = Captures::new();
    list_chains::<G, R, S>(board, rules, position, men, kings, &mut captures);
    captures.moves.len() as u64
}

/// Walks every chain of jumps of `men` and of `kings`.
#[inline(never)]
pub(super) fn list_chains<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    men: G::Word,
    kings: G::Word,
    captures: &mut Captures<G::Word>,
) {
    let parachutists = men_and_parachutists::<G, S>(board, rules.word(), position).1;
    for origin in Bits(men) {
        let mut walk = Walk::<G, R, S>::new(board, rules, position, origin, captures);
        if origin.meets(parachutists) {
            walk.parachutist();
        } else {
            walk.man(origin, G::Word::EMPTY, 0);
        }
    }
    for origin in Bits(kings) {
        let mut walk = Walk::<G, R, S>::new(board, rules, position, origin, captures);
        walk.king(origin.lowest(), G::Word::EMPTY, 0, NO_DIRECTION, true);
    }
}

const NO_DIRECTION: usize = 8;

/// One piece on its way through a chain of jumps.
struct Walk<'a, G: Geometry, R, S> {
    board: G,
    rules: R,
    captures: &'a mut Captures<G::Word>,
    origin: G::Word,
    /// Everything on the board but the moving piece.
    occupied: G::Word,
    /// The opponent's pieces.
    them: G::Word,
    /// Those with a free square behind them, per direction of a king's jump, while nothing has been removed.
    jumpable: [G::Word; 8],
    kings: G::Word,
    /// The man has been crowned on the way.
    crowned: bool,
    side: PhantomData<S>,
}

impl<'a, G: Geometry, R: Rules, S: Side> Walk<'a, G, R, S> {
    #[inline(always)]
    fn new(
        board: G,
        rules: R,
        position: &Position<G::Word>,
        origin: G::Word,
        captures: &'a mut Captures<G::Word>,
    ) -> Self {
        let occupied = position.occupied() & !origin;
        let free = board.playable() & !occupied;
        let mut jumpable = [G::Word::EMPTY; 8];
        each_direction!(S::directions(rules.word(), rules.word().king_capture()) & G::DIRECTIONS, D, O, {
            jumpable[D] = position.them & board.step::<O>(free);
        });
        Walk {
            board,
            rules,
            captures,
            origin,
            occupied,
            them: position.them,
            jumpable,
            kings: position.kings,
            crowned: false,
            side: PhantomData,
        }
    }

    /// What stands in the way when `captured` have been jumped.
    #[inline(always)]
    fn blockers(&self, captured: G::Word) -> G::Word {
        if self.rules.word().immediate_removal() { self.occupied & !captured } else { self.occupied }
    }

    /// `order` with the next victim marked: king = 1, man = 0, the first taken in the highest bit.
    #[inline(always)]
    fn with_next(&self, order: u32, captured: G::Word, victim: G::Word) -> u32 {
        if self.rules.word().has_precedence(Precedence::KingEarliest) && victim.meets(self.kings) {
            order | FIRST_TAKEN.checked_shr(captured.count()).unwrap_or(0)
        } else {
            order
        }
    }

    /// A man at `at` that has taken `captured` goes on, or ends its move.
    fn man(&mut self, at: G::Word, captured: G::Word, order: u32) {
        if !self.captures.may_follow() {
            return;
        }
        let word = self.rules.word();
        let free = self.board.playable() & !self.blockers(captured);
        let prey = if word.men_take_kings() { self.them } else { self.them & !self.kings } & !captured;
        let crown = S::promotion_squares(self.board, word);
        let directions = if captured.is_empty() { word.man_capture() } else { word.man_capture_next() };
        let mut goes_on = false;
        each_direction!(S::directions(word, directions) & G::DIRECTIONS, D, _O, {
            let over = self.board.step::<D>(at) & prey;
            let landing = self.board.step::<D>(over) & free;
            if !landing.is_empty() {
                goes_on = true;
                let taken = captured | over;
                let order = self.with_next(order, captured, over);
                if word.promotion_ends_capture() && landing.meets(crown) {
                    self.finish(landing, taken, order, true);
                } else if word.promotes_in_passing() && landing.meets(crown) {
                    self.crowned_in_passing(landing, taken, order, D);
                } else {
                    self.man(landing, taken, order);
                }
            }
        });
        if !goes_on && !captured.is_empty() {
            self.finish(at, captured, order, at.meets(crown));
        }
    }

    /// A parachutist comes down by one jump.
    fn parachutist(&mut self) {
        let word = self.rules.word();
        let free = self.board.playable() & !self.occupied;
        each_direction!(S::directions(word, word.parachute()) & G::DIRECTIONS, D, _O, {
            let over = self.board.step::<D>(self.origin) & self.them;
            let landing = self.board.step::<D>(over) & free;
            if !landing.is_empty() {
                let order = self.with_next(0, G::Word::EMPTY, over);
                let crowns = landing.meets(S::promotion_squares(self.board, word));
                self.finish(landing, over, order, crowns);
            }
        });
    }

    /// A man that has just landed on a promotion square goes on as a king, or ends its move.
    fn crowned_in_passing(&mut self, at: G::Word, captured: G::Word, order: u32, last: usize) {
        self.crowned = true;
        if !self.king(at.lowest(), captured, order, last, true) {
            self.finish(at, captured, order, true);
        }
        self.crowned = false;
    }

    /// A king at square `at` goes on; true when it can.
    ///
    /// `last`: direction of the jump that brought it here. `first_landing`: false for the further landings
    /// of one jump, whose jumps straight on (and straight back) are those of the first.
    fn king(&mut self, at: usize, captured: G::Word, order: u32, last: usize, first_landing: bool) -> bool {
        if !self.captures.may_follow() {
            return true;
        }
        let word = self.rules.word();
        let blockers = self.blockers(captured);
        let may_turn_back = word.immediate_removal() && !word.no_turn_back();
        let mut goes_on = false;
        each_direction!(S::directions(word, word.king_capture()) & G::DIRECTIONS, D, O, {
            let straight_on = last == D;
            // Straight back stands the piece just taken, unless it has left the board.
            let straight_back = last == O;
            if !(straight_on && !first_landing || straight_back && !(may_turn_back && first_landing)) {
                let victim = self.next_victim::<D, O>(at, blockers, captured);
                if !victim.is_empty() {
                    goes_on = true;
                    let behind = self.board.step::<D>(victim);
                    let landings = if word.flying_kings() && !word.lands_behind() {
                        self.board.open_ray::<D>(victim.lowest(), blockers)
                    } else {
                        behind
                    };
                    let order = self.with_next(order, captured, victim);
                    let ends_behind = word.lands_behind_last_king() && victim.meets(self.kings);
                    let stops = if ends_behind { behind } else { landings };
                    self.land(landings, stops, captured | victim, order, D);
                }
            }
        });
        goes_on
    }

    /// What a king at `at` can jump over in direction `D`; empty when nothing.
    #[inline(always)]
    fn next_victim<const D: usize, const O: usize>(
        &self,
        at: usize,
        blockers: G::Word,
        captured: G::Word,
    ) -> G::Word {
        let word = self.rules.word();
        let jumpable = if word.immediate_removal() {
            self.them & self.board.step::<O>(self.board.playable() & !blockers)
        } else {
            self.jumpable[D]
        } & !captured;
        if !word.flying_kings() {
            return self.board.step::<D>(G::Word::bit(at)) & jumpable;
        }
        if !self.board.ray(D, at).meets(jumpable) {
            return G::Word::EMPTY;
        }
        self.board.first_on_ray::<D>(at, blockers) & jumpable
    }

    /// A king that jumped in direction `last` goes on from any of `landings`, or ends its move on one of `stops`.
    fn land(&mut self, landings: G::Word, stops: G::Word, captured: G::Word, order: u32, last: usize) {
        let any_landing = self.rules.word().any_landing();
        let mut goes_on = false;
        let mut first_landing = true;
        for landing in Bits(landings) {
            let goes_on_here = self.king(landing.lowest(), captured, order, last, first_landing);
            if any_landing && !goes_on_here && landing.meets(stops) {
                self.finish(landing, captured, order, self.crowned);
            }
            goes_on |= goes_on_here;
            first_landing = any_landing;
        }
        if !goes_on && !any_landing {
            for stop in Bits(stops) {
                self.finish(stop, captured, order, self.crowned);
            }
        }
    }

    #[inline(always)]
    fn finish(&mut self, at: G::Word, captured: G::Word, order: u32, crowns: bool) {
        let is_king = self.origin.meets(self.kings);
        let rank = rank(self.rules.word(), captured, self.kings, is_king, order);
        self.captures.add(self.rules, rank, Move::new(self.origin.lowest(), at.lowest(), captured, crowns));
    }
}
