//! Tells captures that can be read off the standing position from those whose chains have to be walked.

use super::jumps::{first_jumps, jumping_men, men_jumps};
use super::kings::{for_each_king_jump, king_jumps};
use crate::geometry::Geometry;
use crate::position::{Position, Side};
use crate::rule_word::{Precedence, RuleWord};
use crate::rules::Rules;
use crate::word::Word;

/// What there is to capture with.
pub(super) enum Capturing<W> {
    /// Nothing: the moves are quiet.
    Nobody,
    /// Men and kings, each by one jump, all of one rank: the men's landings per direction.
    SingleJumps([W; 8]),
    /// The chains of these pieces have to be walked.
    Chains { men: W, kings: W },
}

#[inline(always)]
pub(super) fn capturing<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
) -> Capturing<G::Word> {
    let word = rules.word();
    let jumps = men_jumps::<G, S>(board, word, position);
    let men = jumping_men::<G, S>(board, word, position, &jumps);
    let mut kings = G::Word::EMPTY;
    let mut long_kings = G::Word::EMPTY;
    if !position.our_kings().is_empty() {
        (kings, long_kings) = capturing_kings::<G, R, S>(board, rules, position);
        if opens_lines(word) && !kings.is_empty() {
            return Capturing::Chains { men, kings };
        }
    }
    if (men | kings).is_empty() {
        return Capturing::Nobody;
    }
    let first = first_jumps::<G, R, S>(board, rules, position, &jumps);
    if !(first.long | long_kings).is_empty() {
        // With quantity first a single jump is worth nothing beside a longer one.
        let only_long = word.precedence(0) == Precedence::Quantity as u64 && !word.promotes_in_passing();
        return if only_long {
            Capturing::Chains { men: first.long, kings: long_kings }
        } else {
            Capturing::Chains { men, kings }
        };
    }
    let by_kind = word.has_precedence(Precedence::KingMover) && !men.is_empty() && !kings.is_empty();
    if by_kind || word.ranks_kinds() && position.them.meets(position.kings) {
        return Capturing::Chains { men, kings };
    }
    Capturing::SingleJumps(first.landings)
}

/// Kings that can capture, and those of them that can go on after some jump (not told where jumps open lines).
#[inline(always)]
fn capturing_kings<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
) -> (G::Word, G::Word) {
    let (mut kings, mut long) = (G::Word::EMPTY, G::Word::EMPTY);
    if opens_lines(rules.word()) {
        return (position.our_kings() & king_jumps::<G, S>(board, rules.word(), position).any, long);
    }
    for_each_king_jump::<G, R, S>(board, rules, position, |jump| {
        kings |= jump.from;
        if jump.goes_on {
            long |= jump.from;
        }
    });
    (kings, long)
}

/// A piece that leaves the board at once opens the line that a flying king came on.
const fn opens_lines(word: RuleWord) -> bool {
    word.flying_kings() && word.immediate_removal()
}
