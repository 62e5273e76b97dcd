//! What a specification may not say.

use super::compile::groups;
use super::{
    BlackForward, BoardSpec, Continue, Group, LimitSpec, Lines, MAX_LIMITS, MarkedSquares, NamedRemovable,
    NamedSquares, Obligation, Playable, PromotionSquares, Removable, RuleSpec, SIZES,
};
use crate::rule_word::{BACKWARD, BACKWARD_DIAGONALS, FORWARD, FORWARD_DIAGONALS, MAX_PRECEDENCE};

impl RuleSpec {
    /// Everything wrong with the data, one sentence a fault; the rule file's loader catches these with
    /// line numbers, this is the core's own guard.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.board.faults();
        if self.capture.precedence.len() > MAX_PRECEDENCE {
            faults.push(format!("capture.precedence: at most {MAX_PRECEDENCE} keys"));
        }
        if self.kings.same_king_limit > 7 {
            faults.push("kings.same_king_limit: at most 7".to_owned());
        }
        self.combination_faults(&mut faults);
        if let PromotionSquares::Listed(MarkedSquares { white, black }) = &self.promotion.squares {
            self.square_faults("promotion.squares", white.iter().chain(black), &mut faults);
        }
        self.opening_faults(&mut faults);
        if self.draws.limits.len() > MAX_LIMITS {
            faults.push(format!("draws.limits: at most {MAX_LIMITS}"));
        }
        for limit in &self.draws.limits {
            self.limit_faults(limit, &mut faults);
        }
        faults
    }

    /// What cannot go together.
    fn combination_faults(&self, faults: &mut Vec<String>) {
        let never_promotes = self.promotion.squares == PromotionSquares::Named(NamedSquares::None);
        let mut check = |is_fault: bool, text: &str| {
            if is_fault {
                faults.push(text.to_owned());
            }
        };
        let symmetric = |list: &[Group]| {
            let set = groups(list);
            (set & FORWARD != 0) == (set & BACKWARD != 0)
                && (set & FORWARD_DIAGONALS != 0) == (set & BACKWARD_DIAGONALS != 0)
        };
        check(
            self.men.black_forward == BlackForward::Up
                && !(symmetric(&self.kings.moves) && symmetric(&self.kings.capture)),
            "men.black_forward: up needs kings that go forward and backward alike",
        );
        if self.capture.r#continue == Continue::MayStraight {
            check(!never_promotes, "capture.continue: may-straight needs promotion.squares: none");
            check(!self.capture.precedence.is_empty(), "capture.continue: may-straight allows no precedence");
            check(self.huffs(), "capture.continue: may-straight allows no huffing");
        }
        if self.huffs() {
            check(
                self.kings.same_king_limit > 0,
                "capture.obligation: huffing allows no kings.same_king_limit",
            );
            check(!self.opening.is_empty(), "capture.obligation: huffing allows no opening");
        }
        if let Some(parachutists) = &self.parachutists {
            check(!parachutists.moves.is_empty(), "parachutists.move: parachutists make no quiet move");
            check(parachutists.capture.is_empty(), "parachutists.capture: no direction is given");
            check(
                !self.men.capture_kings,
                "parachutists: they capture kings, so men.capture_kings must be true",
            );
            check(never_promotes, "parachutists: they stand on promotion squares, and there are none");
            check(
                self.capture.r#continue == Continue::MayStraight,
                "capture.continue: may-straight allows no parachutists",
            );
        }
    }

    fn huffs(&self) -> bool {
        self.capture.obligation == Obligation::Huffing
    }

    fn opening_faults(&self, faults: &mut Vec<String>) {
        for (i, removal) in self.opening.iter().enumerate() {
            match &removal.remove {
                Removable::Named(NamedRemovable::Adjacent) if i == 0 => {
                    faults
                        .push("opening 1: there is no gap yet that a piece could be adjacent to".to_owned());
                }
                Removable::Named(NamedRemovable::Adjacent) => {}
                Removable::On(squares) => {
                    self.square_faults(&format!("opening {}: remove", i + 1), squares, faults);
                }
            }
            if i > 0 && removal.side == self.opening[i - 1].side {
                faults.push(format!("opening {}: the sides take turns", i + 1));
            }
        }
    }

    fn square_faults<'a>(
        &self,
        key: &str,
        squares: impl IntoIterator<Item = &'a usize>,
        faults: &mut Vec<String>,
    ) {
        for square in squares.into_iter().filter(|&&square| square >= self.squares()) {
            faults.push(format!("{key}: square {} is off the board", square + 1));
        }
    }

    fn limit_faults(&self, limit: &LimitSpec, faults: &mut Vec<String>) {
        for (key, squares) in [
            ("first_on", &limit.first_on),
            ("second_off", &limit.second_off),
            ("second_on", &limit.second_on),
        ] {
            let key = format!("draws.limits {:?}: {key}", limit.name);
            self.square_faults(&key, squares.iter().flatten(), faults);
        }
    }
}

impl BoardSpec {
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, size) in [("board.width", self.width), ("board.height", self.height)] {
            if !SIZES.contains(&size) {
                faults.push(format!("{name}: {size} is not in {}..{}", SIZES.start(), SIZES.end()));
            }
        }
        if self.playable == Playable::Light && !self.width.is_multiple_of(2) {
            faults.push("board: a mirror board needs an even width".to_owned());
        }
        if self.playable != Playable::All && self.lines != Lines::All {
            faults.push("board.lines: only with playable: all".to_owned());
        }
        if self.playable != Playable::All && !self.holes.is_empty() {
            faults.push("board.holes: only with playable: all".to_owned());
        }
        let cells = self.width * self.height;
        for (i, &hole) in self.holes.iter().enumerate() {
            if hole >= cells {
                faults.push(format!("board.holes: cell {} is off the board", hole + 1));
            } else if self.holes[..i].contains(&hole) {
                faults.push(format!("board.holes: cell {} is given twice", hole + 1));
            }
        }
        if self.playable == Playable::All && self.holes.len() >= cells {
            faults.push("board.holes: no square is left".to_owned());
        }
        faults
    }
}
