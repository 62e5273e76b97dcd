from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LocalProtocolError, PdnError
from protocol.notation.pdn import (
    MAX_DEPTH,
    UNKNOWN_MOVE,
    Game,
    Line,
    PdnReader,
    PlacedPosition,
    PlayedMove,
    decode_pdn,
    read_line,
    write_game,
)


def games(text: str) -> list[Game]:
    return list(PdnReader(text))


def moves(text: str) -> tuple[str, ...]:
    (game,) = games(text)
    return game.line.moves


def faults(text: str) -> list[str]:
    """What a reader hears that does not give up."""
    reader, heard = PdnReader(text), []
    while True:
        try:
            heard.append("game" if next(reader).line.elements else "empty")
        except PdnError as error:
            heard.append(f"{error.line}:{error.column} {error.faults[0].reason}")
        except StopIteration:
            return heard


EXAMPLE = """\
[Event "Dutch championship"]
[Site "Huissen NED"]
[Date "2009.04.11"]
[Round "?"]
[White "Alexander \\"Sasha\\" X"]
[Black "Y"]
[Result "2-0"]
[GameType "20"]

1. 32-28 {best by test} 1... 19-23! 2. 28x19 14x23 $1 (2... 13x24(?) 3. 37-32 (3. 33-28) 3... 9-14)
3. 37-32 *
"""


def test_a_game() -> None:
    (game,) = games(EXAMPLE)
    assert game.tags["White"] == 'Alexander "Sasha" X'
    assert game.tags["Round"] == "?"
    assert game.result == "2-0"
    assert game.line.moves == ("32-28", "19-23", "28x19", "14x23", "37-32")
    first, second, _, answer, _ = game.line.elements
    assert first == PlayedMove("32-28", comments=("best by test",))
    assert second == PlayedMove("19-23", strength="!")
    assert isinstance(answer, PlayedMove)
    assert answer.nags == (1,)
    (variation,) = answer.variations
    assert variation.moves == ("13x24", "37-32", "9-14")
    assert variation.elements[0] == PlayedMove("13x24", strength="(?)")
    assert variation.elements[1] == PlayedMove("37-32", variations=(Line((PlayedMove("33-28"),)),))


def test_a_game_is_written_as_the_standard_wants() -> None:
    assert write_game(games(EXAMPLE)[0]) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. 32-28 19-23", ("32-28", "19-23")),
        ("32-28 19-23", ("32-28", "19-23")),
        ("1.32-28 19-23 2.28x19", ("32-28", "19-23", "28x19")),
        ("1 32-28 19-23 2 28x19", ("32-28", "19-23", "28x19")),
        ("7... 19-23 8. 28:19", ("19-23", "28:19")),
        ("1. 05-10 c3-d4 c3:e5 a3b4 a1h8", ("05-10", "c3-d4", "c3:e5", "a3b4", "a1h8")),
        ("47x38x24x13x36 47x38x20x9x36", ("47x38x24x13x36", "47x38x20x9x36")),
        ("1. ... 19-23", (UNKNOWN_MOVE, "19-23")),
        ("1... ... 2. 1-18", (UNKNOWN_MOVE, "1-18")),
        ("% a line 32-28\n1. 32-28 % another 33-29\n19-23", ("32-28", "19-23")),
        ("32-28 {a [%clk 0:10:00] % b (} 19-23", ("32-28", "19-23")),
        ("1. -d5 -d4 2.-18/24-20 -b4/h2xf4", ("-d5", "-d4", "-18/24-20", "-b4/h2xf4")),
        ("1-18 2-07 10-14", ("1-18", "2-07", "10-14")),
        ("", ()),
    ],
)
def test_moves_are_read_in_every_dress(text: str, expected: tuple[str, ...]) -> None:
    assert moves(f"{text} *") == expected


@pytest.mark.parametrize("result", ["2-0", "1-1", "0-2", "0-0", "1-0", "0-1", "1/2-1/2", "*"])
@pytest.mark.parametrize("end", ["", "\n", " ", " *", '\n[Event "next"] *', '[FEN "W:W31:B20"] *'])
def test_results_of_both_styles_close_a_game(result: str, end: str) -> None:
    if result == "*" and end == " *":
        return
    first, *others = games(f"1. 32-28 19-23 {result}{end}")
    assert first.result == result
    assert first.line.moves == ("32-28", "19-23")
    assert len(others) == ("[" in end)


@pytest.mark.parametrize(
    ("tag", "end", "result"),
    [
        ("2-0", "*", "2-0"),
        ("2-0", "", "2-0"),
        ("?", "1-1", "1-1"),
        ("*", "0-2", "0-2"),
        ("", "0-2", "0-2"),
        ("1-0", "2-0", "1-0"),
        ("12-8", "*", "12-8"),
        ("*", "", "*"),
    ],
)
def test_the_tag_tells_the_result_where_it_can(tag: str, end: str, result: str) -> None:
    (game,) = games(f'[Result "{tag}"] 32-28 {end}')
    assert game.result == result
    assert game.tags == {}


def test_a_forced_move_of_an_older_file() -> None:
    assert games("32-28* 19-23* *")[0].line.elements == (PlayedMove("32-28", nags=(7,)), PlayedMove("19-23", nags=(7,)))


def test_a_position_in_the_middle() -> None:
    (game,) = games('32-28 /FEN "B:W31:B20"/ {study} 20-25 1-1')
    assert game.line.elements == (
        PlayedMove("32-28"),
        PlacedPosition("B:W31:B20", comments=("study",)),
        PlayedMove("20-25"),
    )
    assert '1. 32-28 /FEN "B:W31:B20"/ {study} 1... 20-25 *' in write_game(game)
    assert game.line.moves == ("32-28", "20-25")


@pytest.mark.parametrize(
    ("tags", "text"),
    [
        ({}, "1. a 2. c"),
        ({"FEN": "B:W31:B20"}, "1... a 2. b"),
        ({"FEN": "W:W31:B20"}, "1. a 2. c"),
        ({"GameType": "21"}, "1. a 2. c"),
        ({"GameType": "21", "FEN": "B:W31:B20"}, "1. a 2. c"),
        ({"GameType": "21", "FEN": "W:W31:B20"}, "1... a 2. b"),
        ({"GameType": "20,B,10,10,N2,0"}, "1. a 2. c"),
        ({"GameType": "20,B,10,10,N2,0", "FEN": "W:W31:B20"}, "1... a 2. b"),
    ],
)
def test_moves_are_numbered_from_the_side_that_begins(tags: dict[str, str], text: str) -> None:
    game = Game(tags, Line((PlayedMove("1-6"), PlayedMove("20-14"), PlayedMove("6-11"))))
    first, second, third = ("1-6", "20-14", "6-11")
    expected = text.replace("2. b", f"2. {second} {third}").replace("a 2. c", f"a {second} 2. {third}")
    assert f"\n\n{expected.replace('a', first)} *" in write_game(game)


def test_many_games() -> None:
    text = "\n".join(write_game(Game({"Round": str(number)}, Line((PlayedMove("32-28"),)))) for number in range(200))
    assert [game.tags["Round"] for game in PdnReader(text)] == [str(number) for number in range(200)]


def test_games_without_tags_moves_or_end() -> None:
    assert [game.line.moves for game in games("32-28 2-0 33-29 * *")] == [("32-28",), ("33-29",), ()]
    assert [game.tags["FEN"] for game in games('[FEN "a"]\n\n[FEN "b"]\n[Site "x"]\n')] == ["a", "b"]
    assert games("") == games(" \n% nothing\n") == []
    # What stands before the tags belongs to the game, too.
    assert games('{one} [Site "x"] {two} *') == [Game({"Site": "x"}, Line((), ("one", "two")))]


def test_long_games_are_wrapped() -> None:
    game = Game({}, Line(tuple(PlayedMove("32-28") for _ in range(200))))
    assert max(map(len, write_game(game).splitlines())) <= 100
    assert games(write_game(game)) == [game]


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("32-28\n  huh *", ["2:3 neither move nor sign"]),
        ("32-28 1 19-23 - 1", ["1:15 neither move nor sign"]),
        ("32-28 19 23 - 1", ["1:7 a number without its move"]),
        ('32-28 19\n{lost} 1-0\n[Event "x"] 1-6 *', ["1:7 a number without its move", "game"]),
        ('32-28 19\n\n[Event "x"] 1-6 *', ["1:7 a number without its move", "game"]),
        ("32-28 (32 ) 19-23", ["1:8 a number without its move"]),
        ("32-28 (32 \n", ["1:8 a number without its move"]),
        ("32-28 (19-23", ["1:13 variation not closed"]),
        ('32-28 (19-23\n[Event "x"] 1-6 *', ["2:1 variation not closed", "game"]),
        ("32-28) *", ["1:6 no variation is open"]),
        ("(32-28) *", ["1:1 no move before it"]),
        ("! 32-28 *", ["1:1 no move before it"]),
        ('/FEN "x"/ $3 *', ["1:11 no move before it"]),
        ("32-28 {never closed\n[Site]", ["1:7 comment not closed"]),
        ('[Event "a]\n[Site "b"]\n\n32-28 *\n\n[Site "c"]\n\n1-6 *', ["1:1 neither move nor sign", "game"]),
        (
            '[Site "a"]\n\n32-28 ?x? *\n\n[Site "c"]\n\n*\n[Site "d"] # *',
            ["3:8 neither move nor sign", "empty", "8:12 neither move nor sign"],
        ),
        ("32-28 33-29-", ["1:7 neither move nor sign"]),
    ],
)
def test_a_fault_has_a_place_and_the_next_game_is_read(text: str, heard: list[str]) -> None:
    assert faults(text) == heard


def test_the_message_of_a_fault() -> None:
    with pytest.raises(PdnError) as caught:
        games("1. 32-28\n huh *")
    assert str(caught.value) == "line 2, column 2: neither move nor sign: huh"


def test_variations_do_not_go_deeper_than_the_stack() -> None:
    deep = Line((PlayedMove("32-28"),))
    for _ in range(MAX_DEPTH):
        deep = Line((PlayedMove("32-28", variations=(deep,)),))
    assert games(write_game(Game({}, deep))) == [Game({}, deep)]
    with pytest.raises(LocalProtocolError):
        write_game(Game({}, Line((PlayedMove("32-28", variations=(deep,)),))))
    assert faults(100_000 * "32-28 (") == [
        f"1:{(MAX_DEPTH + 1) * 7 + 1} more than {MAX_DEPTH} variations inside each other"
    ]


@pytest.mark.parametrize(
    "game",
    [
        Game({"bad name": "x"}),
        Game({"lower": "x"}),
        Game({"Site": "a\nb"}),
        Game({}, Line((), ("a}b",))),
        Game({}, Line((PlayedMove("1-1"),))),
        Game({}, Line((PlayedMove("2-0"),))),
        Game({}, Line((PlayedMove(""),))),
        Game({}, Line((PlayedMove("32 - 28"),))),
        Game({}, Line((PlayedMove("32-28", strength="*"),))),
        Game({}, Line((PlayedMove("32-28", strength="!!!"),))),
        Game({}, Line((PlayedMove("32-28", nags=(1000,)),))),
        Game({}, Line((PlacedPosition('a"b'),))),
    ],
)
def test_what_would_not_come_back_is_not_written(game: Game) -> None:
    with pytest.raises(LocalProtocolError):
        write_game(game)


def test_tags_in_the_usual_order_and_none_without_value() -> None:
    text = write_game(Game({"GameType": "20", "Annotator": "", "White": "x", "Event": "?"}, result="1-1"))
    assert text == '[Event "?"]\n[White "x"]\n[Result "1-1"]\n[GameType "20"]\n\n*\n'
    assert write_game(Game(result="")) == "*\n"


def test_files_of_both_encodings() -> None:
    assert decode_pdn('\ufeff[Site "\u0160"]'.encode()) == '[Site "\u0160"]'
    assert decode_pdn(b'[Site "Caf\xe9"]') == '[Site "Caf\xe9"]'


SQUARE = st.integers(1, 72)
NAME = st.builds("{}{}".format, st.sampled_from("abcdefghijkl"), st.integers(1, 12))
MOVE_TEXTS = st.one_of(
    st.builds("{}-{}".format, SQUARE, SQUARE),
    st.lists(SQUARE, min_size=2, max_size=6).map(lambda squares: "x".join(map(str, squares))),
    st.lists(NAME, min_size=2, max_size=4).map(":".join),
    st.builds("{}{}".format, NAME, NAME),
    st.builds("-{}".format, SQUARE | NAME),
    st.builds("-{}/{}-{}".format, SQUARE, SQUARE, SQUARE),
    st.builds("-{}/{}x{}".format, NAME, NAME, NAME),
    st.just(UNKNOWN_MOVE),
).filter(lambda text: text != "1-1")
COMMENTS = st.lists(st.text(max_size=12).map(lambda text: text.replace("}", "")), max_size=2).map(tuple)
STRENGTHS = st.sampled_from(["", "!", "?", "!?", "?!", "!!", "??", "(?)", "(!)"])
ONE_LINE = st.text(st.characters(exclude_characters="\n"), max_size=12)
POSITIONS = st.builds(PlacedPosition, st.sampled_from(["B:W31:B20", "W:W31:B20", "B::", ""]), COMMENTS)


def played(lines: st.SearchStrategy[Line] | None = None) -> st.SearchStrategy[PlayedMove]:
    variations = st.just(()) if lines is None else st.lists(lines, max_size=2).map(tuple)
    return st.builds(
        PlayedMove, MOVE_TEXTS, STRENGTHS, st.lists(st.integers(0, 999), max_size=2).map(tuple), COMMENTS, variations
    )


def lines_of(moves: st.SearchStrategy[PlayedMove]) -> st.SearchStrategy[Line]:
    return st.builds(Line, st.lists(st.one_of(moves, moves, moves, POSITIONS), max_size=5).map(tuple), COMMENTS)


LINES = st.recursive(lines_of(played()), lambda inner: lines_of(played(inner)), max_leaves=4)
TAGS = st.dictionaries(
    st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(lambda name: name != "Result")
    | st.sampled_from(["GameType", "FEN", "White"]),
    ONE_LINE.filter(bool) | st.sampled_from(["20", "21", "B:W31:B20"]),
    max_size=4,
)
GAMES = st.builds(Game, TAGS, LINES, st.sampled_from(["2-0", "1-1", "0-1", "1/2-1/2", "*", "12-8", 'a"b\\']))


@given(st.lists(GAMES, max_size=3))
def test_what_is_written_reads_back(written: list[Game]) -> None:
    assert games("\n".join(map(write_game, written))) == written


@given(
    st.lists(
        st.sampled_from([*'()[]{}%"\\/$*!?.-x: \n', "1", "32-28", "2-0", "FEN", '[Event "x"]', "...", "1. ", "é"]),
        max_size=40,
    )
)
def test_rubbish_raises_nothing_else_and_comes_to_an_end(parts: list[str]) -> None:
    text = "".join(parts)
    assert len(faults(text)) <= len(text) + 1


@pytest.mark.parametrize(
    "text", ["[", "{", "1-", "a1", '[a "', '[a "\nx\n', "32-28 (", "((", "!", "1 ", "/FEN ", '[a "\\']
)
def test_long_rubbish_is_read_once(text: str) -> None:
    # In quadratic time this would not end within the time limit of a test.
    assert faults(text * 50_000)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", ()),
        ("*", ()),
        ("32-28 19-23", ("32-28", "19-23")),
        ("1 32-28 19-23 2 {why} 28x19\n", ("32-28", "19-23", "28x19")),
        ("1.32-28 2.", ("32-28",)),
        ("1.32-28 19-23 {why} (1... 20-24) 2.28x19! 1-1", ("32-28", "19-23", "28x19")),
        ("-28 -29", ("-28", "-29")),
    ],
)
def test_a_line_of_play(text: str, moves: tuple[str, ...]) -> None:
    assert read_line(text) == moves


@pytest.mark.parametrize(
    "text",
    [
        '[White "x"] 32-28',
        "32-28 * 33-28",
        '/FEN "W:W1:B50"/ 1-7',
        "32-28 word",
        "32-28 19 ",
        "32 28 19 23\n",
        "32-28 19 {23} *",
    ],
)
def test_what_is_no_line_of_play(text: str) -> None:
    with pytest.raises(PdnError):
        read_line(text)
