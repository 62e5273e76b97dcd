#!/bin/sh
# Steps of the set-up, called by the Makefile: `setup.sh venv|core|dev|wheel`.
# A step that cannot be done ends with one sentence that says what to install. Logs are kept in .make/.
set -u

venv=.venv
stamps=.make
mkdir -p "$stamps"

fail() {
    printf 'hub-engine: %s\n' "$1" >&2
    exit 1
}

# The newest usable interpreter, or nothing.
find_python() {
    for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        [ -n "$candidate" ] || continue
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        printf '%s' "$candidate"
        return
    done
}

# Runs a command with its output in a log; on failure says `$2`, or that the registry is out of reach.
logged() {
    log="$stamps/$1.log"
    sentence=$2
    shift 2
    "$@" >"$log" 2>&1 && return
    if grep -qiE 'could not resolve|connection (error|refused|broken|timed out)|network is unreachable|max retries|name resolution|failed to (download|get|fetch)|no matching distribution|spurious network error|timed out|download of config' "$log"; then
        fail "a package registry cannot be reached; connect to the network (pypi.org and crates.io, or a mirror) and try again. Details: $log"
    fi
    tail -n 25 "$log" >&2
    fail "$sentence Details: $log"
}

need_cargo() {
    command -v cargo >/dev/null 2>&1 || PATH="$PATH:${CARGO_HOME:-${HOME:-/nonexistent}/.cargo}/bin"
    export PATH
    cargo --version >/dev/null 2>&1 ||
        fail "Rust is missing; install Rust 1.88 or newer from https://rustup.rs and try again."
    minor=$(rustc --version 2>/dev/null | sed -n 's/^rustc 1\.\([0-9]*\).*/\1/p')
    [ "${minor:-88}" -ge 88 ] ||
        fail "Rust 1.$minor is too old; install Rust 1.88 or newer (rustup update) and try again."
    command -v cc >/dev/null 2>&1 || command -v clang >/dev/null 2>&1 || command -v gcc >/dev/null 2>&1 ||
        fail "A C linker is missing; install gcc or clang (package build-essential, gcc or Xcode tools) and try again."
}

make_venv() {
    python=$(find_python)
    [ -n "$python" ] || fail "Python 3.11 or newer is missing; install it (https://www.python.org) and try again."
    if ! "$venv/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        rm -rf "$venv" "$stamps/core" "$stamps/dev"
        "$python" -c 'import ensurepip, venv' 2>/dev/null ||
            fail "Python has no venv module; install it (package python3-venv) and try again."
        logged venv "The virtual environment could not be created." "$python" -m venv "$venv"
    fi
    logged tools "The build tool maturin could not be installed." \
        "$venv/bin/python" -m pip install --disable-pip-version-check 'maturin>=1.12.3,<2'
}

in_venv() {
    VIRTUAL_ENV="$PWD/$venv"
    PATH="$PWD/$venv/bin:$PATH"
    export VIRTUAL_ENV PATH
}

case "${1:-}" in
venv)
    make_venv
    ;;
core)
    need_cargo
    in_venv
    printf 'hub-engine: building the core (the first time takes a minute or two)\n' >&2
    logged core "The core did not build." maturin develop --release
    # maturin copies configs/ beside an editable package too; a copy there would hide every later change of the files.
    rm -rf hub_engine/configs
    # A GUI waits for the start, and some environments keep Python from writing byte code by itself.
    python -m compileall -q -x core hub_engine protocol
    ;;
dev)
    in_venv
    requirements=$(python - <<'PYTHON'
import tomllib

with open("pyproject.toml", "rb") as file:
    print("\n".join(tomllib.load(file)["project"]["optional-dependencies"]["dev"]))
PYTHON
    ) || fail "pyproject.toml cannot be read."
    printf '%s\n' "$requirements" >"$stamps/dev.txt"
    logged dev "The development tools could not be installed." \
        python -m pip install --disable-pip-version-check -r "$stamps/dev.txt"
    ;;
wheel)
    need_cargo
    in_venv
    rm -rf dist
    logged sdist "The source package could not be made." maturin sdist --out dist
    logged wheel "The wheel did not build." \
        python -m pip wheel --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
    ls dist >&2
    exit
    ;;
*)
    fail "usage: scripts/setup.sh venv|core|dev|wheel"
    ;;
esac
: >"$stamps/$1"
