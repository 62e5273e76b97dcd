//! The facts of a specification that the generator reads, as one word.

use super::{
    BlackForward, Continue, Group, InCapture, KingMeans, LandingSpec, NamedSquares, Obligation,
    PrecedenceSpec, PromotionSquares, Range, Removal, RuleSpec,
};
use crate::rule_word::{
    BACKWARD, BACKWARD_DIAGONALS, DirectionGroups, FORWARD, FORWARD_DIAGONALS, Landing, MidCapture,
    Precedence, Promotion, RuleFacts, RuleWord, SIDEWAYS,
};

impl RuleSpec {
    /// The rules that the generator reads.
    pub fn word(&self) -> RuleWord {
        let precedence: Vec<Precedence> = self
            .capture
            .precedence
            .iter()
            .map(|key| match key {
                PrecedenceSpec::Quantity => Precedence::Quantity,
                PrecedenceSpec::Value => Precedence::Value,
                PrecedenceSpec::KingMover => Precedence::KingMover,
                PrecedenceSpec::KingsCaptured => Precedence::KingsCaptured,
                PrecedenceSpec::KingEarliest => Precedence::KingEarliest,
            })
            .collect();
        RuleWord::pack(RuleFacts {
            man_move: groups(&self.men.moves),
            man_capture: groups(&self.men.capture),
            man_capture_next: groups(self.men.capture_next.as_ref().unwrap_or(&self.men.capture)),
            parachute: self.parachutists.as_ref().map_or(0, |spec| groups(&spec.capture)),
            king_move: groups(&self.kings.moves),
            king_capture: groups(&self.kings.capture),
            flying_kings: self.kings.range == Range::Flying,
            landing: match self.kings.landing {
                LandingSpec::Free => Landing::Free,
                LandingSpec::Behind => Landing::Behind,
                LandingSpec::BehindLastKing => Landing::BehindLastKing,
            },
            immediate_removal: self.capture.removal == Removal::Immediate,
            turn_back: self.capture.turn_back,
            men_take_kings: self.men.capture_kings,
            mid_capture: match self.promotion.in_capture {
                InCapture::End => MidCapture::End,
                InCapture::Stay => MidCapture::Stay,
                InCapture::Crown => MidCapture::Crown,
            },
            promotion: match self.promotion.squares {
                PromotionSquares::Named(NamedSquares::LastRow) => Promotion::LastRow,
                PromotionSquares::Named(NamedSquares::None) => Promotion::Never,
                PromotionSquares::Listed(_) => Promotion::Marked,
            },
            linear_moves: self.men.linear,
            rests_on_last_row: self.men.rest_on_last_row,
            one_way: self.men.black_forward == BlackForward::Up,
            straight_captures: self.capture.r#continue == Continue::MayStraight,
            huffing: self.capture.obligation == Obligation::Huffing,
            any_landing: !self.capture.forced_landing,
            opening: !self.opening.is_empty(),
            king_wins: self.objective.king == KingMeans::Wins,
            same_king_limit: self.kings.same_king_limit,
            precedence: &precedence,
            king_value: self.capture.king_value,
        })
    }
}

/// Directions as the rule word has them.
pub(super) fn groups(list: &[Group]) -> DirectionGroups {
    list.iter().fold(0, |set, group| {
        set | match group {
            Group::Forward => FORWARD,
            Group::Backward => BACKWARD,
            Group::Sideways => SIDEWAYS,
            Group::ForwardDiagonals => FORWARD_DIAGONALS,
            Group::BackwardDiagonals => BACKWARD_DIAGONALS,
        }
    })
}
