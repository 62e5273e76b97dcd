//! What the men of a standing position can jump over: answers found without walking a chain.

use crate::direction::DirectionSet;
use crate::each_direction;
use crate::geometry::Geometry;
use crate::position::{Position, Side};
use crate::rule_word::RuleWord;
use crate::rules::Rules;
use crate::word::Word;

/// Squares from which a jump is possible, per direction.
pub(super) struct Jumps<W> {
    pub(super) by_direction: [W; 8],
    pub(super) any: W,
}

impl<W: Word> Jumps<W> {
    /// No jump from anywhere.
    pub(super) const NONE: Self = Jumps { by_direction: [W::EMPTY; 8], any: W::EMPTY };

    /// Squares from which a jump is possible in some direction of a set.
    #[inline(always)]
    pub(super) fn in_any(&self, directions: DirectionSet) -> W {
        let mut any = W::EMPTY;
        each_direction!(directions, D, _O, {
            any |= self.by_direction[D];
        });
        any
    }
}

/// The jumps over `prey` next to the jumper.
#[inline(always)]
pub(super) fn jumps<G: Geometry>(
    board: G,
    directions: DirectionSet,
    prey: G::Word,
    empty: G::Word,
) -> Jumps<G::Word> {
    let mut jumps = Jumps::NONE;
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
pub(super) fn men_and_parachutists<G: Geometry, S: Side>(
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
pub(super) fn men_jumps<G: Geometry, S: Side>(
    board: G,
    word: RuleWord,
    position: &Position<G::Word>,
) -> Jumps<G::Word> {
    let empty = board.playable() & !position.occupied();
    let directions = word.man_capture() | word.man_capture_next() | word.parachute();
    jumps(board, S::directions(word, directions), mens_prey(word, position), empty)
}

/// Men and parachutists that can begin a capture.
#[inline(always)]
pub(super) fn jumping_men<G: Geometry, S: Side>(
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

/// The men's first jumps, and which of them can be followed by another.
pub(super) struct FirstJumps<W> {
    /// Landings per direction.
    pub(super) landings: [W; 8],
    /// Men with a first jump that goes on, or that may go on once crowned.
    pub(super) long: W,
}

#[inline(always)]
pub(super) fn first_jumps<G: Geometry, R: Rules, S: Side>(
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
