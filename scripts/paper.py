#!/usr/bin/env python3
"""Repeats the tables of the paper that jcp follows, on today's programs, and writes docs/paper.md and docs/paper.svg.

  scripts/paper.py [--jcp COMMAND] [--jdk 17|25] [--only NAME]... [--analyses [--counts] | --runs] [--timeout SECONDS]

Subjects are the programs of the corpus, each with all its checkpoints as regions of one jar, and Soot (scripts/paper_soot.py) with one to
ten regions. The paper's figures are in scripts/paper_published.json. Results are kept in docs/paper.json, so that a run with --only renews those
rows only. --analyses leaves the runs of Soot out (Table 3, Figure 5), --runs does them alone. With --counts, for a busy machine, the times of before stay. Exit status: 0; 1 if a run was different; 2
if nothing could be run.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import corpus
import paper_page
import paper_soot
from corpus import ROOT, CorpusError
from maven import MavenError

RESULTS = ROOT / "docs" / "paper.json"
AT_ONCE = 200  # classes for one javap
SUBJECT = "jlex"  # the program that Soot analyses


# ---- Table 1: the programs -------------------------------------------------------------------------------------------------


def counted(home, jar):
    """Classes, methods with code, and instructions of a jar, as javap prints them."""
    names = subprocess.run([home / "bin" / "jar", "--list", "--file", jar], capture_output=True, text=True, check=True).stdout.split("\n")
    classes = [name for name in names if name.endswith(".class") and not name.startswith("META-INF/") and name != "module-info.class"]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([home / "bin" / "jar", "--extract", "--file", jar], cwd=folder, check=True)
        methods = instructions = 0
        for at in range(0, len(classes), AT_ONCE):
            line = [home / "bin" / "javap", "-p", "-c", *classes[at : at + AT_ONCE]]
            done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=True)
            for line in done.stdout.splitlines():
                methods += line == "    Code:"
                instructions += re.match(r" +\d+: [a-z]", line) is not None
    return [len(classes), methods, instructions]


# ---- Table 2: the analyses -------------------------------------------------------------------------------------------------


def analysed(options, program, regions):
    """What `jcp instrument` tells of all regions in one jar."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "all.region"
        listed.write_text("\n".join(regions) + "\n")
        classpath = os.pathsep.join(str(corpus.corpus_dir() / path) for path in program["classpath"])
        line = [options.jcp, "instrument", "--json", "--classpath", classpath, "--main", program["main"], "--jdk", options.home]
        line += ["--regions", listed, "-o", folder]
        corpus.forget_answers()
        begun = time.monotonic()
        done = subprocess.run([str(word) for word in line], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        took = time.monotonic() - begun
    if done.returncode != 0:
        return {"failed": done.stderr.strip().splitlines()[-1][:300]}
    told = json.loads(done.stdout)
    each = [told, *told["other_regions"]]
    # the region with most statics: regions share most of theirs
    most = max(each, key=lambda region: (region["statics"], region["jdk_statics"]))
    return {
        "regions": len(regions),
        "clones": told["clones"],
        "unmerged": told["unmerged_clones"],
        **{key: sum(region[key] for region in each) for key in ("cdmps", "locals", "slots")},
        **{key: most[key] for key in ("statics", "library_statics", "jdk_statics")},
        "reachable": told["reachable_statics"],
        "removed": told["replay_instructions"]["removed"],
        "inserted": told["capture_instructions"]["inserted"] + told["replay_instructions"]["inserted"],
        "seconds": told["seconds"],
        "all_s": took,
    }


def analyse(options, results, programs):
    for program in programs:
        name = program["name"]
        results["programs"][name] = counted(options.home, corpus.corpus_dir() / program["classpath"][0])
        if name == "soot":
            for at, size in enumerate(paper_soot.SIZES, 1):
                keep(options, results, f"soot({at})", analysed(options, program, paper_soot.regions(size)))
            continue
        # regions of one jar all start at main
        found = [point["region"] for point in corpus.all_checkpoints(program) if not corpus.below_main(point)]
        if found:
            keep(options, results, name, analysed(options, program, list(dict.fromkeys(found))))


def keep(options, results, name, row):
    before = results["analyses"].get(name, {})
    if options.counts and "seconds" in before and "seconds" in row:
        row |= {"seconds": before["seconds"], "all_s": before["all_s"], "times_of_before": True}
    results["analyses"][name] = row
    print(name, json.dumps(row), flush=True)
    corpus.replace(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")


# ---- Table 3 and Figure 5: runs of Soot ------------------------------------------------------------------------------------


def live_heap(options, program, region):
    """Objects and bytes that live right after the checkpoint is written, by a full collection; none if the run ends before."""
    folder = corpus.working_folder(program)
    classpath = os.pathsep.join(str(corpus.corpus_dir() / path) for path in program["classpath"])
    line = [options.jcp, "instrument", "--json", "--classpath", classpath, "--main", program["main"], "--jdk", options.home]
    line += ["--region", region, "-o", folder]
    made = subprocess.run([str(word) for word in line], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if made.returncode != 0:
        return None
    told = json.loads(made.stdout)
    words = told["capture_command"]
    words = words[:1] + program["jvm_args"] + words[1:] + corpus.program_args(program, folder)
    file, found = folder / told["checkpoint"], None
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as ran:
        while ran.poll() is None and not file.exists():
            time.sleep(0.05)
        if ran.poll() is None:
            line = [options.home / "bin" / "jcmd", str(ran.pid), "GC.class_histogram"]
            told = subprocess.run(line, capture_output=True, text=True).stdout
            total = re.search(r"^Total +(\d+) +(\d+)", told, re.MULTILINE)
            found = [int(total.group(1)), int(total.group(2))] if total else None
            ran.kill()
    shutil.rmtree(folder, ignore_errors=True)
    return found


def run_soot(options, results, program):
    different = 0
    options.check = options.observe = options.keep = False
    for at, (name, region) in enumerate(paper_soot.RUNS, 1):
        report = corpus.verify(options.jcp, program, paper_soot.checkpoint(region), options.home, options, ["--state"])
        told = ("result", "reason", "objects", "checkpoint_bytes", "original_s", "capture_s", "replay_s", "snapshot_s", "restore_s", "states")
        notes = [note for note in report.get("diagnostics") or [] if "state" in note or "was not compared" in note]
        row = {key: report.get(key) for key in told} | {"notes": notes, "place": name, "live": live_heap(options, program, region)}
        results["runs"][str(at)] = row
        print("soot", at, json.dumps(row), flush=True)
        different += report["result"] not in ("equal", "refused")
        corpus.replace(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")
    return different


def run(options):
    options.home = corpus.jdk_home(options.jdk)
    source = corpus.corpus_source()
    programs = json.loads((source / "programs.json").read_text())
    subject = next(program for program in programs if program["name"] == SUBJECT)
    wanted = [program for program in programs if program["java"] != "25" and program["name"] in (options.only or [program["name"]])]
    soot = None if options.only and "soot" not in options.only else paper_soot.program(corpus.corpus_dir(), subject)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"programs": {}, "analyses": {}, "runs": {}}
    results |= {"jdk": corpus.jdk_version(options.home), "cores": os.cpu_count(), "soot": paper_soot.VERSION, "subject": SUBJECT}
    corpus.build(source, wanted + ([subject] if soot else []))
    if not options.runs:
        analyse(options, results, wanted + ([soot] if soot else []))
    different = run_soot(options, results, soot) if soot and not options.analyses else 0
    corpus.replace(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")
    paper_page.write(results)
    return 1 if different else 0


def main():
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jcp", type=Path, default=target / "release" / "jcp", help="the jcp command to use")
    parser.add_argument("--jdk", choices=["17", "25"], default="17", help="run on this JDK")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="this program only; soot is one")
    parser.add_argument("--analyses", action="store_true", help="leave the runs of Soot out")
    parser.add_argument("--counts", action="store_true", help="keep the times of the analyses of before")
    parser.add_argument("--runs", action="store_true", help="only the runs of Soot")
    parser.add_argument("--timeout", type=int, default=1800, help="seconds for each run")
    try:
        return run(parser.parse_args())
    except (CorpusError, MavenError) as error:
        print(f"paper: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
