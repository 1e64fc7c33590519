#!/usr/bin/env python3
"""Slices programs of the corpus with and without contexts, from many lines of each, and writes the table in docs/slice.md.

  scripts/bench_contexts.py [--bench COMMAND] [NAME[:CRITERIA]]...

Programs that start no thread as the corpus runs them. COMMAND is benches/contexts.rs, built. Rows of programs that are not named stay.
Exit status: 0; 2 if nothing could be run.
"""
import argparse
import os
import subprocess
import sys
from pathlib import Path

from bench_slice import CRITERIA, JDK, PAGE, chosen_programs
from corpus import CorpusError, build, corpus_dir, corpus_source, jdk_home, replace_between

BEGIN, END = "<!-- begin: make bench-contexts -->", "<!-- end: make bench-contexts -->"
HEAD = [
    "| program | criteria | given up | lines with code | exact, lines | insensitive, lines | larger by | exact | insensitive | exact, s | insensitive, s | equal |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", default=list(CRITERIA), metavar="NAME[:CRITERIA]")
    parser.add_argument("--bench", nargs="+", default=["cargo", "bench", "--locked", "--bench", "contexts", "--"])
    options = parser.parse_args()
    table = PAGE.read_text().partition(BEGIN)[2].partition(END)[0]
    rows = {line.split("|")[1].strip(): line for line in table.splitlines() if line.startswith("| ") and line not in HEAD}
    try:
        wanted = dict(name.split(":") if ":" in name else (name, "50") for name in options.programs)
        programs = chosen_programs(argparse.Namespace(program=list(wanted)), corpus_source())
        build(corpus_source(), programs)
        for program in programs:
            path = os.pathsep.join(str(corpus_dir() / entry) for entry in program["classpath"])
            command = [*options.bench, path, program["main"], wanted[program["name"]]]
            environment = os.environ | {"JAVA_HOME": str(jdk_home(JDK))}
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False)
            last = done.stdout.strip().splitlines()[-1:] or [""]
            if done.returncode or " | " not in last[0]:
                print(f"{program['name']}: no answer (exit status {done.returncode})", file=sys.stderr)
                continue
            rows[program["name"]] = f"| {program['name']} | {last[0]} |"
            print(rows[program["name"]], flush=True)
            text = "\n".join([BEGIN, "", *HEAD, *(rows[name] for name in CRITERIA if name in rows), "", END])
            replace_between(PAGE, BEGIN, END, text)
    except CorpusError as error:
        print(f"bench_contexts: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
