"""Spanish phrases, by the key of a rule and its value."""

PHRASES = {
    "title.options": "Opciones",
    "title.board": "Tablero",
    "title.start": "Comienzo",
    "title.men": "Peones",
    "title.kings": "Damas",
    "title.parachutists": "Paracaidistas",
    "title.captures": "Capturas",
    "title.choice": "Elección entre capturas",
    "title.promotion": "Coronación",
    "title.end": "Final de la partida",
    "title.draws": "Tablas",
    "title.notation": "Notación",
    "label.id": "id",
    "label.hub": "palabra Hub",
    "label.names": "otros nombres",
    "label.file": "archivo",
    "label.about": "nota del archivo",
    # Palabras.
    "and": "{others} y {last}",
    "and.long": "{others}; y {last}",
    "or": "{others} o {last}",
    "or.long": "{others}; o {last}",
    "direction.forward": "recto hacia delante",
    "direction.backward": "recto hacia atrás",
    "direction.sideways": "hacia los lados",
    "direction.forward-diagonals": "en diagonal hacia delante",
    "direction.backward-diagonals": "en diagonal hacia atrás",
    "directions.all": "en las ocho direcciones",
    "directions.straight": "recto hacia delante, hacia atrás y hacia los lados",
    "directions.diagonal": "en diagonal hacia delante y hacia atrás",
    "ranks.one": "la fila {low}",
    "ranks.two": "las filas {low} y {high}",
    "ranks.some": "las filas {low} a {high}",
    "man.one": "un peón",
    "man.some": "{n} peones",
    "man.range": "de {low} a {high} peones",
    "man.open": "{low} o más peones",
    "king.one": "una dama",
    "king.some": "{n} damas",
    "king.range": "de {low} a {high} damas",
    "king.open": "{low} o más damas",
    "parachutist.one": "un paracaidista",
    "parachutist.some": "{n} paracaidistas",
    "no-piece": "nada",
    # Opciones.
    "options": "Los jugadores acuerdan de antemano: {title} ({name}: {values}). Este texto explica el juego con "
    "{name}={value}.",
    # Tablero.
    "board.size": "El tablero tiene {width} columnas y {height} filas.",
    "board.playable.dark": "Se juega en las {n} casillas de un color, el de la esquina a la izquierda de las blancas.",
    "board.playable.light": "Se juega en las {n} casillas de un color, el de la esquina a la derecha de las blancas.",
    "board.playable.all": "Se juega en todas las casillas, que son {n}.",
    "board.holes": "No forman parte del tablero: {squares}.",
    "board.lines.alternate": "Las líneas rectas unen todas las casillas vecinas; las diagonales salen solo de una de "
    "cada dos casillas, las del color de la esquina a la izquierda de las blancas. Las piezas solo mueven y saltan "
    "a lo largo de las líneas.",
    "board.straight": "Una línea recta sigue una fila o una columna y va de una casilla de juego a la siguiente, que "
    "está a dos cuadros.",
    # Comienzo.
    "setup.first.white": "Empiezan las blancas.",
    "setup.first.black": "Empiezan las negras.",
    "setup.white": "Las blancas empiezan con {pieces} en {squares}.",
    "setup.black": "Las negras empiezan con {pieces} en {squares}.",
    "opening.white": "Jugada {number} de la partida: las blancas retiran del tablero un peón propio, {where}.",
    "opening.black": "Jugada {number} de la partida: las negras retiran del tablero un peón propio, {where}.",
    "opening.squares": "uno de los que están en {squares}",
    "opening.adjacent": "uno que esté al lado de la casilla vacía, en línea recta",
    # Peones.
    "men.black_forward.down": "Hacia delante es hacia el lado del rival.",
    "men.black_forward.up": "Hacia delante es lo mismo para los dos bandos: alejarse del lado de las blancas.",
    "men.move": "El peón mueve una casilla {directions}, si está libre.",
    "men.move.none": "El peón solo mueve para capturar.",
    "men.linear.true": "También puede pasar por encima de una línea seguida de peones propios, en una dirección en la "
    "que mueve, hasta la primera casilla tras ella, si está libre.",
    "men.rest_on_last_row.true": "En su última fila ya no mueve, aunque puede capturar.",
    "men.capture": "Captura {directions}: salta sobre una pieza contraria vecina a la casilla que está justo detrás, "
    "si está libre.",
    "men.capture.none": "No puede capturar.",
    "men.capture_next": "Tras el primer salto de una captura sigue {directions}.",
    "men.capture_next.none": "Da un solo salto.",
    "men.capture_kings.true": "Puede comer peones y damas.",
    "men.capture_kings.false": "No puede comer damas.",
    # Damas.
    "kings.none": "No hay damas.",
    "kings.move.short": "La dama mueve una casilla {directions}, si está libre.",
    "kings.move.flying": "La dama mueve cualquier número de casillas libres {directions}.",
    "kings.move.short.none": "La dama solo mueve para capturar, con saltos cortos.",
    "kings.move.flying.none": "La dama solo mueve para capturar, a cualquier distancia.",
    "kings.capture.short": "Captura {directions}: salta sobre una pieza contraria vecina a la casilla que está justo "
    "detrás, si está libre.",
    "kings.capture.flying": "Captura {directions}: salta sobre una pieza contraria a cualquier distancia, si están "
    "libres las casillas intermedias y la que está justo detrás de la pieza.",
    "kings.capture.short.none": "No puede capturar.",
    "kings.capture.flying.none": "No puede capturar.",
    "kings.landing.free": "Cae en cualquiera de las casillas libres detrás de la pieza.",
    "kings.landing.behind": "Cae en la casilla que está justo detrás de la pieza.",
    "kings.landing.behind-last-king": "Cae en cualquiera de las casillas libres detrás de la pieza; si la última pieza "
    "de la captura es una dama, justo detrás de ella.",
    "capture.forced_landing.true": "Si desde alguna de esas casillas puede seguir capturando, debe caer en una así.",
    "capture.forced_landing.false": "Puede caer donde no pueda seguir capturando, aunque desde otra casilla pudiera.",
    "kings.same_king_limit": "Mientras un bando tenga peones, puede hacer como mucho {n} jugadas seguidas sin captura "
    "con la misma dama.",
    # Paracaidistas.
    "parachutists.move": "El paracaidista mueve una casilla {directions}, si está libre.",
    "parachutists.move.none": "El paracaidista solo mueve para capturar.",
    "parachutists.capture": "Captura {directions}: un solo salto sobre una pieza contraria vecina de cualquier clase a "
    "la casilla que está justo detrás, si está libre. Cuando se comparan capturas cuenta como peón.",
    "parachutists.capture.none": "No puede capturar.",
    "parachutists.becomes.man": "La jugada termina ahí, y el paracaidista es un peón desde entonces.",
    "parachutists.prey.true": "Hasta entonces se le puede comer como a un peón, si se captura a lo largo de su fila.",
    "parachutists.prey.false": "Hasta entonces no se le puede comer: está en el borde del tablero, donde ninguna pieza "
    "puede saltar sobre él.",
    # Capturas.
    "capture.obligation.compulsory": "Quien puede capturar debe capturar.",
    "capture.obligation.huffing": "Quien puede capturar debería hacerlo, y hacer la captura que se pide más abajo. Si "
    "no la hace, el rival puede soplar: antes de su siguiente jugada puede retirar del tablero una de las piezas que "
    "podían hacerla.",
    "capture.continue.must": "Una captura que puede seguir debe seguir, con la misma pieza y en la misma jugada.",
    "capture.continue.may-straight": "Tras cada salto la pieza puede parar o seguir capturando en la misma dirección.",
    "capture.removal.end": "Las piezas comidas se retiran al terminar la jugada: hasta entonces cierran el paso y no "
    "se puede saltar dos veces sobre ellas.",
    "capture.removal.immediate": "Cada pieza comida se retira en el acto, antes del salto siguiente.",
    "capture.turn_back.true": "Entre dos saltos la pieza puede dar media vuelta.",
    "capture.turn_back.false": "Entre dos saltos la pieza no puede dar media vuelta.",
    # Elección entre capturas.
    "capture.precedence.none": "Entre varias capturas se elige libremente.",
    "choice.first": "Entre varias capturas hay que elegir {what}.",
    "choice.next": "Entre las que son iguales en eso hay que elegir {what}.",
    "choice.last": "Entre las que aún son iguales se elige libremente.",
    "capture.precedence.quantity": "una que coma el mayor número de piezas",
    "capture.precedence.value": "una que coma el mayor valor, contando 100 el peón y {king_value} la dama",
    "capture.precedence.king-mover": "una hecha por una dama antes que una hecha por un peón",
    "capture.precedence.kings-captured": "una que coma el mayor número de damas",
    "capture.precedence.king-earliest": "una que coma antes una dama",
    # Coronación.
    "promotion.squares.last-row": "El peón se corona dama en su última fila, la más lejana hacia delante.",
    "promotion.squares.none": "Los peones no se coronan.",
    "promotion.squares": "El peón se corona dama solo en ciertas casillas: el de las blancas en {white}, el de las "
    "negras en {black}. En el resto de su última fila sigue siendo peón.",
    "promotion.in_capture.end": "Si llega allí capturando se corona y la jugada termina, aunque pudiera seguir "
    "capturando.",
    "promotion.in_capture.stay": "Si llega allí en mitad de una captura sigue como peón; solo se corona si su jugada "
    "termina allí.",
    "promotion.in_capture.crown": "Si llega allí en mitad de una captura se corona en el acto y sigue como dama.",
    # Final de la partida.
    "objective.no_move.loses": "Quien no puede mover en su turno, o ya no tiene piezas, ha perdido.",
    "objective.no_move.wins": "Quien no puede mover en su turno, o ya no tiene piezas, ha ganado.",
    "objective.king.nothing": "Coronar una dama no termina la partida.",
    "objective.king.wins": "El primer jugador que corona una dama ha ganado.",
    # Tablas.
    "draws.repetition": "La partida termina en tablas cuando la misma posición, tocándole mover al mismo bando, se "
    "ha dado {n} veces.",
    "draws.repetition.never": "Repetir una posición no lleva a tablas.",
    "limit.at-once": "La partida termina en tablas en el acto («{name}») cuando {what}.",
    "limit.one-ply": "La partida termina en tablas («{name}») cuando, durante una jugada de cualquier bando, {what}.",
    "limit.plies": "La partida termina en tablas («{name}») cuando, durante {plies} jugadas entre los dos bandos, "
    "{what}.",
    "limit.moves": "La partida termina en tablas («{name}») cuando, durante {moves} jugadas de cada bando, {what}.",
    "limit.always": "la partida sigue",
    "limit.material": "las piezas son {balances}",
    "limit.balance": "{first} contra {second}",
    "limit.pieces": "hay de {low} a {high} piezas en el tablero",
    "limit.pieces.open": "hay {low} o más piezas en el tablero",
    "limit.both_kings": "cada bando tiene una dama",
    "limit.unless_capture": "el bando al que le toca mover no puede capturar",
    "limit.first_on": "todas las piezas del bando nombrado primero están en {squares}",
    "limit.second_off": "ninguna pieza del bando nombrado después está en {squares}",
    "limit.second_on": "alguna pieza del bando nombrado después está en {squares}",
    "restart.capture": "no se captura nada",
    "restart.man-move": "no mueve ningún peón",
    "restart.promotion": "no se corona ningún peón",
    # Notación.
    "notation.numeric.top-left": "Las casillas se numeran de 1 a {n}, fila por fila desde arriba a la izquierda, con "
    "las blancas abajo.",
    "notation.numeric.bottom-right": "Las casillas se numeran de 1 a {n}, fila por fila desde abajo a la derecha, con "
    "las blancas abajo.",
    "notation.algebraic.top-left": "La casilla se nombra por su columna, una letra desde la izquierda de las blancas, "
    "y su fila, un número desde el lado de las blancas.",
    "notation.capture_sign": "Una jugada sin captura se escribe con «-» entre sus casillas, una captura con «{sign}».",
    "notation.opening": "Retirar un peón se escribe con «-» y su casilla.",
    "notation.huffing": "La pieza soplada se escribe antes de la jugada, con «-», su casilla y «/».",
    "notation.results.2-0": "Los resultados se escriben 2-0 ({first}), 1-1 (tablas) y 0-2 ({second}).",
    "notation.results.1-0": "Los resultados se escriben 1-0 ({first}), 1/2-1/2 (tablas) y 0-1 ({second}).",
    "wins.white": "ganan las blancas",
    "wins.black": "ganan las negras",
    "notation.game_type": "El GameType de PDN es {game_type}.",
}
