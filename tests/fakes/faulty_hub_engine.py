"""A Hub engine of a few lines with one fault, named on the command line; `none` has none.

It knows one move for each of a few positions, so it passes the checks that ask for no more. Run as a program.
"""

from __future__ import annotations

import sys

MOVES = {
    "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww": "32-28",
    "Bbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww": "19-23",
    "Weeeeeeeeeeeeeeeebbeeeeeeeebbeeeweeeeeeeeeeeeeeeeee": "32x32x17x18x27x28",
}


class Engine:
    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.position = ""
        self.is_searching = False
        self.is_endless = False

    def has(self, fault: str) -> bool:
        return self.fault == fault

    def say(self, line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def done(self) -> None:
        self.is_searching = False
        move = MOVES.get(self.position, "1-6")
        if self.has("wrong-move"):
            move = "1-50"
        if self.has("short-capture") and "x" in move:
            move = "32x32"
        self.say("info depth=1 mean-depth=1.0 score=0.00 nodes=1 time=0.001 nps=0.001 pv=" + move)
        self.say("done move=" + move)
        if self.has("two-answers"):
            self.say("done move=" + move)

    def serve(self, line: str) -> bool:
        """False: leave."""
        words = line.split()
        if not words:
            return True
        word = words[0]
        if word == "quit":
            return self.has("stays")
        if self.is_searching and word in {"hub", "set-param", "init", "new-game", "pos", "level", "go"}:
            self.done()
        while self.has("flood"):
            self.say("info depth=1")
        if word == "hub":
            if self.has("old"):
                for old in ("name Old 1.0", "author nobody"):
                    self.say(old)
            elif not self.has("nameless"):
                self.say("id name=Fake version=1.0" + " flag" * self.has("flags"))
            value = "9" if self.has("out-of-bounds") else "2"
            self.say(f"param name=threads value={value} type=int min=1 max=4")
            self.say("wait")
            if self.has("goes-on-talking"):
                self.say("wait")
        elif word == "init":
            if not self.has("never-ready"):
                self.say("ready")
        elif word == "ping":
            self.say("pong")
            if self.has("two-pongs"):
                self.say("pong")
        elif word == "set-param":
            if self.has("complains") and "name=threads" not in words:
                self.say('error message="unknown parameter"')
        elif word == "pos":
            self.position = words[1].partition("=")[2]
        elif word == "level":
            self.is_endless = "infinite" in words
        elif word == "go":
            if self.has("crash"):
                sys.exit(3)
            self.is_searching = True
            if not self.is_endless:
                self.done()
            self.is_endless = False
        elif word == "stop":
            if self.is_searching:
                self.done()
        elif self.has("chatty"):
            self.say('error message="bad command"')
        return True


def main() -> None:
    engine = Engine(sys.argv[1])
    if engine.has("stderr"):
        sys.stderr.write("loading\n")
    while True:
        line = sys.stdin.readline()
        if engine.has("silent") and line:
            continue
        if not line:
            if engine.has("stays-after-input"):
                while True:
                    sys.stdin.readline()
            return
        if not engine.serve(line):
            return


if __name__ == "__main__":
    main()
