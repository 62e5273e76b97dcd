//! What a man and a king are worth on each square, from the rules alone.
//!
//! The numbers are hand-set; a variant differs only by what its rules say: who wins, how far kings go,
//! whether men capture backwards.

use hub_rules::direction::DIAGONALS;
use hub_rules::rule_word::{Precedence, RuleWord};
use hub_rules::ruleset::RuleSet;
use hub_rules::spec::{KingMeans, NoMove};

use crate::pair::Pair;

/// A man that can do nothing but wait for its jump.
const PARACHUTIST: Pair = Pair::new(60, 40);

/// The facts of a rule set that the weights depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Character {
    /// Who cannot move has won.
    pub losing: bool,
    /// Who owns a king has won.
    pub race: bool,
    /// Every move captures: what counts is who runs out of moves.
    pub only_captures: bool,
    word: RuleWord,
    height: i32,
    width: i32,
}

impl Character {
    pub fn of(rules: &RuleSet) -> Self {
        let spec = rules.spec();
        Character {
            losing: spec.objective.no_move == NoMove::Wins,
            race: spec.objective.king == KingMeans::Wins,
            only_captures: rules.word().only_captures(),
            word: rules.word(),
            height: spec.board.height as i32,
            width: spec.board.width as i32,
        }
    }

    /// True when a lone flying king on a large board holds against three.
    pub fn lone_king_holds(&self) -> bool {
        !self.losing && !self.race && self.word.flying_kings() && !self.word.lands_behind_last_king()
    }

    /// Kings that a side needs against one on the long diagonal, at least.
    pub fn kings_to_win(&self) -> u32 {
        // Straight lines leave a lone king no long diagonal to hold.
        if self.word.has_precedence(Precedence::Value) || self.word.king_capture() & !DIAGONALS != 0 {
            2
        } else if self.height * self.width >= 100 {
            4
        } else {
            3
        }
    }

    fn men_capture_backwards(&self) -> bool {
        self.word.man_capture() & !self.word.man_move() != 0
    }

    /// A king's worth in the middle game and at the end.
    fn king_material(&self) -> (i32, i32) {
        if self.losing {
            return (-80, -50);
        }
        if !self.word.flying_kings() {
            return if self.word.men_take_kings() { (140, 130) } else { (190, 180) };
        }
        let mut value = 290;
        if !self.men_capture_backwards() {
            value += 60;
        }
        if self.word.lands_behind_last_king() {
            value += 60;
        }
        (value, value)
    }

    /// A man that needs `to_go` moves to be promoted, if it ever can be, `edge` columns away from the nearer edge.
    pub fn man(&self, to_go: Option<i32>, edge: i32) -> Pair {
        let Some(to_go) = to_go else { return self.lasting_man(edge) };
        if to_go == 0 && self.word.parachute() != 0 {
            return PARACHUTIST;
        }
        let last = self.height - 1;
        let advance = last - to_go.min(last);
        if self.losing {
            return Pair::new(-100 + advance, -100 + 2 * advance + edge);
        }
        if self.race {
            // Each row nearer counts more than the one before.
            let run = advance * advance * 60 / (last * last);
            return Pair::new(100 + run / 2 + edge.min(3), 100 + 2 * run);
        }
        let mut middle = 100 + advance + 2 * edge.min(3);
        let end = 100 + 4 * advance + edge.min(2);
        if advance == 0 {
            middle += 5;
        }
        Pair::new(middle, end)
    }

    /// A man that stays one. Where others are promoted it is worth less, the more so the longer the game.
    fn lasting_man(&self, edge: i32) -> Pair {
        if self.losing {
            return Pair::new(-100, -100);
        }
        let end = if self.word.never_promotes() { 100 } else { 60 };
        Pair::new((100 + end) / 2 + 2 * edge.min(3), end + edge.min(2))
    }

    /// A king on a square `edge` columns and rows away from the nearer edge.
    pub fn king(&self, edge: i32) -> Pair {
        let (middle, end) = self.king_material();
        let centre = if self.word.flying_kings() { 3 } else { 5 };
        let centre = if self.losing { 0 } else { centre * edge.min(3) };
        Pair::new(middle + centre, end + centre)
    }
}
