"""At least two wrong files for every key: each message names file, line and key, and says what is allowed."""

# ruff: noqa: E501 - one case a line reads best

from __future__ import annotations

from typing import Any

import pytest

from hub_engine.config.schema import ListOf, Optional, Table
from hub_engine.config.variant import SCHEMA, parse_variant
from hub_engine.errors import VariantError
from tests.vectors import REGISTRY, ROOT

FOLDER = ROOT / "configs" / "variants"
NAMES = "names: {title: Mine, hub: mine}\n"

#: Key, parent, what the file says from its second line (names) or its third on, and the faults.
CASES: list[tuple[str, str, str, list[str]]] = [
    ("names.title", "international", "names: {title: [Mine], hub: mine}", ["mine.yaml:2: names.title: must be a title of at most 80 characters, not a list"]),
    ("names.title", "international", "names: {title: '', hub: mine}", ["mine.yaml:2: names.title: '' is not a title of at most 80 characters"]),
    ("names.hub", "international", "names: {title: Mine, hub: 7}", ["mine.yaml:2: names.hub: must be a name of small letters, digits and any of -_!, not 7 (put it in quotes)"]),
    ("names.hub", "international", "names: {title: Mine, hub: Two Words}", ["mine.yaml:2: names.hub: 'Two Words' is not a name of small letters, digits and any of -_!"]),
    ("names.aliases", "international", "names: {title: Mine, hub: mine, aliases: other}", ["mine.yaml:2: names.aliases: must be a list, not the text 'other'"]),
    ("names.aliases", "international", "names: {title: Mine, hub: mine, aliases: [a, a]}", ["mine.yaml:2: names.aliases[1]: a appears twice"]),
    ("names.aliases_with_options", "soicos", "names: {title: Mine, hub: mine, aliases_with_options: [a]}", ["mine.yaml:2: names.aliases_with_options: must be a mapping, not a list"]),
    ("names.aliases_with_options", "soicos", "names: {title: Mine, hub: mine, aliases_with_options: {a: {flying_king: 1}}}", ["mine.yaml:2: names.aliases_with_options.a.flying_king: must be a word of small letters, digits and any of -_, not 1 (put it in quotes)"]),
    ("names.aliases_with_options", "soicos", "names: {title: Mine, hub: mine, aliases_with_options: {a: {king: true}}}", ["mine.yaml:2: names.aliases_with_options.a.king: must be an option of the file: flying_king"]),
    ("names.aliases_with_options", "soicos", "names: {title: Mine, hub: mine, aliases_with_options: {a: {flying_king: maybe}}}", ["mine.yaml:2: names.aliases_with_options.a.flying_king: must be one of true, false, not 'maybe'"]),
    ("options", "soicos", "options: [flying_king]", ["mine.yaml:3: options: must be a mapping, not a list"]),
    ("options", "soicos", "options: {Flying: {title: t, type: bool, default: true, values: {true: {}, false: {}}}}", ["mine.yaml:3: options.Flying: 'Flying' is not a name of small letters, digits and any of -_"]),
    ("options", "international", "options: {threads: {title: t, type: bool, default: true, values: {true: {}, false: {}}}}", ["mine.yaml:3: options.threads: must have another name: the engine has a Hub parameter of this one"]),
    ("options.NAME.title", "international", "options: {a: {title: 7, type: bool, default: true, values: {true: {}, false: {}}}}", ["mine.yaml:3: options.a.title: must be a title of at most 80 characters, not 7 (put it in quotes)"]),
    ("options.NAME.title", "international", "options: {a: {title: '', type: bool, default: true, values: {true: {}, false: {}}}}", ["mine.yaml:3: options.a.title: '' is not a title of at most 80 characters"]),
    ("options.NAME.type", "international", "options: {a: {title: t, type: [], default: true, values: {true: {}, false: {}}}}", ["mine.yaml:3: options.a.type: must be one of bool, enum, not a list"]),
    ("options.NAME.type", "international", "options: {a: {title: t, type: bool, default: short, values: {short: {}, long: {}}}}", ["mine.yaml:3: options.a.values: must be true and false: the type is bool"]),
    ("options.NAME.default", "international", "options: {a: {title: t, type: bool, default: 1, values: {true: {}, false: {}}}}", ["mine.yaml:3: options.a.default: must be a word of small letters, digits and any of -_, not 1 (put it in quotes)"]),
    ("options.NAME.default", "international", "options: {a: {title: t, type: enum, default: long, values: {a: {}, b: {}}}}", ["mine.yaml:3: options.a.default: must be one of a, b"]),
    ("options.NAME.values", "international", "options: {a: {title: t, type: enum, default: b, values: [a, b]}}", ["mine.yaml:3: options.a.values: must be a mapping of at least two values to the keys they change"]),
    ("options.NAME.values", "international", "options: {a: {title: t, type: enum, default: b, values: {b: {}}}}", ["mine.yaml:3: options.a.values: must be a mapping of at least two values to the keys they change"]),
    ("options.NAME.values", "international", "options: {a: {title: t, type: enum, default: b, values: {b: {}, c: 5}}}", ["mine.yaml:3: options.a.values.c: must be a mapping of the keys it changes, not 5"]),
    ("options.NAME.values", "international", "options: {a: {title: t, type: enum, default: b, values: {b: {}, c: {names: {}}}}}", ["mine.yaml:3: options.a.values.c.names: cannot depend on an option"]),
    ("options.NAME.values", "international", "options:\n  a:\n    title: t\n    type: enum\n    default: b\n    values:\n      b: {}\n      c: {kings: {range: short, landing: behind}}", ["mine.yaml:10: kings.landing: a short king always lands directly behind, so this must be free"]),
    ("board.width", "international", "board: {width: ten}", ["mine.yaml:3: board.width: must be a whole number, not the text 'ten'"]),
    ("board.width", "italian", "board: {width: 9}\nsetup: {white: [30], black: [8]}\nnotation: {game_type: '22,W,9,8,N2,1'}", ["mine.yaml:3: board.width: must be even on a mirror board (playable: light), whose rows are reflected"]),
    ("board.height", "international", "board: {height: 10.5}", ["mine.yaml:3: board.height: must be a whole number, not 10.5"]),
    ("board.height", "international", "board: {height: 13}", ["mine.yaml:3: board.height: 13 is not in 4..12"]),
    ("board.playable", "international", "board: {playable: [dark]}", ["mine.yaml:3: board.playable: must be one of dark, light, all, not a list"]),
    ("board.playable", "russian", "board: {playable: light}\nnotation: {game_type: '25,W,8,8,A0,1'}", ["configs/variants/russian.yaml:16: notation.squares: algebraic names a1 as a square, a mirror board has none there"]),
    ("board.lines", "turkish", "board: {lines: true}", ["mine.yaml:3: board.lines: must be one of all, alternate, not true"]),
    ("board.lines", "international", "board: {lines: alternate}", ["mine.yaml:3: board.lines: must be all: only on a board with playable: all do diagonals alternate"]),
    ("board.holes", "turkish", "board: {holes: 5}", ["mine.yaml:3: board.holes: must be a list, not 5"]),
    ("board.holes", "international", "board: {holes: [5]}", ["mine.yaml:3: board.holes: must be left out: only a board with playable: all has holes"]),
    ("board.holes", "turkish", "board: {holes: [65]}", ["mine.yaml:3: board.holes[0]: square 65 is off the board, which has 64"]),
    ("board.holes", "turkish", "board: {holes: [5, 1-6]}", ["mine.yaml:3: board.holes[1]: square 5 is named twice"]),
    ("board.holes", "turkish", "board: {holes: [1-64]}", ["mine.yaml:3: board.holes: leaves no square to play on"]),
    ("setup.first", "international", "setup: {first: true}", ["mine.yaml:3: setup.first: must be one of white, black, not true"]),
    ("setup.first", "international", "setup: {first: black}", ["configs/variants/international.yaml:19: notation.game_type: board, first side and numbering make it 'n,B,10,10,N1,0'"]),
    ("setup.white", "international", "setup: {white: 31}", ["mine.yaml:3: setup.white: must be a list, not 31"]),
    ("setup.white", "international", "setup: {white: [1, 31-50], black: [2-20]}", ["mine.yaml:3: setup.white[0]: square 1: a white man cannot stand on its promotion row"]),
    ("setup.white", "corner", "setup: {white: [5]}", ["mine.yaml:3: setup.white[0]: square 5: a white man cannot stand where it is crowned", "configs/variants/corner.yaml:11: setup.black[1]: square 5 is set up twice"]),
    ("setup.black", "international", "setup: {black: all}", ["mine.yaml:3: setup.black: must be a list, not the text 'all'"]),
    ("setup.black", "international", "setup: {black: [1-31]}", ["mine.yaml:3: setup.black[0]: square 31 is set up twice"]),
    ("setup.white_parachutists", "parachute", "setup: {white_parachutists: 1}", ["mine.yaml:3: setup.white_parachutists: must be a list, not 1"]),
    ("setup.white_parachutists", "international", "setup: {white_parachutists: [22]}", ["mine.yaml:3: setup.white_parachutists: must be left out: the game has no parachutists"]),
    ("setup.black_parachutists", "parachute", "setup: {black_parachutists: {a1: true}}", ["mine.yaml:3: setup.black_parachutists: must be a list, not a mapping"]),
    ("setup.black_parachutists", "parachute", "setup: {black_parachutists: [28]}", ["mine.yaml:3: setup.black_parachutists[0]: square 28 is set up twice", "mine.yaml:3: setup.black_parachutists[0]: square 28 is not on the last row of its men"]),
    ("setup.black_parachutists", "parachute", "setup: {black_parachutists: [20]}", ["mine.yaml:3: setup.black_parachutists[0]: square 20 is not on the last row of its men"]),
    ("notation.squares", "international", "notation: {squares: 1}", ["mine.yaml:3: notation.squares: must be one of numeric, algebraic, not 1"]),
    ("notation.squares", "italian", "notation: {squares: algebraic, game_type: '22,W,8,8,A0,1'}", ["mine.yaml:3: notation.squares: algebraic names a1 as a square, a mirror board has none there"]),
    ("notation.origin", "international", "notation: {origin: []}", ["mine.yaml:3: notation.origin: must be one of top-left, bottom-right, not a list"]),
    ("notation.origin", "russian", "notation: {origin: bottom-right}", ["mine.yaml:3: notation.origin: algebraic squares are not numbered, so the origin must be top-left"]),
    ("notation.capture_sign", "international", "notation: {capture_sign: [x]}", ["mine.yaml:3: notation.capture_sign: must be one of x, :, -, not a list"]),
    ("notation.capture_sign", "international", "notation: {capture_sign: '+'}", ["mine.yaml:3: notation.capture_sign: must be one of x, :, -, not the text '+'"]),
    ("notation.game_type", "international", "notation: {game_type: 20}", ["mine.yaml:3: notation.game_type: must be a PDN GameType such as 20,W,10,10,N2,0, not 20 (put it in quotes)"]),
    ("notation.game_type", "international", "notation: {game_type: '20,W,8,8,N2,0'}", ["mine.yaml:3: notation.game_type: board, first side and numbering make it 'n,W,10,10,N2,0'"]),
    ("notation.results", "international", "notation: {results: 2}", ["mine.yaml:3: notation.results: must be one of 2-0, 1-0, not 2"]),
    ("notation.results", "international", "notation: {results: '0-0'}", ["mine.yaml:3: notation.results: must be one of 2-0, 1-0, not the text '0-0', did you mean 2-0?"]),
    ("men.move", "international", "men: {move: forward}", ["mine.yaml:3: men.move: must be a list, not the text 'forward'"]),
    ("men.move", "international", "men: {move: [], capture: []}", ["mine.yaml:3: men: can neither move nor capture"]),
    ("men.capture", "international", "men: {capture: [1]}", ["mine.yaml:3: men.capture[0]: must be one of forward, backward, sideways, forward-diagonals, backward-diagonals, not 1"]),
    ("men.capture", "international", "men: {capture: [forward, forward]}", ["mine.yaml:3: men.capture[1]: forward appears twice"]),
    ("men.capture_next", "alquerque", "men: {capture_next: forward}", ["mine.yaml:3: men.capture_next: must be a list, not the text 'forward'"]),
    ("men.capture_next", "international", "men: {capture: [], capture_next: [forward]}", ["mine.yaml:3: men.capture_next: must be left out: without men.capture there is no first jump"]),
    ("men.capture_kings", "international", "men: {capture_kings: [true]}", ["mine.yaml:3: men.capture_kings: must be true or false, not a list"]),
    ("men.capture_kings", "international", "men: {capture_kings: yes}", ["mine.yaml:3: men.capture_kings: must be true or false, not the text 'yes'"]),
    ("men.capture_kings", "parachute", "men: {capture_kings: false}", ["mine.yaml:3: men.capture_kings: must be true in a game with parachutists, who take any piece"]),
    ("men.linear", "dameo", "men: {linear: 1}", ["mine.yaml:3: men.linear: must be true or false, not 1"]),
    ("men.linear", "konane", "men: {linear: true}", ["mine.yaml:3: men.linear: must be false: linear moves go in the directions of men.move, which is empty"]),
    ("men.rest_on_last_row", "alquerque", "men: {rest_on_last_row: last}", ["mine.yaml:3: men.rest_on_last_row: must be true or false, not the text 'last'"]),
    ("men.rest_on_last_row", "turkish", "men: {rest_on_last_row: true}", ["mine.yaml:3: men.rest_on_last_row: must be false, or promotion.squares none or a list: no man stays on a last row"]),
    ("men.rest_on_last_row", "konane", "men: {rest_on_last_row: true}", ["mine.yaml:3: men.rest_on_last_row: must be false: men.move is empty, so men rest everywhere"]),
    ("men.black_forward", "one-way", "men: {black_forward: true}", ["mine.yaml:3: men.black_forward: must be one of down, up, not true"]),
    ("men.black_forward", "one-way", "kings: {move: [forward-diagonals]}", ["mine.yaml:3: kings.move: must name both or none of forward-diagonals and backward-diagonals: men.black_forward is up"]),
    ("kings.range", "international", "kings: {range: 1}", ["mine.yaml:3: kings.range: must be one of short, flying, not 1"]),
    ("kings.range", "thai", "kings: {range: short}", ["configs/variants/thai.yaml:18: kings.landing: a short king always lands directly behind, so this must be free"]),
    ("kings.move", "international", "kings: {move: {}}", ["mine.yaml:3: kings.move: must be a list, not a mapping"]),
    ("kings.move", "international", "kings: {move: []}", ["mine.yaml:3: kings.move: is empty: a king needs at least one direction"]),
    ("kings.capture", "international", "kings: {capture: all}", ["mine.yaml:3: kings.capture: must be a list, not the text 'all'"]),
    ("kings.capture", "international", "kings: {capture: []}", ["mine.yaml:3: kings.capture: is empty: a king needs at least one direction"]),
    ("kings.landing", "international", "kings: {landing: []}", ["mine.yaml:3: kings.landing: must be one of free, behind, behind-last-king, not a list"]),
    ("kings.landing", "english", "kings: {landing: behind}", ["mine.yaml:3: kings.landing: a short king always lands directly behind, so this must be free"]),
    ("kings.same_king_limit", "international", "kings: {same_king_limit: three}", ["mine.yaml:3: kings.same_king_limit: must be a whole number, not the text 'three'"]),
    ("kings.same_king_limit", "international", "kings: {same_king_limit: 8}", ["mine.yaml:3: kings.same_king_limit: 8 is not in 0..7"]),
    ("kings.same_king_limit", "alquerque", "kings: {same_king_limit: 3}", ["mine.yaml:3: kings.same_king_limit: must be 0: with promotion.squares none there are no kings"]),
    ("kings.same_king_limit", "frisian", "capture: {obligation: huffing}", ["configs/variants/frisian.yaml:15: kings.same_king_limit: must be 0 in a game with huffing"]),
    ("parachutists", "parachute", "parachutists: []", ["mine.yaml:3: parachutists: must be a mapping, not a list"]),
    ("parachutists", "parachute", "parachutists: null", ["configs/variants/parachute.yaml:12: setup.white_parachutists: must be left out: the game has no parachutists", "configs/variants/parachute.yaml:13: setup.black_parachutists: must be left out: the game has no parachutists"]),
    ("parachutists.move", "parachute", "parachutists: {move: none}", ["mine.yaml:3: parachutists.move: must be a list, not the text 'none'"]),
    ("parachutists.move", "parachute", "parachutists: {move: [up]}", ["mine.yaml:3: parachutists.move[0]: must be one of forward, backward, sideways, forward-diagonals, backward-diagonals, not the text 'up'"]),
    ("parachutists.move", "parachute", "parachutists: {move: [backward]}", ["mine.yaml:3: parachutists.move: must be []: a parachutist makes no quiet move"]),
    ("parachutists.capture", "parachute", "parachutists: {capture: backward}", ["mine.yaml:3: parachutists.capture: must be a list, not the text 'backward'"]),
    ("parachutists.capture", "parachute", "parachutists: {capture: []}", ["mine.yaml:3: parachutists.capture: is empty: a parachutist needs at least one direction to land in"]),
    ("parachutists.capture", "parachute", "parachutists: {capture: [forward-diagonals]}", ["mine.yaml:3: parachutists.capture[0]: must be backward or backward-diagonals, not forward-diagonals: it could land where a man is crowned"]),
    ("parachutists.becomes", "parachute", "parachutists: {becomes: [man]}", ["mine.yaml:3: parachutists.becomes: must be one of man, not a list"]),
    ("parachutists.becomes", "parachute", "parachutists: {becomes: king}", ["mine.yaml:3: parachutists.becomes: must be one of man, not the text 'king'"]),
    ("capture.removal", "international", "capture: {removal: 1}", ["mine.yaml:3: capture.removal: must be one of end, immediate, not 1"]),
    ("capture.removal", "international", "capture: {removal: never}", ["mine.yaml:3: capture.removal: must be one of end, immediate, not the text 'never'"]),
    ("capture.turn_back", "international", "capture: {turn_back: 0}", ["mine.yaml:3: capture.turn_back: must be true or false, not 0"]),
    ("capture.turn_back", "international", "capture: {turn_back: 'true'}", ["mine.yaml:3: capture.turn_back: must be true or false, not the text 'true'"]),
    ("capture.precedence", "international", "capture: {precedence: quantity}", ["mine.yaml:3: capture.precedence: must be a list, not the text 'quantity'"]),
    ("capture.precedence", "konane", "capture: {precedence: [quantity]}", ["mine.yaml:3: capture.precedence: must be [] with continue: may-straight: a capture may stop early"]),
    ("capture.king_value", "frisian", "capture: {king_value: many}", ["mine.yaml:3: capture.king_value: must be a whole number, not the text 'many'"]),
    ("capture.king_value", "international", "capture: {king_value: 199}", ["mine.yaml:3: capture.king_value: has no meaning unless precedence names value"]),
    ("capture.continue", "konane", "capture: {continue: true}", ["mine.yaml:3: capture.continue: must be one of must, may-straight, not true"]),
    ("capture.continue", "konane", "capture: {continue: stop}", ["mine.yaml:3: capture.continue: must be one of must, may-straight, not the text 'stop'"]),
    ("capture.continue", "russian", "capture: {continue: may-straight}", ["mine.yaml:3: capture.continue: must be must, or promotion.squares none: only men stop where they like"]),
    ("capture.obligation", "children-es", "capture: {obligation: huffing}", ["mine.yaml:3: capture.obligation: must be left out: the option obligation decides it"]),
    ("capture.obligation", "international", "capture: {obligation: true}", ["mine.yaml:3: capture.obligation: must be one of compulsory, huffing, not true"]),
    ("capture.obligation", "konane", "capture: {obligation: huffing}", ["mine.yaml:3: capture.obligation: must be compulsory with continue: may-straight"]),
    ("capture.forced_landing", "russian", "capture: {forced_landing: forced}", ["mine.yaml:3: capture.forced_landing: must be true or false, not the text 'forced'"]),
    ("capture.forced_landing", "english", "capture: {forced_landing: false}", ["mine.yaml:3: capture.forced_landing: must be true: kings have one square to land on, none to choose from"]),
    ("promotion.squares", "corner", "promotion: {squares: 5}", ["mine.yaml:3: promotion.squares: must be last-row, none or the squares of white and black, not 5"]),
    ("promotion.squares", "corner", "promotion: {squares: {white: [33], black: [32, 32]}}", ["mine.yaml:3: promotion.squares.white[0]: square 33 is off the board, which has 32", "mine.yaml:3: promotion.squares.black[1]: square 32 is named twice"]),
    ("promotion.squares", "corner", "promotion: {squares: {white: [], black: [32]}}", ["mine.yaml:3: promotion.squares.white: at least one square is needed; write squares: none for a game without kings"]),
    ("promotion.squares", "parachute", "promotion: {squares: none}", ["mine.yaml:3: promotion.squares: must be last-row in a game with parachutists, who wait there"]),
    ("promotion.in_capture", "international", "promotion: {in_capture: true}", ["mine.yaml:3: promotion.in_capture: must be one of end, stay, crown, not true"]),
    ("promotion.in_capture", "international", "promotion: {in_capture: stop}", ["mine.yaml:3: promotion.in_capture: must be one of end, stay, crown, not the text 'stop'"]),
    ("opening", "konane", "opening: black", ["mine.yaml:3: opening: must be a list, not the text 'black'"]),
    ("opening", "international", "opening: [{side: white, remove: [31]}]", ["mine.yaml:3: opening: 10 squares are empty at the start, none may be"]),
    ("opening[].side", "konane", "opening: [{side: 1, remove: [1]}]", ["mine.yaml:3: opening[0].side: must be one of white, black, not 1"]),
    ("opening[].side", "konane", "opening: [{side: white, remove: [2]}]", ["mine.yaml:3: opening[0].side: must be black, whose turn it is"]),
    ("opening[].remove", "konane", "opening: [{side: black, remove: 1}]", ["mine.yaml:3: opening[0].remove: must be adjacent or a list of squares, not 1"]),
    ("opening[].remove", "konane", "opening: [{side: black, remove: [2]}]", ["mine.yaml:3: opening[0].remove[0]: square 2 holds no black man at the start"]),
    ("opening[].remove", "konane", "opening: [{side: black, remove: adjacent}]", ["mine.yaml:3: opening[0].remove: must be a list of squares: at the start there is no gap to be adjacent to"]),
    ("opening[].remove", "konane", "opening: [{side: black, remove: [65]}]", ["mine.yaml:3: opening[0].remove[0]: square 65 is off the board, which has 64"]),
    ("opening[].remove", "konane", "opening: [{side: black, remove: []}]", ["mine.yaml:3: opening[0].remove: is empty: at least one square is needed"]),
    ("objective.no_move", "international", "objective: {no_move: 0}", ["mine.yaml:3: objective.no_move: must be one of loses, wins, not 0"]),
    ("objective.no_move", "international", "objective: {no_move: draws}", ["mine.yaml:3: objective.no_move: must be one of loses, wins, not the text 'draws'"]),
    ("objective.king", "international", "objective: {king: {}}", ["mine.yaml:3: objective.king: must be one of nothing, wins, not a mapping"]),
    ("objective.king", "alquerque", "objective: {king: wins}", ["mine.yaml:3: objective.king: must be nothing: with promotion.squares none there are no kings"]),
    ("draws.repetition", "international", "draws: {repetition: thrice}", ["mine.yaml:3: draws.repetition: must be a whole number, not the text 'thrice'"]),
    ("draws.repetition", "international", "draws: {repetition: 10}", ["mine.yaml:3: draws.repetition: 10 is not in 0..9"]),
    ("draws.limits", "international", "draws: {limits: {name: x, plies: 9}}", ["mine.yaml:3: draws.limits: must be a list, not a mapping"]),
    ("draws.limits", "international", "draws: {limits: [{name: x, plies: 9}, {name: x, plies: 8}]}", ["mine.yaml:3: draws.limits[1].name: 'x' is the name of two limits"]),
    ("draws.limits[].name", "international", "draws: {limits: [{name: 5, plies: 9}]}", ["mine.yaml:3: draws.limits[0].name: must be a name of small letters, digits, blanks and hyphens, not 5 (put it in quotes)"]),
    ("draws.limits[].name", "international", "draws: {limits: [{name: no-move, plies: 9}]}", ["mine.yaml:3: draws.limits[0].name: 'no-move' is the name of another kind of result"]),
    ("draws.limits[].plies", "international", "draws: {limits: [{name: x, plies: ten}]}", ["mine.yaml:3: draws.limits[0].plies: must be a whole number, not the text 'ten'"]),
    ("draws.limits[].plies", "international", "draws: {limits: [{name: x, plies: 1001}]}", ["mine.yaml:3: draws.limits[0].plies: 1001 is not in 0..1000"]),
    ("draws.limits[].material", "international", "draws: {limits: [{name: x, plies: 9, material: 1K v 1K}]}", ["mine.yaml:3: draws.limits[0].material: must be a list, not the text '1K v 1K'"]),
    ("draws.limits[].material", "international", "draws: {limits: [{name: x, plies: 9, pieces: [4, 5], material: [1K v 2K]}]}", ["mine.yaml:3: draws.limits[0].material[0]: never has 4 to 5 pieces, so it cannot hold"]),
    ("draws.limits[].pieces", "international", "draws: {limits: [{name: x, plies: 9, pieces: 4}]}", ["mine.yaml:3: draws.limits[0].pieces: must be a list, not 4"]),
    ("draws.limits[].pieces", "international", "draws: {limits: [{name: x, plies: 9, pieces: [5, 4]}]}", ["mine.yaml:3: draws.limits[0].pieces: 5 to 4 is no range"]),
    ("draws.limits[].both_kings", "international", "draws: {limits: [{name: x, plies: 9, both_kings: both}]}", ["mine.yaml:3: draws.limits[0].both_kings: must be true or false, not the text 'both'"]),
    ("draws.limits[].both_kings", "international", "draws: {limits: [{name: x, plies: 9, both_kings: true, material: [1K v 2M]}]}", ["mine.yaml:3: draws.limits[0].material[0]: has a side without kings, but both_kings is true"]),
    ("draws.limits[].both_kings", "alquerque", "draws: {limits: [{name: x, plies: 9, both_kings: true, restart: [promotion], material: [1K v 1M]}]}", ["mine.yaml:3: draws.limits[0].both_kings: must be false: with promotion.squares none there are no kings", "mine.yaml:3: draws.limits[0].restart[0]: must be left out: with promotion.squares none there are no kings", "mine.yaml:3: draws.limits[0].material[0]: must count men only: with promotion.squares none there are no kings"]),
    ("draws.limits[].unless_capture", "international", "draws: {limits: [{name: x, plies: 9, unless_capture: 1}]}", ["mine.yaml:3: draws.limits[0].unless_capture: must be true or false, not 1"]),
    ("draws.limits[].unless_capture", "international", "draws: {limits: [{name: x, plies: 9, unless_captured: true}]}", ["mine.yaml:3: draws.limits[0].unless_captured: unknown key, did you mean unless_capture?"]),
    ("draws.limits[].first_on", "international", "draws: {limits: [{name: x, plies: 9, first_on: 5}]}", ["mine.yaml:3: draws.limits[0].first_on: must be a list, not 5"]),
    ("draws.limits[].first_on", "international", "draws: {limits: [{name: x, plies: 9, first_on: [5]}]}", ["mine.yaml:3: draws.limits[0].first_on: needs material, which says who is first and who is second"]),
    ("draws.limits[].second_off", "international", "draws: {limits: [{name: x, plies: 9, second_off: {}}]}", ["mine.yaml:3: draws.limits[0].second_off: must be a list, not a mapping"]),
    ("draws.limits[].second_off", "international", "draws: {limits: [{name: x, plies: 9, material: [1K v 1K], second_off: [51]}]}", ["mine.yaml:3: draws.limits[0].second_off[0]: square 51 is off the board"]),
    ("draws.limits[].second_on", "international", "draws: {limits: [{name: x, plies: 9, second_on: a1}]}", ["mine.yaml:3: draws.limits[0].second_on: must be a list, not the text 'a1'"]),
    ("draws.limits[].second_on", "international", "draws: {limits: [{name: x, plies: 9, second_on: [5]}]}", ["mine.yaml:3: draws.limits[0].second_on: needs material, which says who is first and who is second"]),
    ("draws.limits[].restart", "international", "draws: {limits: [{name: x, plies: 9, restart: capture}]}", ["mine.yaml:3: draws.limits[0].restart: must be a list, not the text 'capture'"]),
    ("draws.limits[].restart", "international", "draws: {limits: [{name: x, plies: 0, restart: [capture]}]}", ["mine.yaml:3: draws.limits[0].restart: has no meaning with plies: 0, which draws at once"]),
]  # fmt: skip


@pytest.mark.parametrize(("parent", "text", "expected"), [case[1:] for case in CASES])
def test_refused(parent: str, text: str, expected: list[str]) -> None:
    names = "" if text.startswith("names") else NAMES
    with pytest.raises(VariantError) as caught:
        parse_variant(f"extends: {parent}\n{names}{text}\n", FOLDER / "mine.yaml", REGISTRY.find_parent)
    assert [str(fault).removeprefix(f"{FOLDER}/") for fault in caught.value.faults] == [
        fault.removeprefix("configs/variants/") for fault in expected
    ]


def test_every_key_has_two_wrong_files() -> None:
    tried = [key for key, *_ in CASES]
    options = {f"options.NAME.{key}" for key in ("title", "type", "default", "values")}
    for key in [*keys(SCHEMA), *options]:
        assert tried.count(key) >= 2, key


def keys(kind: Any, key: str = "") -> list[str]:
    """The keys of a table that are no tables themselves; `[]` stands for the rows of a list."""
    if isinstance(kind, Optional):
        kind = kind.kind
    if isinstance(kind, ListOf) and isinstance(kind.kind, Table):
        return [key, *keys(kind.kind, f"{key}[]")]
    if not isinstance(kind, Table):
        return [key]
    return [
        found for name, field in kind.fields.items() for found in keys(field.kind, f"{key}.{name}" if key else name)
    ]


def test_an_option_is_taken_away_by_a_child() -> None:
    text = f"extends: soicos\n{NAMES}options: null\nkings: {{range: short}}\n"
    config = parse_variant(text, FOLDER / "mine.yaml", REGISTRY.find_parent)
    assert (config.options, config.rules.kings.range) == ((), "short")


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"flying": "true"}, "there is no option 'flying', did you mean flying_king?"),
        ({"flying_king": "yes"}, "must be one of true, false, not 'yes'"),
    ],
)
def test_a_choice_that_there_is_not(choices: dict[str, str], message: str) -> None:
    with pytest.raises(VariantError) as caught:
        REGISTRY.load("soicos", choices)
    assert [fault.message for fault in caught.value.faults] == [message]


def test_choices_make_other_rules_and_aliases_stand_for_them() -> None:
    assert REGISTRY.load("soicos").rules.kings.range == "flying"
    assert REGISTRY.load("soicos-short").rules == REGISTRY.load("soicos", {"flying_king": "false"}).rules
    assert REGISTRY.load("soicos-short", {"flying_king": "true"}).choices == {"flying_king": "true"}
    (option,) = REGISTRY.load("children-es").options
    assert (option.value, option.values) == ("huffing", ("huffing", "compulsory"))
