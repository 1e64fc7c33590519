"""Soot 4.4.1, the paper's own subject, as a program of scripts/paper.py: its jars, what it is run on, and its checkpoints.

Soot analyses and transforms a jar of the corpus as a whole program, with the packs that the paper enabled. Its checkpoints lie between
the packs, as the paper's do: six for the runs, ten for the analyses, of which the first N are analysed together. Lines are those of
soot-4.4.1.jar.
"""
import maven

VERSION = "4.4.1"
PACKS = "cg.spark on, wjtp on, wjop on, wjap on, jop on"
RUN = "soot.Main.main; soot.Main.run"
ALL = f"{RUN}; soot.PackManager.runPacks; soot.PackManager.runPacksNormally"
WHOLE = f"{ALL}; soot.PackManager.runWholeProgramPacks"
# the paper's six, from the beginning to the end of a run
RUNS = [
    ("before the whole-program packs", f"618, soot.PackManager, {WHOLE} &"),
    ("after cg", f"620, soot.PackManager, {WHOLE} &"),
    ("after wjtp", f"621, soot.PackManager, {WHOLE} &"),
    ("after wjop", f"622, soot.PackManager, {WHOLE} &"),
    ("after wjap", f"624, soot.PackManager, {WHOLE} &"),
    ("after the body packs", f"531, soot.PackManager, {ALL} &"),
]
# further boundaries: after wjpp, before the bodies are made, before the body packs, and before the classes are written
FURTHER = [
    f"619, soot.PackManager, {WHOLE} &",
    f"502, soot.PackManager, {ALL} &",
    f"530, soot.PackManager, {ALL} &",
    "@0, soot.PackManager, soot.Main.main; soot.Main.run; soot.PackManager.writeOutput() &",
]
# how many regions are analysed together, as in the paper
SIZES = [1, 2, 4, 6, 10]


def regions(size):
    """The first `size` of the ten, which begin with those that the paper's first runs cross."""
    order = [RUNS[1], RUNS[4], RUNS[2], RUNS[3], RUNS[0], RUNS[5]]
    return ([region for _, region in order] + FURTHER)[:size]


def program(cache, subject):
    """As scripts/corpus.py has programs; `subject` is the program of the corpus that Soot analyses."""
    lib = maven.libraries(cache / "soot", "org.soot-oss", "soot", VERSION)
    first = lib / f"soot-{VERSION}.jar"
    jars = [first] + sorted(jar for jar in lib.glob("*.jar") if jar != first)
    # by links: what Soot reads is found from its working folder
    args = ["-w", "-pp", "-allow-phantom-refs", "-process-dir", subject["classpath"][0], "-main-class", subject["main"]]
    for pack in PACKS.split(", "):
        name, value = pack.split(" ")
        args += ["-p", name, value]
    args += ["-f", "J", "-d", "out/soot"]
    strip = [{"replace": r"(started|finished) on .*", "with": r"\1"}, {"replace": r"\d+ min\. \d+ sec\.", "with": "a time"}]
    strip += [{"replace": r"\d+(\.\d+)? seconds?", "with": "a time"}, {"replace": r"took: \d+ ?ms", "with": "took a time"}]
    return {
        "name": "soot", "main": "soot.Main", "classpath": [str(jar) for jar in jars], "args": args, "jvm_args": ["-Xmx6g"], "pre": None,
        "strip": strip, "zip_outputs": [], "skip_outputs": [], "expected_rc": 0, "java": "17",
    }


def checkpoint(region):
    return {"region": region, "instance": "first", "arrivals": 1, "notes": "", "class": region.split(", ")[1], "line": 0}
