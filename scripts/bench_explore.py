#!/usr/bin/env python3
"""Explores small programs by jcp and by Lincheck, and writes tables into docs/explore.md.

  scripts/bench_explore.py [--program NAME]... [--limit S] [--jcp PATH]
  scripts/bench_explore.py --paper [--limit S] [--jcp PATH]

One process at a time, in turns; the same class files and JDK 17. jcp runs with `--reduction source` and `context`, Lincheck
(`Lincheck.runConcurrentTest`, benches/explore/LincheckRun.java) as often as it likes. Lincheck's seconds are those of the call, jcp's those of the
whole search, the starts of its JVM included. A run over the limit is ended; its executions up to there count.
With --paper instead the tables 1 and 2 of Albert et al., CAV 2017: programs of growing size by jcp's two reductions, with a limit of 120 s.
Left out: Fray, whose schedules are random, so it never has run all of them; JMC and Java Pathfinder, which are not in Maven Central.
Needs Python 3.11, JDK 17 and mvn.
Exit status: 0, also where a tool ran into the limit or failed (the row says so); 2 if nothing could be run.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import maven
from bench_points_to import machine
from corpus import ROOT, CorpusError, jdk_home, replace_between
from measured import measured

PAGE = ROOT / "docs" / "explore.md"
BEGIN, END = "<!-- begin: make bench-explore -->", "<!-- end: make bench-explore -->"
LINCHECK = ("org.jetbrains.lincheck", "lincheck", "3.7")
# class and arguments
PROGRAMS = {
    "store buffering": ("Counts", "storeBuffering"),
    "2 threads read x, then write it": ("Counts", "readWrite", "2"),
    "3 philosophers": ("Counts", "philosophers", "3"),
    "producer–consumer 2": ("Counts", "producerConsumer", "2"),
    "producer–consumer 6": ("Counts", "producerConsumer", "6"),
    "last zero 6": ("Counts", "lastZero", "6"),
    "a writer, 10 readers": ("Counts", "readers", "10"),
    "actors: pi 3": ("Actors", "pi", "3"),
}
PAPER_BEGIN, PAPER_END = "<!-- begin: make bench-explore, {0} -->", "<!-- end: make bench-explore, {0} -->"
# title of the rows, class and first argument, sizes
PAPER = {
    "table 1": [("N =", "Counts", "producerConsumer", (2, 4, 6, 8, 9, 10, 11))],
    "table 2": [
        ("Fibonacci", "Actors", "fib", (3, 4, 5)),
        ("quicksort", "Actors", "qsort", (3, 5, 7)),
        ("pi", "Actors", "pi", (3, 4, 5)),
        ("pipelined sort", "Actors", "psort", (3, 4, 5)),
        ("registration", "Actors", "reg", (3, 4, 5)),
        ("chameneos", "Actors", "chameneos", (2, 4, 6)),
    ],
}
PAPER_COLUMNS = ["", "`source`: executions", "seconds", "steps", "`context`: executions", "cut, blocked", "seconds", "steps"]
PAPER_COLUMNS += ["fewer executions", "faster"]
TOOLS = ("source", "context", "lincheck")
NAMES = {"source": "jcp, `source`", "context": "jcp, `context`", "lincheck": "Lincheck"}
COLUMNS = ["program", "tool", "executions", "cut or blocked", "seconds", "executions a second", "steps a second", "how it ended"]
# as Lincheck asks for
OPENED = ["--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "--add-opens", "java.base/java.lang=ALL-UNNAMED"]
OPENED += ["--add-exports", "java.base/jdk.internal.util=ALL-UNNAMED", "--add-exports", "java.base/sun.security.action=ALL-UNNAMED"]


def target():
    return Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")


def compiled(home, libraries, folder):
    """The programs, and what runs them under Lincheck."""
    sources = [ROOT / "tests" / "java" / "explore" / "counts" / "Counts.java", ROOT / "tests" / "java" / "explore" / "actors" / "Actors.java"]
    sources.append(ROOT / "benches" / "explore" / "LincheckRun.java")
    subprocess.run([home / "bin" / "javac", "-g", "-cp", f"{libraries}/*", "-d", folder, *sources], check=True)


def run_jcp(options, home, classes, words, reduction, folder):
    line = [options.jcp, "explore", "--classpath", classes, "--main", words[0], "--jdk", home, "--json", "--all"]
    line += ["--reduction", reduction, "--time", str(options.limit), "--", *words[1:]]
    measured([str(word) for word in line], 2 * options.limit + 60, folder / "out.json", folder / "err.txt")
    try:
        found = json.loads((folder / "out.json").read_text())
    except ValueError:
        return {"ended": "failed: " + " ".join((folder / "err.txt").read_text(errors="replace").split())[:200]}
    ended = "time limit" if found["result"] == "bounded" else "all run"
    if found["failures"]:
        ended += f", {found['failures']} fail"
    cut = found["cut"] + found["blocked"]
    return {"executions": found["executions"], "cut": cut, "seconds": found["seconds"], "steps": found["steps"], "ended": ended}


def run_lincheck(options, home, classes, libraries, words, folder):
    line = [home / "bin" / "java", *OPENED, "-cp", f"{libraries}/*{os.pathsep}{classes}", "LincheckRun", "1000000000", *words]
    result = measured([str(word) for word in line], options.limit + 10, folder / "out.txt", folder / "err.txt")
    told = [line.split(" ", 1) for line in (folder / "out.txt").read_text(errors="replace").splitlines() if " " in line]
    counts = [int(value) for name, value in told if name == "executions"]
    last = dict(told)
    if not counts:
        return {"ended": "failed: " + " ".join((folder / "err.txt").read_text(errors="replace").split())[:200]}
    over = result["over_time"]
    seconds = float(last["seconds"]) if "seconds" in last else result["wall_s"]
    ended = "time limit" if over else f"ended by itself, {last.get('result', 'and failed')}"
    return {"executions": counts[-1], "seconds": seconds, "ended": ended}


def row(name, tool, result):
    cells = [name, NAMES[tool]]
    executions, seconds = result.get("executions"), result.get("seconds")
    if executions is None:
        return "| " + " | ".join(cells + [""] * 5 + [result["ended"].replace("|", "\\|")]) + " |"
    more = ">" if "time limit" in result["ended"] else ""
    # runs that were cut took time as well
    runs = executions + result.get("cut", 0)
    cells += [f"{more}{executions:,}", f"{result['cut']:,}" if "cut" in result else "", f"{seconds:.1f}", f"{runs / seconds:,.0f}"]
    cells.append(f"{result['steps'] / seconds:,.0f}" if "steps" in result else "")
    return "| " + " | ".join(cells + [result["ended"].replace("|", "\\|")]) + " |"


def generated(home, options, rows):
    about = machine(home)
    text = [BEGIN, ""]
    text += [
        f"{about['cores']} cores ({about['processor']}), JDK {about['jdk']}; Lincheck {LINCHECK[2]}; limit {options.limit} s; "
        f"load of the machine before: {options.load:.1f}. Executions a second include those that were cut or blocked.",
        "",
    ]
    text += ["| " + " | ".join(COLUMNS) + " |", "|---|---|" + "---:|" * (len(COLUMNS) - 3) + "---|"]
    return "\n".join(text + rows + ["", END])


def short(ratio):
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:,.0f}"


def paper_row(title, source, context):
    """Both reductions on one program; what ran into the limit is a lower bound, and so are the ratios then."""
    over = ["time limit" in result["ended"] for result in (source, context)]
    more = [">" if limit else "" for limit in over]
    cells = [title]
    for sign, result, cut in ((more[0], source, False), (more[1], context, True)):
        cells.append(f"{sign}{result['executions']:,}")
        cells += [f"{result['cut']:,}"] * cut
        cells += [f"{sign}{result['seconds']:.1f}", f"{sign}{result['steps']:,}"]
    if over[1]:
        cells += ["", ""]
    else:
        cells += [more[0] + short(source[name] / context[name]) for name in ("executions", "seconds")]
    return "| " + " | ".join(cells) + " |"


def run_paper(options):
    home = jdk_home("17")
    about = machine(home)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compiled(home, options.libraries, folder / "classes")
        for table, programs in PAPER.items():
            begin, end = PAPER_BEGIN.format(table), PAPER_END.format(table)
            rows = [begin, ""]
            rows += [f"{about['cores']} cores ({about['processor']}), JDK {about['jdk']}; load of the machine before: {os.getloadavg()[0]:.1f}.", ""]
            rows += ["| " + " | ".join(PAPER_COLUMNS) + " |", "|---|" + "---:|" * (len(PAPER_COLUMNS) - 1)]
            for title, main_class, program, sizes in programs:
                for size in sizes:
                    words = (main_class, program, str(size))
                    found = [run_jcp(options, home, folder / "classes", words, reduction, folder) for reduction in TOOLS[:2]]
                    rows.append(paper_row(f"{title} {size}", *found))
                    print(rows[-1], flush=True)
            replace_between(PAGE, begin, end, "\n".join(rows + ["", end]))
    return 0


def run(options):
    home = jdk_home("17")
    options.load = os.getloadavg()[0]
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        classes = folder / "classes"
        compiled(home, options.libraries, classes)
        for program in options.program or PROGRAMS:
            for tool in TOOLS:
                words = PROGRAMS[program]
                if tool == "lincheck":
                    result = run_lincheck(options, home, classes, options.libraries, words, folder)
                else:
                    result = run_jcp(options, home, classes, words, tool, folder)
                rows.append(row(program, tool, result))
                print(rows[-1], flush=True)
    replace_between(PAGE, BEGIN, END, generated(home, options, rows))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jcp", type=Path, default=target() / "release" / "jcp", help="the jcp command to use")
    parser.add_argument("--program", action="append", choices=PROGRAMS, metavar="NAME", help=f"default: {', '.join(PROGRAMS)}")
    parser.add_argument("--limit", type=int, metavar="S", help="seconds for each run; usually 60, with --paper 120")
    parser.add_argument("--paper", action="store_true", help="the paper's tables instead")
    options = parser.parse_args()
    options.limit = options.limit or (120 if options.paper else 60)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "jcp-lincheck"
    cache.mkdir(parents=True, exist_ok=True)
    try:
        options.libraries = maven.libraries(cache, *LINCHECK)
        return run_paper(options) if options.paper else run(options)
    except (CorpusError, maven.MavenError, subprocess.CalledProcessError) as error:
        print(f"bench_explore: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
