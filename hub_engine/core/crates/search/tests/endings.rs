//! Results that can be known otherwise: distances to the end against a plain full search, draws by the line played.

mod common;

use common::{Dice, builtin_names, game, text, think, to_depth};
use hub_rules::game::Game;
use hub_rules::ruleset::RuleSet;
use hub_rules::setup::{BLACK_KING, BLACK_MAN, EMPTY, Setup, WHITE_KING, WHITE_MAN};
use hub_rules::spec::Removal;
use hub_rules::variant::{AnyPosition, Variant};
use hub_search::bench::{builtin_variant, game_from_fen};
use hub_search::{Mode, Searcher, evaluate};

/// Small random positions: up to three men or kings a side.
fn random_position(variant: &Variant, dice: &mut Dice) -> Option<AnyPosition> {
    let squares = variant.rules().squares();
    let mut setup = Setup::new(vec![EMPTY; squares], dice.below(2) == 0);
    for codes in [[WHITE_MAN, WHITE_KING], [BLACK_MAN, BLACK_KING]] {
        for _ in 0..=dice.below(3) {
            setup.pieces[dice.below(squares)] = codes[dice.below(2)];
        }
    }
    setup.position(variant.rules()).ok()
}

/// Plies to the end with best play when that is at most `depth` away: positive won, negative lost.
fn plies_to_end(variant: &Variant, position: &AnyPosition, depth: i32) -> Option<i32> {
    if let Some(outcome) = Game::winner(variant, position) {
        // A win on the spot has distance zero, so the sign cannot tell; callers skip roots that are over.
        return (outcome.white_won == Some(!position.white_to_move)).then_some(0);
    }
    let mut longest_loss = Some(0);
    let mut shortest_win = None::<i32>;
    if depth == 0 {
        return None;
    }
    for mv in variant.legal_moves(position) {
        let next = variant.after(position, &mv);
        match plies_to_end(variant, &next, depth - 1) {
            Some(reply) if reply <= 0 => {
                shortest_win = Some(shortest_win.map_or(1 - reply, |best| best.min(1 - reply)));
            }
            Some(reply) => longest_loss = longest_loss.map(|worst| worst.max(reply + 1)),
            None => longest_loss = None,
        }
    }
    shortest_win.or(longest_loss.map(|plies| -plies))
}

#[test]
fn distances_agree_with_a_plain_search() {
    let mut compared = 0;
    for name in builtin_names() {
        let variant = builtin_variant(&name).expect("built in");
        // Where a move-less side wins, the plain search above would need another sign for distance zero.
        let is_losing = name.starts_with("anti") || name.starts_with("poddavki");
        // It knows no draws, so none may come before the end.
        let draws_soon = variant.rules().spec().draws.limits.iter().any(|limit| limit.plies <= 8);
        let mut dice = Dice(7);
        for _ in 0..if is_losing || draws_soon { 0 } else { 60 } {
            let Some(position) = random_position(&variant, &mut dice) else { continue };
            if Game::winner(&variant, &position).is_some() {
                continue;
            }
            let game = Game::new(variant.clone(), position);
            let Some(plies) = plies_to_end(&variant, &position, 4) else { continue };
            let result = Searcher::new(1, 1).expect("memory for the table").search(
                &game,
                &to_depth(8),
                Mode::Analyze,
                &mut |_| {},
            );
            assert_eq!(result.info.expect("searched").win_plies, Some(plies), "{name}: {position:?}");
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared} positions were decided");
}

#[test]
fn a_repeated_position_is_worth_nothing() {
    // White is a king down and has one move only; it leads to where the game has been.
    let mut game = game("english", "W:WK29:BK4,K1");
    for mv in ["29-25", "4-8", "25-29", "8-4"] {
        let legal = game.variant().legal_moves(game.position());
        let mv = *legal.iter().find(|legal| text(&game, legal) == mv).expect("legal");
        game.push(&mv).expect("legal");
    }
    assert_ne!(evaluate(game.variant(), game.position()), 0);
    for depth in [3, 6, 9] {
        let result = Searcher::new(1, 1).expect("memory for the table").search(
            &game,
            &to_depth(depth),
            Mode::Analyze,
            &mut |_| {},
        );
        assert_eq!(result.info.expect("searched").score, 0);
    }
}

/// The game `plies` quiet plies on, no piece being offered; none when the dice lead into a dead end.
fn shuffled(game: &Game, plies: usize, dice: &mut Dice) -> Option<Game> {
    let (mut game, variant) = (game.clone(), game.variant().clone());
    for _ in 0..plies {
        let mut moves = variant.legal_moves(game.position());
        moves.retain(|mv| {
            let replies = variant.legal_moves(&variant.after(game.position(), mv));
            !mv.is_capture() && replies.iter().all(|reply| !reply.is_capture())
        });
        if moves.is_empty() {
            return None;
        }
        game.push(&moves[dice.below(moves.len())]).expect("legal");
    }
    Some(game)
}

#[test]
fn a_counted_limit_is_worth_nothing() {
    // Two kings against one, one ply before the limit: whatever is not a capture draws.
    let game = game("international", "W:WK46,K47:BK6");
    let limits = &game.variant().rules().spec().draws.limits;
    let plies = limits.iter().map(|limit| usize::from(limit.plies)).min().expect("the rules have limits");
    let game = (0..100)
        .find_map(|seed| shuffled(&game, plies - 1, &mut Dice(1_000 * seed)))
        .expect("some dice keep the kings apart");
    assert!(game.outcome().is_none_or(|outcome| outcome.white_won.is_none()));
    let result = Searcher::new(1, 1).expect("memory for the table").search(
        &game,
        &to_depth(4),
        Mode::Analyze,
        &mut |_| {},
    );
    assert_eq!(result.info.expect("searched").score, 0);
}

#[test]
fn a_king_at_its_limit_stays() {
    // The king has moved three times running and White owns a man: the man must move, though it is lost.
    let variant = builtin_variant("frisian").expect("built in");
    let mut setup = Setup { king_runs: [(47, 3), (0, 0)], ..Setup::new(vec![EMPTY; 50], true) };
    setup.pieces[46] = WHITE_KING;
    setup.pieces[39] = WHITE_MAN;
    setup.pieces[5] = BLACK_MAN;
    let position = setup.position(variant.rules()).expect("legal");
    let game = Game::new(variant, position);
    let result = think(&game, &to_depth(7));
    assert_eq!(game.variant().rules().square(result.best.expect("a move").from()), 39);
}

#[test]
fn a_won_ending_is_won() {
    // The engine against itself from clear advantages: progress up to the end, not only a high score.
    for (rules, fen) in [
        ("international", "W:WK46,K47,K48,32,33:B2,3"),
        ("russian", "W:WK29,K30,K31,21:B2,3"),
        ("english", "W:WK29,K30,K31:BK2"),
        ("frisian", "W:WK46,K47,33:B2"),
        ("breakthrough", "W:W32,33,38,39:B3"),
    ] {
        let mut game = game(rules, fen);
        let searcher = Searcher::new(1, 1).expect("memory for the table");
        while game.outcome().is_none() {
            assert!(game.moves().len() < 120, "{rules}: no progress");
            let result = searcher.search(&game, &common::to_nodes(20_000), Mode::Think, &mut |_| {});
            game.push(&result.best.expect("the game goes on")).expect("legal");
        }
        assert_eq!(game.outcome().expect("over").white_won, Some(true), "{rules}");
    }
}

#[test]
fn the_turkish_strike_is_seen() {
    // 32-27 48x32 takes 43, 13, 11 and 27. There the king must stop: behind 38 stands 43, taken but not yet removed.
    let fen = "W:W11,13,32,38,42,43:B31,K48";
    let line = |game: &Game| {
        let info = think(game, &to_depth(7)).info.expect("searched");
        let mut played = game.clone();
        let moves: Vec<String> = info
            .pv
            .iter()
            .map(|mv| {
                let text = text(&played, mv);
                played.push(mv).expect("legal");
                text
            })
            .collect();
        (info.win_plies, moves.join(" "))
    };
    let strike = game("international", fen);
    assert_eq!(line(&strike), (Some(3), "32-27 48x32 38x36".to_owned()));

    // Where pieces go as they are taken the king takes 38 too, and there is no win.
    let mut spec = strike.variant().rules().spec().clone();
    spec.capture.removal = Removal::Immediate;
    let variant = Variant::new(RuleSet::new(spec).expect("sound rules"));
    let (win_plies, moves) = line(&game_from_fen(&variant, fen).expect("a legal position"));
    assert!(win_plies.is_none() && !moves.starts_with("32-27"), "{win_plies:?} {moves}");
}
