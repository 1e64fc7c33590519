#!/usr/bin/env bash
# Finds what jcp is built and tested with, then runs the command given, if any, with JAVA_HOME and PATH set to it.
# With --tested first the JDK is one of those that results are checked on, 17 or 25, and temporary files lie in memory. With --compilers it also looks for the
# compilers whose programs the tests verify, for the browser that they look at pages with, and for Maven with what
# examples/maven needs; without one its tests are skipped, which is no failure.
#
# Needed: a JDK of version 17 or later, Rust 1.95 or later, a C linker. As root on Debian a missing JDK or linker is
# installed; otherwise the command that installs it is printed and the exit status is 2. Nothing else is downloaded, but for
# --compilers, by which Maven gets what the example needs into its local repository, so that the test itself needs no network.
set -euo pipefail

RUST_NEEDED=95 # the minor version of 1.x
TESTED="17 25" # the versions of the JDK that results are checked on; tests/common has them, too

fail() {
    printf 'setup: %s\n' "$@" >&2
    exit 2
}

is_debian_root() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

# The first of the packages that apt knows: a release of Debian or Ubuntu has some of the JDKs. Empty if it knows none.
known() {
    local package
    command -v apt-cache >/dev/null || return 0
    for package; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            echo "$package"
            return
        fi
    done
}

# install WHAT PACKAGE...: all of them by apt-get if that is possible, else says how. Of A|B the first that apt knows.
install() {
    local what=$1 choice package packages=()
    shift
    if is_debian_root; then
        apt-get -q update >&2 || fail "apt-get update failed"
    fi
    for choice; do
        # shellcheck disable=SC2086 # the names of packages have no blanks
        package=$(known ${choice//|/ })
        packages+=("${package:-${choice%%|*}}")
    done
    if ! is_debian_root; then
        fail "no $what found; install it, on Debian or Ubuntu with:" "    sudo apt-get install ${packages[*]}"
    fi
    echo "setup: installing ${packages[*]} (no $what found)" >&2
    DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "${packages[@]}" >&2 ||
        fail "apt-get could not install ${packages[*]}"
}

# The feature version of the JDK in folder $1 ("17"); empty if there is none with a compiler.
jdk_version() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -f "$1/release" ] || return 0
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# Folders that may be a JDK, best first.
jdk_candidates() {
    local named
    for named in "${JAVA_HOME:-}" "${JAVA17_HOME:-}" "${JAVA25_HOME:-}"; do
        [ -z "$named" ] || echo "$named"
    done
    if command -v javac >/dev/null; then
        local javac
        javac=$(readlink -f "$(command -v javac)" || true)
        echo "${javac%/bin/javac}"
    fi
    local folder
    for folder in /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/current "$HOME"/.sdkman/candidates/java/* \
        "$HOME"/.jdks/* /opt/java/* /opt/jdk* /usr/local/jdk* /usr/local/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        [ -d "$folder" ] && echo "$folder"
    done
    return 0
}

# Whether version $1 will do.
will_do() {
    if [ $tested = yes ]; then
        [[ " $TESTED " = *" $1 "* ]]
    else
        [ "$1" -ge 17 ]
    fi
}

find_jdk() {
    local home version
    while read -r home; do
        version=$(jdk_version "$home")
        if [ -n "$version" ] && will_do "$version"; then
            echo "$home"
            return
        fi
    done < <(jdk_candidates)
}

need_jdk() {
    local home
    home=$(find_jdk)
    if [ -z "$home" ]; then
        if [ $tested = yes ]; then
            install "JDK (17 or 25, with javac)" "openjdk-17-jdk-headless|openjdk-25-jdk-headless"
        else
            install "JDK (17 or later, with javac)" \
                "openjdk-17-jdk-headless|openjdk-25-jdk-headless|openjdk-21-jdk-headless"
        fi
        home=$(find_jdk)
        [ -n "$home" ] || fail "still no such JDK; set JAVA_HOME to one"
    fi
    export JAVA_HOME=$home
    export PATH="$home/bin:$PATH"
}

need_rust() {
    local folder found
    for folder in "${CARGO_HOME:-$HOME/.cargo}/bin" /usr/local/cargo/bin; do
        command -v cargo >/dev/null || { [ -x "$folder/cargo" ] && export PATH="$folder:$PATH"; } || true
    done
    local how="Debian's own rustc is too old; install Rust by rustup:
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh
    (Debian 13 and later: apt-get install rustup && rustup default stable)"
    command -v cargo >/dev/null || fail "no cargo found. $how"
    found=$(cargo --version | sed -n 's/^cargo 1\.\([0-9]*\)\..*/\1/p')
    [ -n "$found" ] || fail "cargo does not tell its version: $(cargo --version 2>&1 | head -1)"
    [ "$found" -ge "$RUST_NEEDED" ] || fail "Rust 1.$RUST_NEEDED or later is needed, this is 1.$found:" \
        "    rustup update stable" "If it did not come from rustup: $how"
}

need_linker() {
    command -v cc >/dev/null || install "C linker (cc)" gcc libc6-dev
}

# As root on Debian installs the compilers, JUnit, Maven and the browser that are missing, if that is possible.
want_compilers() {
    local pair missing=()
    for pair in ecj:ecj kotlinc:kotlin scalac:scala groovyc:groovy jasmin:jasmin-sable mvn:maven; do
        command -v "${pair%:*}" >/dev/null || missing+=("${pair#*:}")
    done
    [ -n "${JUNIT_JARS:-}" ] || [ -e /usr/share/java/junit-platform-console.jar ] || missing+=(junit5)
    [ -n "${JUNIT_JARS:-}" ] || [ -e /usr/share/java/junit4.jar ] || missing+=(junit4)
    command -v chromium chromium-browser google-chrome >/dev/null || missing+=(chromium)
    [ ${#missing[@]} = 0 ] && return
    if is_debian_root && apt-get -q update >&2; then
        local package
        for package in "${missing[@]}"; do
            echo "setup: installing $package" >&2
            DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "$package" >&2 ||
                echo "setup: apt-get could not install $package; its tests will be skipped" >&2
        done
    else
        echo "setup: tests are skipped for want of: ${missing[*]} (packages of Debian and Ubuntu)" >&2
    fi
}

# A library that a test of the suite looks for in Maven's local repository, with what it needs: the jar's place there, its coordinates.
want_artifact() {
    [ -f "$HOME/.m2/repository/$1" ] || mvn -q -B dependency:get -Dartifact="$2" >/dev/null 2>&1 ||
        echo "setup: mvn could not get $2; its test will be skipped" >&2
}

# Builds the example once with a command in jcp's place that does nothing: then its plugins and dependencies are in Maven's local
# repository. A copy of its pom.xml tells that this was done.
want_artifacts() {
    local example work stamp=$HOME/.m2/repository/.jcp-example.xml
    example=$(dirname "$0")/../examples/maven
    command -v mvn >/dev/null || return 0
    want_artifact org/jacoco/org.jacoco.cli/0.8.14/org.jacoco.cli-0.8.14-nodeps.jar org.jacoco:org.jacoco.cli:0.8.14:jar:nodeps
    if [ -n "${JCP_ALL:-}" ]; then # else their tests are left out
        want_artifact org/mockito/mockito-core/5.20.0/mockito-core-5.20.0.jar org.mockito:mockito-core:5.20.0
        want_artifact org/apache/groovy/groovy/4.0.24/groovy-4.0.24.jar org.apache.groovy:groovy:4.0.24
        want_artifact com/google/inject/guice/7.0.0/guice-7.0.0.jar com.google.inject:guice:7.0.0
        want_artifact org/springframework/spring-context/6.2.12/spring-context-6.2.12.jar org.springframework:spring-context:6.2.12
        want_artifact org/aspectj/aspectjweaver/1.9.25/aspectjweaver-1.9.25.jar org.aspectj:aspectjweaver:1.9.25
        want_artifact org/clojure/clojure/1.12.0/clojure-1.12.0.jar org.clojure:clojure:1.12.0
        want_artifact org/python/jython-standalone/2.7.4/jython-standalone-2.7.4.jar org.python:jython-standalone:2.7.4
    fi
    "$(dirname "$0")/plugins.sh" --check && cmp -s "$example/pom.xml" "$stamp" && return
    echo "setup: getting what examples/maven needs" >&2
    "$(dirname "$0")/plugins.sh" >&2 || {
        echo "setup: mvn could not build jcp's plug-in; its test will be skipped" >&2
        return 0
    }
    work=$(mktemp -d)
    cp -r "$example/pom.xml" "$example/src" "$work"
    if mvn -q -B -f "$work/pom.xml" -Djcp=true test >"$work/log" 2>&1; then
        cp "$example/pom.xml" "$stamp"
    else
        tail -5 "$work/log" >&2
        echo "setup: mvn could not get what examples/maven needs; its test will be skipped" >&2
    fi
    rm -rf "$work"
}

# Lets temporary files lie in memory where there is room: the tests write and remove many thousands of them, and a file
# system on disk takes a third of their time for that.
use_memory() {
    local memory=/dev/shm needed=4194304 free probe # kilobytes
    [ -z "${TMPDIR:-}" ] && [ -d $memory ] && [ -w $memory ] || return 0
    free=$(df -Pk $memory | awk 'NR == 2 { print $4 }')
    [ "${free:-0}" -ge $needed ] || return 0
    probe=$(mktemp $memory/jcp-probe.XXXXXX) || return 0
    cp /bin/true "$probe" && chmod +x "$probe"
    if "$probe" 2>/dev/null; then # the tests run programs from there
        export TMPDIR=$memory
    fi
    rm -f "$probe"
}

compilers=no
tested=no
while true; do
    case "${1:-}" in
        --compilers) compilers=yes ;;
        --tested) tested=yes ;;
        *) break ;;
    esac
    shift
done
need_linker
need_rust
need_jdk
if [ $tested = yes ]; then
    use_memory
fi
if [ $compilers = yes ]; then
    want_compilers
    want_artifacts
fi
[ $# = 0 ] || exec "$@"
echo "setup: $(cargo --version); JDK $(jdk_version "$JAVA_HOME") in $JAVA_HOME"
