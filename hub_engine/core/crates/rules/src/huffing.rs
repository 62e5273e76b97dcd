//! Huffing: captures need not be made, and a piece that should have captured may be taken off for it.
//!
//! Every complete capture and every quiet move is legal, obedient or not. After a disobedient move the opponent may
//! take off one of the pieces that could have made a best capture, and then moves as the position without it allows.
//! Rules with huffing are read at run time, so this is compiled once for each board, not for each variant.

use crate::geometry::Geometry;
use crate::movegen::{Captures, captures_into, for_each_quiet};
use crate::position::{Move, Position, Side, State};
use crate::rule_word::RuleWord;
use crate::rules::Loaded;
use crate::word::{Bits, Word};

/// Fills `list` with all moves, those that begin with a huff included.
pub fn moves_into<G: Geometry, S: Side>(
    board: G,
    word: RuleWord,
    state: &State<G::Word, S>,
    list: &mut Captures<G::Word>,
) {
    let mut captures = Captures::new();
    list.moves.clear();
    list_moves::<G, S>(board, word, &state.position, None, &mut captures, list);
    for piece in Bits(state.huffable) {
        let position = state.position.without(piece);
        list_moves::<G, S>(board, word, &position, Some(piece.lowest()), &mut captures, list);
    }
}

fn list_moves<G: Geometry, S: Side>(
    board: G,
    word: RuleWord,
    position: &Position<G::Word>,
    huffed: Option<usize>,
    captures: &mut Captures<G::Word>,
    list: &mut Captures<G::Word>,
) {
    let mut add = |mv: Move<G::Word>| list.moves.push(huffed.map_or(mv, |index| mv.with_huffed(index)));
    let free = Loaded(word.unranked());
    captures_into::<G, Loaded, S>(board, free, position, captures);
    captures.moves.iter().for_each(|&mv| add(mv));
    for_each_quiet::<G, Loaded, S>(board, free, position, G::Word::EMPTY, |from, to, crowns| {
        add(Move::new(from.lowest(), to.lowest(), G::Word::EMPTY, crowns));
    });
}

/// The pieces of side `S` that may be huffed after its move; `before` is the position that it was made in.
pub fn huffable_after<G: Geometry, S: Side>(
    board: G,
    word: RuleWord,
    before: &Position<G::Word>,
    mv: &Move<G::Word>,
) -> G::Word {
    let before = before.without(mv.huffed_set());
    let mv = mv.unhuffed();
    let mut best = Captures::new();
    captures_into::<G, Loaded, S>(board, Loaded(word), &before, &mut best);
    if best.moves.contains(&mv) {
        return G::Word::EMPTY;
    }
    let should_have = best.moves.iter().fold(G::Word::EMPTY, |set, best| set | G::Word::bit(best.from()));
    let from = G::Word::bit(mv.from());
    if should_have.meets(from) { should_have & !from | G::Word::bit(mv.to()) } else { should_have }
}

/// Number of lines of play of `depth` plies; what may be huffed is part of them.
pub fn perft<G: Geometry, S: Side>(board: G, word: RuleWord, state: &State<G::Word, S>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if state.position.is_ended_by_king(word) {
        return 0;
    }
    let mut list = Captures::new();
    moves_into::<G, S>(board, word, state, &mut list);
    if depth == 1 {
        return list.moves.len() as u64;
    }
    let after = |mv| state.after(board, Loaded(word), mv);
    list.moves.iter().map(|mv| perft::<G, S::Opponent>(board, word, &after(mv), depth - 1)).sum()
}
