//! Which moves there are: one source for every variant.
//!
//! Everything is generic over the board ([`Geometry`]) and the rules ([`Rules`]); with rules fixed at
//! build time each `if` on the rule word below is decided by the compiler.
//! The rules themselves: a capture must be made when there is one; a capture is (origin, landing,
//! captured set), and equal ones are one move; a piece goes on while it can, and a flying king that
//! could go on from some of its landings must choose among those. Where captures need not be made
//! (`huffing`), the same lists are put together otherwise.

use std::marker::PhantomData;

use smallvec::SmallVec;

use crate::direction::{DIAGONALS, DirectionSet};
use crate::each_direction;
use crate::geometry::Geometry;
use crate::huffing;
use crate::position::{Move, Position, Side, State};
use crate::rule_word::{MAX_PRECEDENCE, Precedence, RuleWord};
use crate::rules::Rules;
use crate::word::{Bits, Word};

/// Moves in a list of inline storage; longer lists (many flying kings) go to the heap.
pub type MoveList<W> = SmallVec<[Move<W>; 64]>;

/// Captures of equal rank, the best found so far.
///
/// One list is reused from node to node by [`Captures::clear`], so the node allocates nothing.
pub struct Captures<W: Word> {
    /// The captures that the precedence allows.
    pub moves: MoveList<W>,
    rank: u64,
}

impl<W: Word> Default for Captures<W> {
    fn default() -> Self {
        Captures { moves: SmallVec::new(), rank: 0 }
    }
}

impl<W: Word> Captures<W> {
    /// An empty list.
    #[inline(always)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a capture unless a better one is known; a better one replaces all.
    #[inline(always)]
    fn add<R: Rules>(&mut self, rules: R, rank: u64, mv: Move<W>) {
        let word = rules.word();
        if word.ranks() {
            if rank < self.rank {
                return;
            }
            if rank > self.rank {
                self.rank = rank;
                self.moves.clear();
            }
        }
        // Two orders of the same captures need this many pieces: a step mover must go round a square, or a
        // triangle; a flying king can exchange two turns. A king free to land anywhere lists straight lines twice.
        let needed = if word.any_landing() {
            2
        } else if word.flying_kings() || word.mixes_jumps() {
            3
        } else {
            4
        };
        if mv.captured.count() >= needed && self.moves.contains(&mv) {
            return;
        }
        self.moves.push(mv);
    }
}

/// Squares from which a jump is possible, per direction.
struct Jumps<W> {
    by_direction: [W; 8],
    any: W,
}

impl<W: Word> Jumps<W> {
    /// Squares from which a jump is possible in some direction of a set.
    #[inline(always)]
    fn in_any(&self, directions: DirectionSet) -> W {
        let mut any = W::EMPTY;
        each_direction!(directions, D, _O, {
            any |= self.by_direction[D];
        });
        any
    }
}

/// The jumps over `prey`.
#[inline(always)]
fn jumps<G: Geometry>(board: G, directions: DirectionSet, prey: G::Word, empty: G::Word) -> Jumps<G::Word> {
    let mut jumps = Jumps { by_direction: [G::Word::EMPTY; 8], any: G::Word::EMPTY };
    each_direction!(directions & G::DIRECTIONS, D, O, {
        let from = board.step::<O>(prey & board.step::<O>(empty));
        jumps.by_direction[D] = from;
        jumps.any |= from;
    });
    jumps
}

/// What a man may take.
#[inline(always)]
fn mens_prey<W: Word>(word: RuleWord, position: &Position<W>) -> W {
    if word.men_take_kings() { position.them } else { position.their_men() }
}

/// The men of the side to move, and its parachutists apart.
#[inline(always)]
fn men_and_parachutists<G: Geometry, S: Side>(
    board: G,
    word: RuleWord,
    position: &Position<G::Word>,
) -> (G::Word, G::Word) {
    let men = position.our_men();
    if word.parachute() == 0 {
        return (men, G::Word::EMPTY);
    }
    let aloft = S::promotion_squares(board, word);
    (men & !aloft, men & aloft)
}

/// The jumps of men, first and further ones, and of parachutists.
#[inline(always)]
fn men_jumps<G: Geometry, S: Side>(board: G, word: RuleWord, position: &Position<G::Word>) -> Jumps<G::Word> {
    let empty = board.playable() & !position.occupied();
    let directions = word.man_capture() | word.man_capture_next() | word.parachute();
    jumps(board, S::directions(word, directions), mens_prey(word, position), empty)
}

/// Men and parachutists that can begin a capture.
#[inline(always)]
fn jumping_men<G: Geometry, S: Side>(
    board: G,
    word: RuleWord,
    position: &Position<G::Word>,
    jumps: &Jumps<G::Word>,
) -> G::Word {
    if word.jumps_alike() {
        return position.our_men() & jumps.any;
    }
    let (men, parachutists) = men_and_parachutists::<G, S>(board, word, position);
    men & jumps.in_any(S::directions(word, word.man_capture()) & G::DIRECTIONS)
        | parachutists & jumps.in_any(S::directions(word, word.parachute()) & G::DIRECTIONS)
}

/// What the side to move may take off in the opening; none: it makes an ordinary move.
#[inline(always)]
fn removable<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
) -> Option<G::Word> {
    if !rules.word().has_opening() {
        return None;
    }
    let gaps = board.playable() & !position.occupied();
    let ply = board.marks().opening.get(gaps.count() as usize).filter(|ply| ply.is_whites == S::WHITE)?;
    let mut beside = G::Word::EMPTY;
    each_direction!(!DIAGONALS, D, _O, {
        beside |= board.step::<D>(gaps);
    });
    Some(position.us & ply.removable.unwrap_or(beside)).filter(|set| !set.is_empty())
}

/// True when some king of the side to move can capture.
#[inline(always)]
fn king_can_capture<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
) -> bool {
    let kings = position.our_kings();
    if kings.is_empty() {
        return false;
    }
    let word = rules.word();
    let occupied = position.occupied();
    let empty = board.playable() & !occupied;
    let directions = S::directions(word, word.king_capture());
    if !word.flying_kings() {
        return jumps(board, directions, position.them, empty).any.meets(kings);
    }
    let mut reachable = [G::Word::EMPTY; 8];
    let mut any = G::Word::EMPTY;
    each_direction!(directions & G::DIRECTIONS, D, O, {
        reachable[D] = position.them & board.step::<O>(empty);
        any |= reachable[D];
    });
    if any.is_empty() {
        return false;
    }
    for king in Bits(kings) {
        let at = king.lowest();
        each_direction!(directions & G::DIRECTIONS, D, _O, {
            // Most lines hold nothing to take: one test spares finding the first piece on them.
            if board.ray(D, at).meets(reachable[D])
                && board.first_on_ray::<D>(at, occupied).meets(reachable[D])
            {
                return true;
            }
        });
    }
    false
}

/// True when the side to move can capture.
#[inline(always)]
pub fn can_capture<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> bool {
    let word = rules.word();
    let jumps = men_jumps::<G, S>(board, word, position);
    removable::<G, R, S>(board, rules, position).is_some()
        || !jumping_men::<G, S>(board, word, position, &jumps).is_empty()
        || king_can_capture::<G, R, S>(board, rules, position)
}

/// Men that may make quiet moves, if there is room.
#[inline(always)]
fn walking_men<G: Geometry, S: Side>(board: G, word: RuleWord, position: &Position<G::Word>) -> G::Word {
    let men = men_and_parachutists::<G, S>(board, word, position).0;
    if word.rests_on_last_row() { men & !S::last_row(board, word) } else { men }
}

/// Calls `visit(origin, landing, crowns)` for each quiet move, squares as sets of one; `barred`: kings that may not move.
/// To be asked only when nothing can be captured.
#[inline(always)]
pub fn for_each_quiet<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    barred: G::Word,
    mut visit: impl FnMut(G::Word, G::Word, bool),
) {
    let word = rules.word();
    let occupied = position.occupied();
    let empty = board.playable() & !occupied;
    let men = walking_men::<G, S>(board, word, position);
    let crown = S::promotion_squares(board, word);
    each_direction!(S::directions(word, word.man_move()) & G::DIRECTIONS, D, O, {
        for first in Bits(men & board.step::<O>(empty)) {
            let to = board.step::<D>(first);
            let mut from = first;
            loop {
                visit(from, to, to.meets(crown));
                if !word.linear_moves() {
                    break;
                }
                // The men behind it in the same line can jump over it.
                from = men & board.step::<O>(from);
                if from.is_empty() {
                    break;
                }
            }
        }
    });
    for from in Bits(position.our_kings() & !barred) {
        let at = from.lowest();
        each_direction!(S::directions(word, word.king_move()) & G::DIRECTIONS, D, _O, {
            let reach = if word.flying_kings() {
                board.open_ray::<D>(at, occupied)
            } else {
                board.step::<D>(from) & empty
            };
            for to in Bits(reach) {
                visit(from, to, false);
            }
        });
    }
}

/// Number of quiet moves.
#[inline(always)]
pub fn count_quiet<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> u64 {
    let word = rules.word();
    let occupied = position.occupied();
    let empty = board.playable() & !occupied;
    let men = walking_men::<G, S>(board, word, position);
    let mut count = 0;
    each_direction!(S::directions(word, word.man_move()) & G::DIRECTIONS, _D, O, {
        let mut movers = men & board.step::<O>(empty);
        count += movers.count();
        if word.linear_moves() {
            while !movers.is_empty() {
                movers = men & board.step::<O>(movers);
                count += movers.count();
            }
        }
    });
    for from in Bits(position.our_kings()) {
        let at = from.lowest();
        each_direction!(S::directions(word, word.king_move()) & G::DIRECTIONS, D, _O, {
            count += if word.flying_kings() {
                board.open_ray::<D>(at, occupied).count()
            } else {
                (board.step::<D>(from) & empty).count()
            };
        });
    }
    u64::from(count)
}

/// True when some piece can move quietly.
#[inline(always)]
pub fn has_quiet<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    barred: G::Word,
) -> bool {
    let word = rules.word();
    let empty = board.playable() & !position.occupied();
    let men = walking_men::<G, S>(board, word, position);
    let mut can = false;
    each_direction!(S::directions(word, word.man_move()) & G::DIRECTIONS, _D, O, {
        can |= men.meets(board.step::<O>(empty));
    });
    if can {
        return true;
    }
    let kings = position.our_kings() & !barred;
    each_direction!(S::directions(word, word.king_move()) & G::DIRECTIONS, _D, O, {
        can |= kings.meets(board.step::<O>(empty));
    });
    can
}

/// True when a man can be promoted by a quiet move; men that jump over a line of men are not looked at.
#[inline(always)]
pub fn can_crown<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> bool {
    let word = rules.word();
    let free = board.playable() & !position.occupied() & S::promotion_squares(board, word);
    let men = walking_men::<G, S>(board, word, position);
    let mut can = false;
    each_direction!(S::directions(word, word.man_move()) & G::DIRECTIONS, _D, O, {
        can |= men.meets(board.step::<O>(free));
    });
    can
}

/// The men's first jumps, and which of them can be followed by another.
struct FirstJumps<W> {
    /// Landings per direction.
    landings: [W; 8],
    /// Men with a first jump that goes on.
    long: W,
}

#[inline(always)]
fn first_jumps<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    jumps: &Jumps<G::Word>,
) -> FirstJumps<G::Word> {
    let word = rules.word();
    let (men, parachutists) = men_and_parachutists::<G, S>(board, word, position);
    let crown = S::promotion_squares(board, word);
    let next_directions = S::directions(word, word.man_capture_next()) & G::DIRECTIONS;
    let mut first = FirstJumps { landings: [G::Word::EMPTY; 8], long: G::Word::EMPTY };
    each_direction!(S::directions(word, word.man_capture()) & G::DIRECTIONS, D, O, {
        let landings = board.step::<D>(board.step::<D>(men & jumps.by_direction[D]));
        // The way straight back is over the piece just taken, and two jumps never end where they began,
        // so the jumps of the standing position are the jumps after the first one.
        let mut goes_on = jumps.in_any(next_directions & !(1 << O));
        if word.promotes_in_passing() {
            goes_on |= crown;
        } else if word.promotion_ends_capture() {
            goes_on &= !crown;
        }
        first.landings[D] = landings;
        first.long |= board.step::<O>(board.step::<O>(landings & goes_on));
    });
    if word.jumps_alike() {
        return first;
    }
    each_direction!(S::directions(word, word.parachute()) & G::DIRECTIONS, D, _O, {
        first.landings[D] |= board.step::<D>(board.step::<D>(parachutists & jumps.by_direction[D]));
    });
    first
}

/// What there is to capture with.
enum Capturing<W> {
    /// Nothing: the moves are quiet.
    Nobody,
    /// Only men, each by one jump, all of one rank: the landings per direction.
    SingleJumps([W; 8]),
    /// Chains of these men and of all kings have to be followed.
    Chains(W),
}

#[inline(always)]
fn capturing<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
) -> Capturing<G::Word> {
    let word = rules.word();
    let jumps = men_jumps::<G, S>(board, word, position);
    let jumping = jumping_men::<G, S>(board, word, position, &jumps);
    if jumping.is_empty() {
        return if king_can_capture::<G, R, S>(board, rules, position) {
            Capturing::Chains(jumping)
        } else {
            Capturing::Nobody
        };
    }
    let first = first_jumps::<G, R, S>(board, rules, position, &jumps);
    if !first.long.is_empty() {
        // With quantity first a single jump is worth nothing beside a longer one.
        let only_long = word.precedence(0) == Precedence::Quantity as u64 && !word.promotes_in_passing();
        return Capturing::Chains(if only_long { first.long } else { jumping });
    }
    let may_differ = word.ranks_kinds() && position.them.meets(position.kings);
    if position.us.meets(position.kings) || may_differ {
        return Capturing::Chains(jumping);
    }
    Capturing::SingleJumps(first.landings)
}

/// Number of moves, bulk counted: listed only where captures can differ in rank or double.
#[inline(always)]
pub fn count_moves<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> u64 {
    if rules.word().king_wins() && !position.kings.is_empty() {
        return 0;
    }
    if let Some(removable) = removable::<G, R, S>(board, rules, position) {
        return u64::from(removable.count());
    }
    if rules.word().straight_captures() {
        let captures = count_straight::<G, R, S>(board, rules, position);
        return if captures > 0 { captures } else { count_quiet::<G, R, S>(board, rules, position) };
    }
    match capturing::<G, R, S>(board, rules, position) {
        Capturing::Nobody => count_quiet::<G, R, S>(board, rules, position),
        Capturing::SingleJumps(landings) => landings.iter().map(|set| u64::from(set.count())).sum(),
        Capturing::Chains(men) => count_chains::<G, R, S>(board, rules, position, men),
    }
}

/// Number of captures where each may end after any jump and goes straight on.
#[inline(always)]
fn count_straight<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> u64 {
    let word = rules.word();
    let jumps = men_jumps::<G, S>(board, word, position);
    let mut count = 0;
    each_direction!(S::directions(word, word.man_capture()) & G::DIRECTIONS, D, _O, {
        let mut jumping = position.our_men() & jumps.by_direction[D];
        while !jumping.is_empty() {
            count += jumping.count();
            jumping = board.step::<D>(board.step::<D>(jumping)) & jumps.by_direction[D];
        }
    });
    u64::from(count)
}

/// Lists what [`count_straight`] counts.
#[inline(always)]
fn list_straight<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    captures: &mut Captures<G::Word>,
) {
    let word = rules.word();
    let jumps = men_jumps::<G, S>(board, word, position);
    each_direction!(S::directions(word, word.man_capture()) & G::DIRECTIONS, D, _O, {
        for from in Bits(position.our_men() & jumps.by_direction[D]) {
            let (mut at, mut captured) = (from, G::Word::EMPTY);
            while at.meets(jumps.by_direction[D]) {
                let over = board.step::<D>(at);
                at = board.step::<D>(over);
                captured |= over;
                captures.moves.push(Move::new(from.lowest(), at.lowest(), captured, false));
            }
        }
    });
}

/// Out of line, so that the list's frame is not part of every node's.
#[inline(never)]
fn count_chains<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    men: G::Word,
) -> u64 {
    let mut captures = Captures::new();
    list_chains::<G, R, S>(board, rules, position, men, &mut captures);
    captures.moves.len() as u64
}

/// Fills `captures` (cleared first) with the captures that the precedence allows; empty when there is none.
#[inline]
pub fn captures_into<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    captures: &mut Captures<G::Word>,
) {
    captures.moves.clear();
    captures.rank = 0;
    if let Some(removable) = removable::<G, R, S>(board, rules, position) {
        captures.moves.extend(Bits(removable).map(Move::removal));
        return;
    }
    let word = rules.word();
    if word.straight_captures() {
        return list_straight::<G, R, S>(board, rules, position, captures);
    }
    match capturing::<G, R, S>(board, rules, position) {
        Capturing::Nobody => {}
        Capturing::SingleJumps(landings) => {
            let crown = S::promotion_squares(board, word);
            let directions = word.man_capture() | word.parachute();
            each_direction!(S::directions(word, directions) & G::DIRECTIONS, D, O, {
                for to in Bits(landings[D]) {
                    let over = board.step::<O>(to);
                    let from = board.step::<O>(over);
                    captures.moves.push(Move::new(from.lowest(), to.lowest(), over, to.meets(crown)));
                }
            });
        }
        Capturing::Chains(men) => list_chains::<G, R, S>(board, rules, position, men, captures),
    }
}

/// All moves of the side to move, in no particular order; the game's end by a king is the caller's to test.
pub fn moves_into<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    barred: G::Word,
    captures: &mut Captures<G::Word>,
) {
    captures_into::<G, R, S>(board, rules, position, captures);
    if captures.moves.is_empty() {
        for_each_quiet::<G, R, S>(board, rules, position, barred, |from, to, crowns| {
            captures.moves.push(Move::new(from.lowest(), to.lowest(), G::Word::EMPTY, crowns));
        });
    }
}

/// All moves of a state: where captures may be left unmade those that huff included, else as [`moves_into`],
/// without those that a same-king run forbids.
#[inline(always)]
pub fn state_moves_into<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    state: &State<G::Word, S>,
    captures: &mut Captures<G::Word>,
) {
    if R::MAY_HUFF && rules.word().huffing() {
        huffing::moves_into::<G, S>(board, rules.word(), state, captures);
    } else {
        let barred = state.runs.barred::<R, S, G::Word>(rules, &state.position);
        moves_into::<G, R, S>(board, rules, &state.position, barred, captures);
    }
}

/// Walks every chain of jumps of `men` and of all kings.
#[inline(never)]
fn list_chains<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    men: G::Word,
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
    for origin in Bits(position.our_kings()) {
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

/// The first captured piece in an order word.
const FIRST_TAKEN: u32 = 1 << 31;

/// The precedence keys of a capture as one number, the most important in the highest bits.
#[inline(always)]
fn rank<W: Word>(word: RuleWord, captured: W, kings: W, is_king: bool, order: u32) -> u64 {
    let pieces = u64::from(captured.count());
    let mut rank = 0;
    let mut i = 0;
    while i < MAX_PRECEDENCE {
        let key = word.precedence(i);
        if key == Precedence::Quantity as u64 {
            rank = rank << 8 | pieces;
        } else if key == Precedence::Value as u64 {
            let taken = u64::from((captured & kings).count());
            rank = rank << 16 | (100 * (pieces - taken) + u64::from(word.king_value()) * taken);
        } else if key == Precedence::KingMover as u64 {
            rank = rank << 1 | u64::from(is_king);
        } else if key == Precedence::KingsCaptured as u64 {
            rank = rank << 8 | u64::from((captured & kings).count());
        } else if key == Precedence::KingEarliest as u64 {
            rank = rank << 32 | u64::from(order);
        }
        i += 1;
    }
    rank
}
