//! The search as others use it, over all built-in rules.

mod common;

use common::{Dice, builtin_names, game, start, text, think, to_depth, to_nodes};
use hub_rules::game::Game;
use hub_rules::variant::AnyMove;
use hub_search::bench::builtin_variant;
use hub_search::{Clock, Limits, Mode, Searcher};

/// Plays a line from the game's position; false when a move is not legal.
fn is_playable(game: &Game, line: &[AnyMove]) -> bool {
    let mut game = game.clone();
    line.iter().all(|mv| game.push(mv).is_ok())
}

#[test]
fn moves_and_lines_are_legal_in_every_variant() {
    for name in builtin_names() {
        let variant = builtin_variant(&name).expect("built in");
        let searcher = Searcher::new(1, 1).expect("memory for the table");
        let mut dice = Dice(1);
        for round in 0..2 {
            let mut game = start(&name);
            for _ in 0..60 {
                let legal = variant.legal_moves(game.position());
                if legal.is_empty() {
                    break;
                }
                let limits = to_nodes(300);
                let mut lines = Vec::new();
                let result =
                    searcher.search(&game, &limits, Mode::Analyze, &mut |info| lines.push(info.pv.clone()));
                let best = result.best.expect("the game goes on");
                assert!(legal.contains(&best), "{name}");
                let info = result.info.expect("something was searched");
                assert_eq!(info.pv[0], best);
                assert!(is_playable(&game, &info.pv), "{name}: {:?}", info.pv);
                assert!(lines.iter().all(|line| is_playable(&game, line)), "{name}: {lines:?}");
                let mv = if round == 0 { best } else { legal[dice.below(legal.len())] };
                game.push(&mv).expect("legal");
            }
        }
    }
}

#[test]
fn the_same_input_gives_the_same_output() {
    for name in ["international", "frisian", "poddavki"] {
        let game = start(name);
        for limits in [to_depth(9), to_nodes(50_000)] {
            let [a, b] = [think(&game, &limits), think(&game, &limits)].map(|result| {
                let info = result.info.expect("searched");
                (result.best, info.nodes, info.score, info.pv, info.depth)
            });
            assert_eq!(a, b);
        }
    }
}

#[test]
fn node_limits_hold() {
    let game = game("international", "W:W31-50:B1-20");
    for nodes in [1_000, 30_000, 100_000] {
        let info = think(&game, &to_nodes(nodes)).info.expect("searched");
        assert!(info.nodes <= nodes + 1, "{} of {nodes}", info.nodes);
    }
    assert!(think(&game, &to_nodes(1)).best.is_some());
}

#[test]
fn a_stop_before_the_search_still_answers() {
    let game = game("international", "W:W31-50:B1-20");
    let searcher = Searcher::new(1, 1).expect("memory for the table");
    for mode in [Mode::Think, Mode::Ponder, Mode::Analyze] {
        searcher.arm();
        searcher.stop();
        let result = searcher.search(&game, &Limits::default(), mode, &mut |_| {});
        assert!(result.best.is_some() && result.stopped);
        assert!(result.info.expect("depth one").nodes < 30_000);
    }
}

#[test]
fn pondering_waits_for_the_hit() {
    // One legal move, a depth of one, and nothing to think about: still no answer before the hit.
    let game = game("international", "W:W31:B12");
    let searcher = Searcher::new(1, 1).expect("memory for the table");
    searcher.arm();
    let answered = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let result = searcher.search(&game, &to_depth(1), Mode::Ponder, &mut |info| {
                assert_eq!(info.depth, 1);
            });
            answered.store(true, std::sync::atomic::Ordering::SeqCst);
            result
        });
        std::thread::yield_now();
        assert!(!answered.load(std::sync::atomic::Ordering::SeqCst));
        searcher.ponder_hit();
        let result = search.join().expect("no panic");
        assert!(result.best.is_some() && !result.stopped);
    });
}

#[test]
fn a_search_without_limits_runs_until_the_stop() {
    // White wins by the only move there is, so the proof is found at once.
    let game = game("international", "W:W31:B26");
    let searcher = Searcher::new(1, 1).expect("memory for the table");
    for mode in [Mode::Think, Mode::Analyze] {
        searcher.arm();
        std::thread::scope(|scope| {
            let search = scope.spawn(|| searcher.search(&game, &Limits::default(), mode, &mut |_| {}));
            std::thread::yield_now();
            assert!(!search.is_finished());
            searcher.stop();
            let result = search.join().expect("no panic");
            assert!(result.stopped && result.best.is_some());
        });
    }
}

#[test]
fn a_forced_move_is_played_at_once() {
    let game = game("international", "W:W28,50:B23,1");
    let mut infos = 0;
    let result = Searcher::new(1, 1).expect("memory for the table").search(
        &game,
        &to_depth(20),
        Mode::Think,
        &mut |_| infos += 1,
    );
    assert_eq!((infos, result.info.map(|info| info.depth)), (1, Some(1)));
}

#[test]
fn an_empty_clock_is_answered() {
    let game = game("international", "W:W31-50:B1-20");
    for (time_s, inc_s, moves) in
        [(0.05, 0.0, None), (0.0, 0.0, None), (-3.0, 0.0, Some(1)), (0.2, 0.0, Some(1))]
    {
        let limits =
            Limits { clock: Some(Clock { time_s, inc_s, moves }), overhead_s: 0.1, ..Limits::default() };
        assert!(think(&game, &limits).best.is_some());
    }
}

#[test]
fn threads_share_the_work() {
    let game = game("international", "W:W31-50:B1-20");
    let searcher = Searcher::new(1, 1).expect("memory for the table");
    searcher.set_threads(3);
    searcher.resize(2).expect("memory for the table");
    let result = searcher.search(&game, &to_depth(10), Mode::Think, &mut |_| {});
    assert_eq!(result.info.expect("searched").depth, 10);
    assert!(is_playable(&game, &[result.best.expect("a move")]));
}

#[test]
fn a_panic_ends_the_search_and_all_its_threads() {
    let game = start("international");
    let searcher = Searcher::new(1, 3).expect("memory for the table");
    searcher.arm();
    let panics = || searcher.search(&game, &to_depth(5), Mode::Think, &mut |_| panic!("meant"));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics)).is_err());
    // A stop that came too late for it is none of the next search's.
    searcher.stop();
    let next = searcher.search(&game, &to_depth(5), Mode::Think, &mut |_| {});
    assert!(!next.stopped && next.info.is_some_and(|info| info.depth == 5));
}

#[test]
fn what_one_game_has_taught_is_not_believed_of_another() {
    let fen = "W:W16,19,21:B14,20,18";
    let searcher = Searcher::new(4, 1).expect("memory for the table");
    let score = |rules: &str, searcher: &Searcher| {
        let result = searcher.search(&game(rules, fen), &to_depth(12), Mode::Analyze, &mut |_| {});
        result.info.expect("searched").score
    };
    let fresh = score("poddavki", &Searcher::new(4, 1).expect("memory for the table"));
    score("russian", &searcher);
    assert_eq!(score("poddavki", &searcher), fresh);
}

#[test]
fn the_size_of_the_table_outlives_clearing() {
    let searcher = Searcher::new(3, 1).expect("memory for the table");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..50).for_each(|_| searcher.clear().expect("memory for the table")));
        }
    });
    assert_eq!(searcher.hash_mb(), 3);
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let game = game("international", "W:W:B1");
    let result = think(&game, &to_depth(3));
    assert!(result.best.is_none() && result.info.is_none());
}

#[test]
fn finds_short_wins() {
    for (rules, fen, best, win) in [
        ("breakthrough", "W:W16,50:B1,45", Some("16-11"), None),
        ("antidraughts", "W:W31:B22", Some("31-27"), Some(2)),
        ("poddavki", "W:W21:B14", Some("21-17"), Some(2)),
    ] as [(&str, &str, Option<&str>, Option<i32>); 3]
    {
        let game = game(rules, fen);
        let result = think(&game, &to_depth(12));
        let info = result.info.expect("searched");
        if let Some(best) = best {
            assert_eq!(text(&game, &info.pv[0]), best, "{rules} {fen}");
        }
        if win.is_some() {
            assert_eq!(info.win_plies, win, "{rules} {fen}");
        }
    }
}
