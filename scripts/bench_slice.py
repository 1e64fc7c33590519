#!/usr/bin/env python3
"""Slices programs of the corpus backward by WALA and by jcp, at the same lines, and writes docs/slice.md.

  scripts/bench_slice.py [--program NAME]... [--kind K]... [--tool wala|jcp]... [--fresh [wala|jcp]] [--limit S] [--memory M]
  scripts/bench_slice.py --differences NAME [--kind K]... [--top N]
  scripts/bench_slice.py --check

One process at a time; the same class path, main class, line and JDK 17. Results are kept in docs/slice.json, so that a run of
a few programs or kinds renews their rows only. WALA's runs are kept in a cache (see wala.py) and run again only with
--fresh, and jcp's always are: --fresh=jcp runs jcp alone, --fresh=wala WALA alone. For figures to be compared, run all with
--fresh on a machine that does nothing else.
--differences lists the lines that only one of the last runs has. --check slices small programs whose slices are known
(../shared/slice) by both, to see that both are asked the same, and those of tests/java/slice/flows by jcp: there line 3 must be in
every slice. Needs Python 3.11, JDK 17 and mvn.
Exit status: 0, also where a tool ran into a limit or failed (the row says so); 1 if --check finds a wrong slice; 2 if nothing
could be run.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import maven
import wala
from bench_points_to import BUSY, busy, figure, machine, number
from corpus import ROOT, CorpusError, build, corpus_dir, corpus_source, jdk_home, jdk_version, replace, replace_between
from measured import measured

RESULTS = ROOT / "docs" / "slice.json"
PAGE = ROOT / "docs" / "slice.md"
BEGIN, END = "<!-- begin: make bench-slice -->", "<!-- end: make bench-slice -->"
# at a checkpoint of the corpus, or the first line with values of interest after it
CRITERIA = {
    "jlex": "5911, JLex.CLexGen",
    "javacc": "268, org.javacc.parser.Main",
    "jflex": "283, jflex.DFA",
    "jaligner": "259, jaligner.SmithWatermanGotoh",
}
KINDS = {
    "thin": ["--thin"],
    "thin, insensitive": ["--thin", "--level", "insensitive"],
    "full": [],
    "full, insensitive": ["--level", "insensitive"],
}
TOOLS = ("wala", "jcp")
NAMES = {"wala": "WALA", "jcp": "jcp"}
JDK = "17"
# programs of ../shared/slice without threads: class, line, lines that must be in each slice, and that must not be in the thin one
CHECKS = [
    ("S1", 13, {2, 5, 9, 11}, {3, 10, 12}),
    ("S2", 12, {3, 6, 11}, set()),  # WALA overwrites no static field
    ("S3", 13, {6, 7, 11}, {12}),
    ("S5", 15, {2, 12}, {13}),
]

COLUMNS = ["program", "slice", "tool", "statements", "lines", "lines of both"]
COLUMNS += ["call graph s", "slice s", "all s", "CPU s", "peak MB", "note"]


# ---- the two tools ---------------------------------------------------------------------------------------------------


def target():
    return Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")


def jcp_folder(program, kind):
    return target() / "slice" / f"{program['name']}-{kind.replace(', ', '-')}"


def jcp_command(options, home, program, classpath, criterion, kind):
    line = [options.jcp, "slice", "--classpath", os.pathsep.join(map(str, classpath)), "--main", program["main"]]
    line += ["--jdk", home, "--at", criterion, *KINDS[kind], "--no-cache", "--json"]
    return [str(word) for word in line]


def run_jcp(options, home, program, classpath, criterion, kind):
    folder = jcp_folder(program, kind)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    line = jcp_command(options, home, program, classpath, criterion, kind)
    if shutil.which(line[0]) is None:
        return {"outcome": "no jcp: cargo build --release, or --jcp"}
    result = measured(line, options.limit, folder / "out.json", folder / "err.txt") | {"limit_s": options.limit}
    if result["over_time"]:
        return result | {"outcome": f"over the time limit of {options.limit} s"}
    try:
        report = json.loads((folder / "out.json").read_text())
        counts = {"statements": report["size"][0], "lines": len(report["lines"])}
        seconds = {"call_graph": report["seconds"]["points_to"], "slice": report["seconds"]["slice"]}
        level = report["level"]
    except (ValueError, KeyError, TypeError):
        reason = " ".join((folder / "err.txt").read_text(errors="replace").split())
        return result | {"outcome": f"failed with status {result['status']}: {reason[:200]}"}
    return result | {"outcome": "finished", "counts": counts, "seconds": seconds, "level": level}


def jcp_lines(program, kind):
    """The lines of the last run, as pairs of class and line; None if there is none."""
    try:
        report = json.loads((jcp_folder(program, kind) / "out.json").read_text())
    except (OSError, ValueError):
        return None
    return {(line["class"], line["line"]) for line in report["lines"]}


def run_wala(options, home, program, classpath, criterion, kind):
    what = (home, jdk_version(home), program, classpath, criterion, kind, options.limit, options.memory)
    kept = None if options.fresh in ("all", "wala") else wala.kept_run(*what)
    return kept or wala.run(*what)


# ---- the page --------------------------------------------------------------------------------------------------------


def row(key, results):
    program, kind, tool = key
    result = results["rows"][":".join(key)]
    finished = result["outcome"] == "finished"
    counts, seconds = result.get("counts", {}), result.get("seconds", {})
    star = "*" if busy(result) else ""
    cells = [program, kind, NAMES[tool]]
    cells += [number(counts.get(count)) if finished else "" for count in ("statements", "lines")]
    cells += [number(results["common"].get(f"{program}:{kind}"))]
    cells += [figure(seconds.get(phase)) + (star if phase in seconds else "") for phase in ("call_graph", "slice")]
    cells += [figure(result.get("wall_s")) + (star if "wall_s" in result else ""), figure(result.get("cpu_s"))]
    peak = result.get("peak_memory_bytes")
    cells += ["" if peak is None else number(round(peak / 1e6))]
    notes = [] if finished else [result["outcome"]]
    notes += [f"level `{result['level']}`"] if finished and "level" in result else []
    cells.append("; ".join(notes).replace("|", "\\|"))
    return "| " + " | ".join(cells) + " |"


def generated(results):
    about, rows = results["machine"], results["rows"]
    text = [BEGIN, ""]
    text += [
        f"{about['cores']} cores ({about['processor']}), {about['memory_gib']} GiB, {about['system']}; JDK {about['jdk']}; "
        f"WALA {results['wala']} with -Xmx{results['memory']}; limit {results['limit_s']} s for each run, call graph and all. "
        f"Lines: {'; '.join(f'{name} {criterion}' for name, criterion in CRITERIA.items())}.",
        "",
    ]
    text += ["| " + " | ".join(COLUMNS) + " |", "|---|---|---|" + "---:|" * (len(COLUMNS) - 4) + "---|"]
    keys = [(name, kind, tool) for name in CRITERIA for kind in KINDS for tool in TOOLS]
    text += [row(key, results) for key in keys if ":".join(key) in rows]
    if any(busy(result) for result in rows.values()):
        text += ["", f"\\* provisional: meanwhile other programs took more than {BUSY:.0%} of a core."]
    return "\n".join(text + ["", END])


def write_page(results):
    """Replaces what stands between the markers; the text around them is kept."""
    replace_between(PAGE, BEGIN, END, generated(results))


# ---- all of it -------------------------------------------------------------------------------------------------------


def chosen_programs(options, source):
    known = {program["name"]: program for program in json.loads((source / "programs.json").read_text())}
    return [known[name] for name in options.program or CRITERIA]


def last_runs(program, kind):
    """The lines of both last runs; none if one of them has none."""
    found = {"WALA": wala.lines(program, kind, jdk_version(jdk_home(JDK))), "jcp": jcp_lines(program, kind)}
    return None if None in found.values() else found


def one_run(options, home, program, kind, tool, rows):
    classpath = [corpus_dir() / path for path in program["classpath"]]
    if tool == "jcp":
        return run_jcp(options, home, program, classpath, CRITERIA[program["name"]], kind)
    for other in KINDS:
        before = rows.get(f"{program['name']}:{other}:wala")
        if before and wala.no_call_graph(before) and before["limit_s"] >= options.limit and other in options.tried:
            return {"outcome": f"not run, as there was no call graph for {other}"}
    return run_wala(options, home, program, classpath, CRITERIA[program["name"]], kind)


def run(options):
    source = corpus_source()
    programs = chosen_programs(options, source)
    build(source, programs)
    home = jdk_home(JDK)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"rows": {}, "common": {}}
    results |= {"machine": machine(home), "memory": options.memory, "limit_s": options.limit, "wala": wala.VERSION}
    for program in programs:
        options.tried = []
        for kind in options.kind or KINDS:
            name = f"{program['name']}:{kind}"
            for tool in [options.fresh] if options.fresh in TOOLS else options.tool or TOOLS:
                result = one_run(options, home, program, kind, tool, results["rows"])
                result = {key: value for key, value in result.items() if key != "command"}
                print(f"{name}:{tool}: {result['outcome']}; {result.get('counts')}; {result.get('seconds')}", flush=True)
                results["rows"][f"{name}:{tool}"] = result
            options.tried.append(kind)
            found = last_runs(program, kind)
            results["common"][name] = len(found["WALA"] & found["jcp"]) if found else None
            replace(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")
            write_page(results)
    return 0


def show_differences(options):
    program = {"name": options.differences}
    for kind in options.kind or KINDS:
        found = last_runs(program, kind)
        if found is None:
            print(f"{kind}: no two finished runs to compare")
            continue
        print(f"{kind}: {len(found['WALA'] & found['jcp'])} lines in both")
        for name, other in (("WALA", "jcp"), ("jcp", "WALA")):
            only = sorted(found[name] - found[other])
            print(f"  only {name}: {len(only)}")
            for owner, count in Counter(owner for owner, _ in only).most_common(options.top):
                print(f"    {owner}: {count}: {' '.join(str(line) for found_in, line in only if found_in == owner)}")
    return 0


def check(options):
    """Slices of small programs against what is known of them."""
    home = jdk_home(JDK)
    lost = sorted((ROOT / "tests" / "java" / "slice" / "flows").glob("*.java"))
    sources = [corpus_source().parent / "slice" / f"{name}.java" for name, *_ in CHECKS] + lost
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([home / "bin" / "javac", "-g", "-d", folder, *sources], check=True)
        for name, line, must, must_not in CHECKS:
            for kind in KINDS:
                # the others may have more
                never = must_not if kind == "thin" else set()
                for tool in TOOLS:
                    wrong += checked(options, home, [folder], name, line, kind, tool, must, never)
        for source in lost:
            text = source.read_text().splitlines()
            line = 1 + next(i for i, code in enumerate(text) if code.startswith("        crit("))
            wrong += checked(options, home, [folder], source.stem, line, "full", "jcp", {3}, set())
    return 1 if wrong else 0


def checked(options, home, classpath, name, line, kind, tool, must, must_not):
    """Whether a slice of one program is wrong."""
    program = {"name": f"check-{name}", "main": name}
    ran = {"wala": run_wala, "jcp": run_jcp}[tool](options, home, program, classpath, f"{line}, {name}", kind)
    pairs = wala.lines(program, kind, jdk_version(home)) if tool == "wala" else jcp_lines(program, kind)
    found = {line for _, line in pairs or ()}
    lacks, has = sorted(must - found), sorted(must_not & found)
    words = [f"lacks {lacks}"] if lacks else []
    words += [f"has {has}"] if has else []
    print(f"{name} {kind} {NAMES[tool]}: {'; '.join(words) or 'right'}; {ran['outcome']}; {sorted(found)}", flush=True)
    return bool(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jcp", type=Path, default=target() / "release" / "jcp", help="the jcp command to use")
    names = {"choices": list(CRITERIA), "metavar": "NAME"}
    parser.add_argument("--program", action="append", **names, help=f"default: {', '.join(CRITERIA)}")
    parser.add_argument("--kind", action="append", choices=KINDS, help="default: all")
    parser.add_argument("--tool", action="append", choices=TOOLS, help="default: both")
    parser.add_argument("--limit", type=int, default=300, metavar="S", help="seconds for each run")
    parser.add_argument("--memory", default="6g", metavar="M", help="-Xmx of WALA's JVM")
    fresh = {"nargs": "?", "const": "all", "choices": ["all", *TOOLS]}
    parser.add_argument("--fresh", **fresh, help="run WALA also where an earlier run is kept; jcp: run jcp alone")
    parser.add_argument("--differences", **names, help="compare the lines of the last runs instead")
    parser.add_argument("--check", action="store_true", help="slice small programs whose slices are known instead")
    parser.add_argument("--top", type=int, default=40, metavar="N", help="classes for each list of --differences")
    options = parser.parse_args()
    try:
        if options.check:
            return check(options)
        return show_differences(options) if options.differences else run(options)
    except (CorpusError, maven.MavenError, wala.WalaError) as error:
        print(f"bench_slice: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
