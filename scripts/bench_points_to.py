#!/usr/bin/env python3
"""Runs the points-to analyses of jcp and of Tai-e on programs of the corpus and writes docs/points-to.md.

  scripts/bench_points_to.py [--program NAME]... [--context C]... [--tool tai-e|jcp]... [--fresh [tai-e|jcp]] [--same]
                             [--limit S] [--memory M]
  scripts/bench_points_to.py --differences NAME [--context C] [--same]

Both see the same class path and JDK 17, one process at a time. Results are kept in docs/points-to.json, so that a run
of a few programs or contexts renews their rows only. Tai-e's runs are kept in a cache (see taie.py) and run again only
with --fresh, and jcp's always are: --fresh=jcp runs jcp alone, --fresh=tai-e Tai-e alone. For figures to be compared,
run all with --fresh on a machine that does nothing else.
--same makes both model the same: jcp goes by Tai-e's models of the JDK (scripts/tai_e_models), and Tai-e takes no
reflection apart. Programs and contexts are then those of SAME.
--differences compares the sets that the last runs found: methods, call edges, sites. Needs Python 3.11, JDK 17 and mvn.
Exit status: 0, also where a tool ran into a limit or failed (the row says so); 2 if nothing could be run.
"""
import argparse
import json
import os
import platform
import re
import shutil
import sys
from pathlib import Path

import maven
import points_to_differences as differences
import taie
from corpus import ROOT, CorpusError, build, corpus_dir, corpus_source, jdk_home, jdk_version, replace, replace_between
from measured import measured

RESULTS = ROOT / "docs" / "points-to.json"
PAGE = ROOT / "docs" / "points-to.md"
BEGIN, END = "<!-- begin: make bench-points-to -->", "<!-- end: make bench-points-to -->"
PROGRAMS = ["jlex", "javacc", "jaligner", "opennlp"]
CONTEXTS = list(taie.CONTEXTS)
SAME = (["jlex", "javacc"], ["insensitive", "2-type"])
MODELS = ROOT / "scripts" / "tai_e_models"
JDK = "17"
BUSY = 0.1  # of a run's time: more processor time than this taken by others, and the row is marked
COUNTS = ("reachable_methods", "call_graph_edges", "may_fail_casts", "polymorphic_calls")

TOOLS = ("tai-e", "jcp")
SAME_ROW = ", same"  # behind the tool's name

COLUMNS = ["program", "context", "tool", "methods", "call edges", "may-fail casts", "polymorphic calls"]
COLUMNS += ["points-to s", "all s", "CPU s", "peak MB", "note"]


# ---- jcp -------------------------------------------------------------------------------------------------------------


def jcp_folder(program, context, same):
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    return target / "points-to" / (f"{program['name']}-{context}" + ("-same" if same else ""))


def jcp_command(options, home, program, classpath, context):
    line = [options.jcp, "points-to", "--classpath", os.pathsep.join(map(str, classpath)), "--main", program["main"]]
    line += ["--models", MODELS] if options.same else []
    return [str(word) for word in line + ["--jdk", home, "--context", context, "--no-cache", "--json"]]


def run_jcp(options, home, program, classpath, context, compared):
    """Measured without --dump, which is a run of its own, so that writing files is in no figure, and made where there is a finished
    run of Tai-e to compare with."""
    folder = jcp_folder(program, context, options.same)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    line = jcp_command(options, home, program, classpath, context)
    if shutil.which(line[0]) is None:
        return {"outcome": "no jcp: cargo build --release, or --jcp"}
    result = measured(line, options.limit, folder / "out.json", folder / "err.txt")
    if result["over_time"]:
        return result | {"outcome": f"over the time limit of {options.limit} s"}
    try:
        report = json.loads((folder / "out.json").read_text())
        result |= {key: report[key] for key in (*COUNTS, "seconds")} | {"reported": report}
    except (ValueError, KeyError, TypeError):
        reason = " ".join((folder / "err.txt").read_text(errors="replace").split())
        return result | {"outcome": f"failed with status {result['status']}: {reason[:200]}"}
    result["seconds"]["points_to"] = result["seconds"].get("total")
    if not compared:
        return result | {"outcome": "finished"}
    dumped = measured(line + ["--dump", str(folder / "dump.txt")], options.limit, os.devnull)
    if dumped["status"] != 0:
        print(f"bench_points_to: {line} --dump ended with status {dumped['status']}", file=sys.stderr)
    return result | {"outcome": "finished"}


def run_taie(options, home, program, classpath, context, _compared):
    what = (home, jdk_version(home), program, classpath, context, options.limit, options.memory, not options.same)
    kept = None if options.fresh in ("all", "tai-e") else taie.kept_run(*what)
    return kept or taie.run(*what)


# ---- the page --------------------------------------------------------------------------------------------------------


def busy(result):
    others, wall = result.get("others_s"), result.get("wall_s")
    return bool(wall) and (others or 0) > BUSY * wall


def whole_time(result):
    """Wall time less what writing dumps took."""
    if result.get("wall_s") is None:
        return None
    return result["wall_s"] - (result.get("seconds", {}).get("output") or 0.0)


def number(value):
    return "" if value is None else f"{value:,}".replace(",", " ")


def figure(value):
    return "" if value is None else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def row(key, results):
    program, context, tool = key
    result = results["rows"][":".join(key)]
    finished = result["outcome"] == "finished"
    cells = [program, context, tool.removesuffix(SAME_ROW)]
    cells += [number(result.get(count)) if finished else "" for count in COUNTS]
    points_to = result.get("seconds", {}).get("points_to") if finished else None
    whole = whole_time(result)
    star = "*" if busy(result) else ""
    cells += [figure(points_to) + (star if points_to is not None else "")]
    cells += [figure(whole) + star if whole is not None else ""]
    cells += [figure(result.get("cpu_s"))]
    peak = result.get("peak_memory_bytes")
    cells += ["" if peak is None else number(round(peak / 1e6))]
    notes = [] if finished else [result["outcome"]]
    other = results["rows"].get(f"{program}:{context}:{tool.replace('jcp', 'tai-e')}")
    if tool.startswith("jcp") and finished and other and whole:
        word = "at least " if other["outcome"] != "finished" else ""
        if busy(result) or busy(other):
            notes.append(f"{word}{other['cpu_s'] / result['cpu_s']:.1f} times as fast by CPU time")
        else:
            notes.append(f"{word}{whole_time(other) / whole:.1f} times as fast")
    cells.append("; ".join(notes).replace("|", "\\|"))
    return "| " + " | ".join(cells) + " |"


def generated(results):
    machine = results["machine"]
    text = [BEGIN, ""]
    text += [
        f"{machine['cores']} cores ({machine['processor']}), {machine['memory_gib']} GiB, {machine['system']}; "
        f"JDK {machine['jdk']} runs Tai-e and is the JDK in view; "
        f"Tai-e {taie.VERSION} with -Xmx{results['memory']}; limit {results['limit_s']} s for each run, or what its row says.",
        "",
    ]
    rows = results["rows"]
    text += table(results, "")
    if any(key.endswith(SAME_ROW) for key in rows):
        text += ["", "Both with Tai-e's models of the JDK, and without reflection:", "", *table(results, SAME_ROW)]
    if any(busy(result) for result in rows.values()):
        text += ["", f"\\* provisional: meanwhile other programs took more than {BUSY:.0%} of a core."]
    return "\n".join(text + ["", END])


def table(results, kind):
    """The rows of a kind, those of `--same` or the others."""
    rows = results["rows"]
    names = sorted({key.split(":")[0] for key in rows}, key=place)
    keys = [(name, context, tool + kind) for name in names for context in CONTEXTS for tool in TOOLS]
    text = ["| " + " | ".join(COLUMNS) + " |", "|---|---|---|" + "---:|" * (len(COLUMNS) - 4) + "---|"]
    return text + [row(key, results) for key in keys if ":".join(key) in rows]


def place(name):
    return (PROGRAMS.index(name) if name in PROGRAMS else len(PROGRAMS), name)


def write_page(results):
    """Replaces what stands between the markers; the text around them is kept."""
    if not PAGE.exists():
        replace(PAGE, f"# Points-to analysis against Tai-e\n\n{BEGIN}\n{END}\n")
    replace_between(PAGE, BEGIN, END, generated(results))


def machine(home):
    info = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*: (.*)$", info.read_text(), re.MULTILINE) if info.exists() else None
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cores": os.cpu_count(),
        "processor": found.group(1) if found else platform.machine(),
        "memory_gib": round(memory / 2**30),
        "system": f"{platform.system()} {platform.machine()}",
        "jdk": jdk_version(home),
    }


# ---- all of it -------------------------------------------------------------------------------------------------------


def chosen_programs(options, source):
    known = {program["name"]: program for program in json.loads((source / "programs.json").read_text())}
    names = options.program or (SAME[0] if options.same else PROGRAMS)
    for name in names:
        if name not in known:
            raise CorpusError(f"no program {name}; known: {', '.join(known)}")
    return [known[name] for name in names]


def summary(result):
    counts = " ".join(f"{result.get(count)}" for count in COUNTS)
    return f"{result['outcome']}; {counts}; {figure(whole_time(result))} s"


def run(options):
    source = corpus_source()
    programs = chosen_programs(options, source)
    build(source, programs)
    home = jdk_home(JDK)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"rows": {}}
    results |= {"machine": machine(home), "memory": options.memory, "limit_s": options.limit, "tai_e": taie.VERSION}
    tools = {"tai-e": run_taie, "jcp": run_jcp}
    kind = SAME_ROW if options.same else ""
    for context in options.context or (SAME[1] if options.same else CONTEXTS):
        for program in programs:
            classpath = [corpus_dir() / path for path in program["classpath"]]
            for tool in [options.fresh] if options.fresh in tools else options.tool or tools:
                other = results["rows"].get(f"{program['name']}:{context}:tai-e{kind}", {})
                compared = other.get("outcome") == "finished"
                result = tools[tool](options, home, program, classpath, context, compared)
                result = {key: value for key, value in result.items() if key != "command"}
                print(f"{program['name']} {context} {tool}{kind}: {summary(result)}", flush=True)
                results["rows"][f"{program['name']}:{context}:{tool}{kind}"] = result
                replace(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")
                write_page(results)
    return 0


def last_runs(name, context, same):
    """What the last runs of Tai-e and jcp found; none if there is none of one of them."""
    folder = taie.folder_of({"name": name}, context, jdk_version(jdk_home(JDK)), not same)
    dump = jcp_folder({"name": name}, context, same) / "dump.txt"
    if not ((folder / "call-edges.txt.gz").exists() and dump.exists()):
        return None
    return differences.Found(taie.reachable(folder), taie.edges(folder), *taie.sites(folder)), differences.read_dump(dump)


def show_differences(options):
    name, context = options.differences, (options.context or CONTEXTS)[0]
    found = last_runs(name, context, options.same)
    if found is None:
        word = " --same" if options.same else ""
        raise CorpusError(f"no runs to compare: first run --program {name} --context {context}{word}")
    print("\n".join(differences.report({"Tai-e": found[0], "jcp": found[1]}, options.top)))
    same = None if options.same else last_runs(name, context, True)
    if same:
        print("\n".join(differences.decomposed(*found, *same, options.top)))
    return 0


def main():
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jcp", type=Path, default=target / "release" / "jcp", help="the jcp command to use")
    parser.add_argument("--program", action="append", metavar="NAME", help=f"default: {', '.join(PROGRAMS)}")
    parser.add_argument("--context", action="append", choices=CONTEXTS, help="default: all")
    parser.add_argument("--tool", action="append", choices=TOOLS, help="default: both")
    parser.add_argument("--limit", type=int, default=600, metavar="S", help="seconds for each run")
    parser.add_argument("--memory", default="8g", metavar="M", help="-Xmx of Tai-e's JVM")
    fresh = {"nargs": "?", "const": "all", "choices": ["all", *TOOLS]}
    parser.add_argument("--fresh", **fresh, help="run Tai-e also where an earlier run is kept; jcp: run jcp alone")
    parser.add_argument("--same", action="store_true", help="both with the same models of the JDK")
    parser.add_argument("--differences", metavar="PROGRAM", help="compare the sets of the last runs instead")
    parser.add_argument("--top", type=int, default=40, metavar="N", help="lines for each list of --differences")
    options = parser.parse_args()
    try:
        return show_differences(options) if options.differences else run(options)
    except (CorpusError, maven.MavenError, taie.TaieError) as error:
        print(f"bench_points_to: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
