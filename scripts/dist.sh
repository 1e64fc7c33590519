#!/usr/bin/env bash
# Builds target/dist/jcp-VERSION-ARCH-linux.tar.gz: the command, statically linked, with manual pages, completions for bash, zsh and
# fish, documents and licences. The same sources make the same archive. Run by `scripts/setup.sh`.
#
# Static linking takes the C library's static version, which Debian's libc6-dev and Fedora's glibc-static have. jcp looks up no
# host and no user names, so that nothing is loaded at run time.
set -euo pipefail
cd "$(dirname "$0")/.."

[ "$(uname -s)" = Linux ] || { echo "dist: archives are made on Linux only; elsewhere: cargo install --path ." >&2; exit 2; }
host=$(rustc -vV | sed -n 's/^host: //p')
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
target=${CARGO_TARGET_DIR:-target}
name=jcp-$version-$(uname -m)-linux

# the target is named so that the flags do not hold for macros and build scripts
RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static -C strip=symbols" \
    cargo build --locked --release --target "$host"
jcp=$target/$host/release/jcp
if ! ldd "$jcp" 2>&1 | grep -qE "statically linked|not a dynamic"; then
    echo "dist: $jcp is not statically linked" >&2
    exit 1
fi

folder=$target/dist/$name
rm -rf "$folder"
mkdir -p "$folder/bin" "$folder/share/man/man1" "$folder/share/completions"
cp "$jcp" "$folder/bin/"
"$jcp" man >"$folder/share/man/man1/jcp.1"
for shell in bash zsh fish; do
    "$jcp" completions $shell >"$folder/share/completions/jcp.$shell"
done
mkdir "$folder/docs"
cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$folder/"
cp docs/*.md "$folder/docs/"
date=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner -C "$target/dist" -cf - "$name" |
    gzip -n >"$target/dist/$name.tar.gz"
echo "$target/dist/$name.tar.gz"
