#!/usr/bin/env python3
"""Measures what capturing costs outside the snapshot, on long programs of the corpus and on three with busy threads, and writes docs/bench.md.

  scripts/bench_overhead.py [--jcp COMMAND] [--jdk V] [--only NAME:N]... [--pairs K]

A round is original, capturing run, original, one JVM at a time; the capturing run, less the snapshot (which it times
itself), is compared with the mean of the two. How far the two originals are apart says what the machine adds by itself. The
corpus is that of scripts/corpus.py, N one of its checkpoints. The programs with busy threads are benches/threads/NAME.java, as NAME:threads; there
HookCost measures what the hooks around one call take: with and without them, in turn, in one run. Exit status: 0; 2 if nothing could be run.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import corpus
from bench_points_to import machine
from corpus import CorpusError
from measured import measured

PAGE = corpus.ROOT / "docs" / "bench.md"
RESULTS = corpus.ROOT / "docs" / "overhead.json"
BEGIN, END = "<!-- begin: overhead -->", "<!-- end: overhead -->"
# late checkpoints, so that the hooks are there for most of the run
CHOSEN = ["jlex:2", "weka:3", "opennlp:3", "BusyPool:threads", "BusyTable:threads", "BusyLoop:threads", "Stages:threads", "HookCost:threads"]
OWN = corpus.ROOT / "benches" / "threads"
# for each the chains of its threads: class and mark of each line but the last, which waits in the method of the JDK
CHAINS = {
    "BusyPool": [(["BusyPool.work:waits"], "java.util.concurrent.LinkedBlockingQueue.take")],
    "BusyLoop": [(["BusyLoop.work:waits"], "java.util.concurrent.LinkedBlockingQueue.take")],
    "BusyTable": [
        (["BusyTable.lambda$main$0:task", "BusyTable.work:takes"], "java.util.concurrent.LinkedBlockingQueue.take"),
        (["BusyTable.lambda$main$0:task", "BusyTable.work:locks"], "java.util.concurrent.locks.ReentrantLock.lock"),
    ],
    "Stages": [
        (["Stages$Doubles.run:takes"], "java.util.concurrent.BlockingQueue.take"),
        (["Stages$Doubles.run:puts"], "java.util.concurrent.BlockingQueue.put"),
        (["Stages$Adds.run:adds"], "java.util.concurrent.BlockingQueue.take"),
    ],
    "HookCost": [(["HookCost$Worker.run:call", "HookCost.with:waits"], "java.util.concurrent.Semaphore.acquire")],
}
LIMIT = 600  # seconds for each run


def own_program(home, name, folder):
    """A program of benches/threads as one of the corpus, with its checkpoint."""
    source = OWN / f"{name}.java"
    marks = {}
    for number, line in enumerate(source.read_text().splitlines(), 1):
        marks[line.rpartition("// ")[2] if "// " in line else ""] = number
    subprocess.run([home / "bin" / "javac", "-g", "-d", folder, source], check=True)
    chains = []
    for methods, waits in CHAINS[name]:
        split = [method.split(":") for method in methods]
        chains.append("; ".join([*(f"{method}:{marks[mark]}" for method, mark in split), waits]))
    region = f"{marks['here']}, {name}, {name}.main; {name}.after &"
    program = {"name": name, "classpath": [folder], "main": name, "threads": chains, "jvm_args": [], "args": [], "pre": [], "expected_rc": 0}
    return program, {"region": region, "instance": "first"}


def instrument(options, home, program, checkpoint, folder):
    """Makes the jars; returns the words of the capturing run."""
    classpath = os.pathsep.join(str(corpus.corpus_dir() / path) for path in program["classpath"])
    line = [options.jcp, "instrument", "--json", "--classpath", classpath, "--main", program["main"], "--jdk", home]
    line += ["--region", checkpoint["region"], "--instance", checkpoint["instance"], "-o", folder]
    line += [word for chain in program.get("threads", []) for word in ["--threads", chain]]
    done = subprocess.run([str(word) for word in line], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise CorpusError(f"{program['name']}: jcp instrument ended with status {done.returncode}")
    return json.loads(done.stdout)["capture_command"]


def run_once(line, program, properties=()):
    """One run in a fresh folder; its figures."""
    folder = corpus.working_folder(program)
    command = [line[0], *program["jvm_args"], *properties, *line[1:], *corpus.program_args(program, folder)]
    try:
        result = measured(list(map(str, command)), LIMIT, os.devnull, folder=folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if result["status"] != (program["expected_rc"] or 0):
        raise CorpusError(f"{' '.join(map(str, command))} ended with status {result['status']}")
    return result


def rounds(options, home, program, checkpoint):
    """For each round the seconds of original, capturing run, snapshot, original."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        capture = instrument(options, home, program, checkpoint, folder)
        classpath = os.pathsep.join(str(corpus.corpus_dir() / path) for path in program["classpath"])
        original = [home / "bin" / "java", "-cp", classpath, program["main"]]
        report = Path(folder) / "report.json"
        properties = [f"-Djcp.report={report}", f"-Djcp.checkpoint={folder}/overhead.jcp"]
        for _ in range(options.pairs):
            first = run_once(original, program)
            captured = run_once(capture, program, properties)
            snapshot = json.loads(report.read_text())
            if snapshot["status"] != "captured":
                raise CorpusError(f"{program['name']}: no checkpoint: {snapshot}")
            second = run_once(original, program)
            found.append([first["wall_s"], captured["wall_s"], snapshot["snapshot_ns"] / 1e9, second["wall_s"]])
            print(program["name"], " ".join(f"{value:.2f}" for value in found[-1]), flush=True)
    return found


def hook_cost(options, home):
    """For each pair of rounds the nanoseconds of a call with hooks and without."""
    with tempfile.TemporaryDirectory() as folder:
        program, checkpoint = own_program(home, "HookCost", folder)
        command = instrument(options, home, program, checkpoint, folder)
        command = [command[0], f"-Djcp.checkpoint={folder}/cost.jcp", *command[1:]]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        pairs = [line.split() for line in done.stdout.splitlines() if line[:1].isdigit()]
        return [[float(value) for value in pair] for pair in pairs]


def row(name, result):
    """Medians over the rounds."""
    originals = [(first + second) / 2 for first, _, _, second in result["rounds"]]
    pairs = list(zip(originals, result["rounds"], strict=True))
    outside = [100 * (captured - snapshot - original) / original for original, (_, captured, snapshot, _) in pairs]
    apart = [100 * abs(second - first) / original for original, (first, _, _, second) in pairs]
    snapshots = [snapshot for _, _, snapshot, _ in result["rounds"]]
    cells = [name, result["place"], str(len(pairs)), f"{statistics.median(originals):.2f}", f"{statistics.median(snapshots):.2f}"]
    cells += [f"{statistics.median(outside):+.1f}", f"{min(outside):+.1f} to {max(outside):+.1f}", f"{statistics.median(apart):.1f}"]
    return "| " + " | ".join(cells) + " |"


def write_page(results):
    """Replaces what stands between the markers."""
    info = results["machine"]
    text = [BEGIN, "", f"{info['cores']} cores ({info['processor']}), {info['system']}; JDK {info['jdk']}.", ""]
    text += ["| program | checkpoint | rounds | original s | snapshot s | overhead % | from, to | originals apart % |"]
    text += ["|---|---|---:|---:|---:|---:|---|---:|"]
    text += [row(name.partition(":")[0], result) for name, result in sorted(results["rows"].items())]
    for jdk, pairs in sorted(results.get("calls", {}).items()):
        more = statistics.median(with_hooks - without for with_hooks, without in pairs)
        without = statistics.median(without for _, without in pairs)
        text += ["", f"A thread's call that does not block, JDK {jdk}: {without:.0f} ns without hooks, {more:.0f} ns more with them ({len(pairs)} pairs)."]
    corpus.replace_between(PAGE, BEGIN, END, "\n".join([*text, "", END]))


def run(options):
    source = corpus.corpus_source()
    programs = {program["name"]: program for program in json.loads((source / "programs.json").read_text())}
    home = corpus.jdk_home(options.jdk)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"rows": {}}
    results["machine"] = machine(home)
    for name, _, number in (chosen.partition(":") for chosen in options.only or CHOSEN):
        if name == "HookCost":
            results.setdefault("calls", {})[options.jdk] = hook_cost(options, home)
        elif name in CHAINS:
            with tempfile.TemporaryDirectory() as folder:
                found = rounds(options, home, *own_program(home, name, folder))
            results["rows"][f"{name}:{number}"] = {"place": f"{name}.after, {len(CHAINS[name])} chains", "rounds": found}
        elif name not in programs or not number:
            raise CorpusError(f"no checkpoint {name}:{number}; programs: {', '.join(programs)}")
        else:
            program = programs[name]
            corpus.build(source, [program])
            checkpoint = corpus.all_checkpoints(program)[int(number) - 1]
            found = rounds(options, home, program, checkpoint)
            results["rows"][f"{name}:{number}"] = {"place": corpus.place(checkpoint), "rounds": found}
        corpus.replace(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")
        write_page(results)
    return 0


def main():
    target = Path(os.environ.get("CARGO_TARGET_DIR") or corpus.ROOT / "target")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jcp", type=Path, default=target / "release" / "jcp", help="the jcp command to use")
    parser.add_argument("--jdk", default="17", choices=["17", "25"], help="the JDK that runs the programs")
    parser.add_argument("--only", action="append", default=[], metavar="NAME:N", help=f"default: {', '.join(CHOSEN)}")
    parser.add_argument("--pairs", type=int, default=5, metavar="K", help="rounds for each program")
    try:
        return run(parser.parse_args())
    except CorpusError as error:
        print(f"bench_overhead: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
