"""What one points-to analysis reaches and another does not: methods and call edges, grouped so that causes show.

All methods have the JVM's names (`a/B.m(I)V`); edges are pairs of caller and callee.
A difference in what is modelled shows once, at the edge from a method that both sides reach to one that only one side
reaches; what lies behind that edge follows from it. So the edges at that border are what to explain. Methods that
nothing calls are entry points and class initialisers. Call sites and casts are named differently by the two sides (one
has no bytecode offsets); so of these only the numbers in each method that both reach are compared.
"""
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Found:
    """What one side found: reachable methods, edges, and by method the may-fail casts and polymorphic calls."""

    methods: set = field(default_factory=set)
    edges: set = field(default_factory=set)
    casts: Counter = field(default_factory=Counter)
    calls: Counter = field(default_factory=Counter)


def read_dump(path):
    """A file of `jcp points-to --dump`; lines CAST and POLY (method, offset) need not be there."""
    found = Found()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            kind, *fields = line.rstrip("\n").split("\t")
            if kind == "METHOD":
                found.methods.add(fields[0])
            elif kind == "EDGE":
                found.edges.add((fields[0], fields[2]))
            elif kind == "CAST":
                found.casts[fields[0]] += 1
            elif kind == "POLY":
                found.calls[fields[0]] += 1
    return found


def owner(method):
    """`a/B$C` of `a/B$C.m(La/D;)V`."""
    return method.partition("(")[0].rpartition(".")[0]


def package(method):
    return owner(method).rpartition("/")[0] or "(unnamed)"


def grouped(names, key, top):
    """The `top` largest groups of `names` by `key`, with their sizes."""
    counts = sorted(Counter(map(key, names)).items(), key=lambda item: (-item[1], item[0]))
    lines = [f"{count:8} {name}" for name, count in counts[:top]]
    if len(counts) > top:
        lines.append(f"{sum(count for _, count in counts[top:]):8} in {len(counts) - top} more")
    return lines


def border(only, edges, both):
    """Edges from a method of both sides to one of `only`, and how many of `only` lie behind each callee."""
    callees = {}
    for caller, callee in edges:
        if callee in only and caller in only:
            callees.setdefault(caller, set()).add(callee)
    starts = {}
    for caller, callee in edges:
        if caller in both and callee in only:
            starts.setdefault(callee, set()).add(caller)
    return [(behind(start, callees), start, sorted(callers)) for start, callers in starts.items()]


def behind(start, callees):
    """How many methods are reached from `start`, itself among them."""
    seen, work = {start}, [start]
    while work:
        for callee in callees.get(work.pop(), ()):
            if callee not in seen:
                seen.add(callee)
                work.append(callee)
    return len(seen)


def side(name, mine, other, top):
    """Lines about what `name` alone reaches."""
    only, both = mine.methods - other.methods, mine.methods & other.methods
    text = ["", f"== only in {name}: {len(only)} methods of {len(mine.methods)}"]
    if only:
        text += ["", "-- by package", *grouped(only, package, top), "", "-- by class", *grouped(only, owner, top)]
        text += ["", f"-- called from methods that both reach; first, how many methods only in {name} lie behind"]
        found = sorted(border(only, mine.edges, both), key=lambda item: (-item[0], item[1]))
        for size, callee, callers in found[:top]:
            more = f" and {len(callers) - 1} more" if len(callers) > 1 else ""
            text.append(f"{size:8} {callee}\n           called by {callers[0]}{more}")
        if len(found) > top:
            text.append(f"         and {len(found) - top} more")
        called = {callee for _, callee in mine.edges}
        roots = sorted(only - called)
        text += ["", f"-- called by nothing: {len(roots)}", *(f"         {method}" for method in roots[:top])]
    inner = {(a, b) for a, b in mine.edges - other.edges if a in both and b in both}
    text += ["", f"-- call edges only in {name}, between methods that both reach: {len(inner)}; by callee"]
    text += grouped(inner, lambda edge: edge[1], top)
    text += surplus(f"-- more may-fail casts in {name}", mine.casts - other.casts, both, top)
    text += surplus(f"-- more polymorphic calls in {name}", mine.calls - other.calls, both, top)
    return text


def surplus(title, counts, both, top):
    """Lines about methods that both reach in which one side has more sites than the other, and by how many."""
    names = [method for method, count in counts.items() if method in both for _ in range(count)]
    return ["", f"{title}, in methods that both reach: {len(names)}", *grouped(names, str, top)]


def report(sides, top):
    """All lines of the comparison; `sides` maps two names to what was found."""
    (first, mine), (second, other) = sides.items()
    kinds = {"methods": "methods", "call edges, as pairs of methods": "edges"}
    text = []
    for title, kind in kinds.items():
        a, b = getattr(mine, kind), getattr(other, kind)
        text.append(f"{title}: {len(a & b)} in both, {first} {len(a)}, {second} {len(b)}")
    for title, kind in {"may-fail casts": "casts", "polymorphic calls": "calls"}.items():
        text.append(f"{title}: {first} {getattr(mine, kind).total()}, {second} {getattr(other, kind).total()}")
    return text + side(first, mine, other, top) + side(second, other, mine, top)


def decomposed(theirs, ours, theirs_same, ours_same, top):
    """What is due to models and what is not, by runs of both with the same models.

    What Tai-e has and jcp has not comes by Tai-e's reflection if Tai-e without has it not either; is taken away by jcp's
    models if jcp has it under Tai-e's; else the analyses differ. What jcp alone has comes by its models unless it
    has it under Tai-e's, too.
    """
    text = ["", "== due to what"]
    for kind in ("methods", "edges"):
        t, j, ts, js = (getattr(found, kind) for found in (theirs, ours, theirs_same, ours_same))
        reflection, taken = (t - j) - ts, (t - j) & ts & js
        rest, added, other = (t - j) & ts - js, (j - t) - js, (j - t) & js
        text.append(f"{kind} only in Tai-e: {len(t - j)}: {len(reflection)} by its reflection, {len(taken)} taken away by "
                    f"jcp's models, {len(rest)} else")
        text += [f"         {name}" for name in sorted(map(str, rest))[:top]]
        text.append(f"{kind} only in jcp: {len(j - t)}: {len(added)} by its models, {len(other)} else")
        text += [f"         {name}" for name in sorted(map(str, other))[:top]]
    return text
