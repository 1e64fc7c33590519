#!/usr/bin/env bash
# Compiles the Java runtime into the jar OUT, unless OUT was made from the same sources by the same JDK.
#
#   scripts/runtime.sh OUT.jar [JAVAC-OPTION...]
#
# The jar is deterministic: entries in sorted order, one fixed date, no manifest. Called by build.rs and the Makefile.
set -euo pipefail

out=$(realpath -m "$1")
shift
cd "$(dirname "$0")/.."
sources=runtime-java/src
explore=runtime-java/explore
jdk=runtime-java/jdk
if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/javac" ]; then
    export PATH="$JAVA_HOME/bin:$PATH"
fi
command -v javac >/dev/null || {
    echo "no javac: set JAVA_HOME to a JDK (17 or later), or build with \`make\`, which finds or installs one" >&2
    exit 2
}

stamp=$( (find "$sources" "$explore" "$jdk" -name '*.java' | LC_ALL=C sort | xargs cat; cat scripts/runtime.sh; echo "$*"; javac -version 2>&1) | sha256sum)
if [ -f "$out" ] && [ "$(cat "$out.stamp" 2>/dev/null)" = "$stamp" ]; then
    exit 0
fi

mkdir -p "$(dirname "$out")"
work=$(mktemp -d "$out.XXXXXX")
trap 'rm -rf "$work"' EXIT
find "$sources" -name '*.java' | LC_ALL=C sort >"$work/sources"
# jdk.internal.misc.Unsafe is not exported: hence -source and -target instead of --release. One warning is about that.
# ignore.symbol.file: sun.reflect.ReflectionFactory is exported, but each use of it would be warned of.
[ $# -gt 0 ] || set -- -nowarn -Xlint:-options
javac -source 17 -target 17 -g -encoding UTF-8 -implicit:none -proc:none -XDstringConcat=inline -XDignore.symbol.file \
    --add-exports java.base/jdk.internal.misc=ALL-UNNAMED \
    "$@" -d "$work/classes" "@$work/sources"
# What runs a program under schedules is a process of its own: a jar in the jar, which no output of jcp has.
find "$explore" -name '*.java' | LC_ALL=C sort >"$work/explore.sources"
javac -source 17 -target 17 -g -encoding UTF-8 -implicit:none -proc:none \
    --add-exports java.base/jdk.internal.misc=ALL-UNNAMED --add-exports java.base/jdk.internal.access=ALL-UNNAMED \
    --add-exports java.base/jdk.internal.reflect=ALL-UNNAMED "$@" -d "$work/explore" "@$work/explore.sources"
# Classes that are added to packages of the JDK; under names of their own, since no loader of programs takes such classes.
# What else lies there is the JDK's own, as these are compiled against it, and stays out of the jar.
find "$jdk" -name 'Jcp*.java' | LC_ALL=C sort >"$work/added"
javac -source 17 -target 17 -g -encoding UTF-8 -implicit:none -proc:none --patch-module java.base="$jdk" \
    "$@" -d "$work/jdk" "@$work/added"
mkdir -p "$work/agent/META-INF" "$work/classes/META-INF/jcp"
find "$work/jdk" -name '*.class' | while read -r class; do
    mv "$class" "$work/classes/META-INF/jcp/$(basename "$class" .class).bin"
done
printf 'Manifest-Version: 1.0\nLauncher-Agent-Class: jcp.runtime.Agent\nCan-Retransform-Classes: true\nCan-Redefine-Classes: true\nCan-Set-Native-Method-Prefix: true\n' \
    >"$work/agent/META-INF/MANIFEST.MF"
# once more for a loader that does not have the runtime (ClassChanges)
cp "$work/classes/jcp/runtime/Agent.class" "$work/classes/META-INF/jcp/Agent.bin"
find "$work/agent" -exec touch -t 198001020000 {} +
TZ=UTC0 jar --create --no-manifest --file "$work/classes/META-INF/jcp/agent.jar" -C "$work/agent" META-INF/MANIFEST.MF
find "$work/explore" -exec touch -t 198001020000 {} +
(cd "$work/explore" && find . -type f | sed 's|^\./||' | LC_ALL=C sort >"$work/explore.list" &&
    TZ=UTC0 jar --create --no-manifest --file "$work/classes/META-INF/jcp/explorer.jar" "@$work/explore.list")
(
    cd "$work/classes"
    find . -type f | sed 's|^\./||' | LC_ALL=C sort >"$work/classes.list"
    find . -exec touch -t 198001020000 {} +
    TZ=UTC0 jar --create --no-manifest --file "$work/new.jar" "@$work/classes.list"
)
mv "$work/new.jar" "$out"
echo "$stamp" >"$out.stamp"
