#!/usr/bin/env bash
# Runs each fuzz target, or those named, on RUNS inputs (default 1000000), starting from the seeds that are made here.
#
# Needs a nightly toolchain and cargo-fuzz. jcp has no `unsafe` code but for one mapping, so no sanitizer is used;
# overflow checks are on (fuzz/Cargo.toml). What ends a run is left in fuzz/artifacts, its figures are printed.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo +nightly fuzz --version >/dev/null 2>&1 || {
    echo "fuzz: cargo-fuzz and a nightly toolchain are needed:" >&2
    echo "    rustup toolchain install nightly && cargo +nightly install --locked cargo-fuzz" >&2
    exit 2
}
[ $# -gt 0 ] || set -- class_file jar pattern checkpoint manifest
corpus=${FUZZ_CORPUS:-fuzz/corpus}
artifacts=${FUZZ_ARTIFACTS:-fuzz/artifacts}
mkdir -p "$corpus" "$artifacts"
corpus=$(cd "$corpus" && pwd)
artifacts=$(cd "$artifacts" && pwd)

# Small classes, a jar and a checkpoint of a program that has a bit of everything.
seeds() {
    mkdir -p "$corpus"/{class_file,jar,pattern,checkpoint,manifest}
    local work=$1
    "$JAVA_HOME/bin/javac" -g -nowarn -d "$work/classes" fuzz/Seeds.java
    "$JAVA_HOME/bin/javac" -g:none -nowarn -d "$work/bare" fuzz/Seeds.java
    for folder in classes bare; do
        for class in "$work/$folder"/*.class; do
            cp "$class" "$corpus/class_file/$folder-$(basename "$class")"
        done
    done
    "$JAVA_HOME/bin/jar" --create --file "$work/stored.jar" --no-compress -C "$work/bare" 'Seeds$Base.class'
    "$JAVA_HOME/bin/jar" --create --file "$work/app.jar" --main-class Seeds -C "$work/bare" .
    cp "$work"/*.jar "$corpus/jar"
    grep -hv '^#' patterns/*.region | split -l 1 - "$corpus/pattern/line-"
    cp patterns/*.region "$corpus/pattern"
    printf 'Manifest-Version: 1.0\r\nMain-Class: a.B\r\nClass-Path: a.jar b.jar\r\n  c\r\nAdd-Opens: x/y\r\n\r\nName: a\r\nSHA-256-Digest: x\r\n\r\n' \
        >"$corpus/manifest/signed"
    printf 'Main-Class: a.B\n' >"$corpus/manifest/short"
    # the golden file cut into sections, each with its length before it, as the target wants them
    python3 - "$corpus/checkpoint" tests/golden/*.jcp <<'PYTHON'
import os, struct, sys
folder, *files = sys.argv[1:]
for path in files:
    data = open(path, "rb").read()
    trailer = data[-(10 * 20 + 20):]
    places = [struct.unpack_from("<QQ", trailer, 20 * n) for n in range(10)]
    parts = [struct.pack("<H", length) + data[at:at + length] for at, length in places]
    name = os.path.basename(path)
    open(os.path.join(folder, name), "wb").write(data)
    open(os.path.join(folder, name + ".sections"), "wb").write(b"".join(parts))
PYTHON
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seeds "$work"
# temporary files of the targets are many and short-lived
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
declare -A longest=([class_file]=4096 [jar]=8192 [pattern]=256 [checkpoint]=4096 [manifest]=512)
cargo +nightly fuzz build --sanitizer none
for target in "$@"; do
    echo "fuzz: $target"
    mkdir -p "$artifacts/$target"
    # the last of two -artifact_prefix counts; the first is cargo-fuzz's own
    nice cargo +nightly fuzz run --sanitizer none "$target" "$corpus/$target" -- "-runs=${RUNS:-1000000}" \
        "-max_len=${longest[$target]}" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        "-artifact_prefix=$artifacts/$target/"
done
