"""What one points-to analysis reaches and another does not: methods and call edges, grouped so that causes show.

Each side is a pair of sets, all in the JVM's names (`a/B.m(I)V`): reachable methods, and edges as (caller, callee).
A difference in what is modelled shows once, at the edge from a method that both sides reach to one that only one side
reaches; what lies behind that edge follows from it. So the edges at that border are what to explain. Methods that
nothing calls are entry points and class initialisers. Call sites are not compared: the two sides name them differently.
"""
from collections import Counter


def read_dump(path):
    """The methods and edges of a file of `jcp points-to --dump`."""
    methods, edges = set(), set()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            kind, *fields = line.rstrip("\n").split("\t")
            if kind == "METHOD":
                methods.add(fields[0])
            elif kind == "EDGE":
                edges.add((fields[0], fields[2]))
    return methods, edges


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
    (methods, edges), (other_methods, other_edges) = mine, other
    only, both = methods - other_methods, methods & other_methods
    text = ["", f"== only in {name}: {len(only)} methods of {len(methods)}"]
    if only:
        text += ["", "-- by package", *grouped(only, package, top), "", "-- by class", *grouped(only, owner, top)]
        text += ["", f"-- called from methods that both reach; first, how many methods only in {name} lie behind"]
        found = sorted(border(only, edges, both), key=lambda item: (-item[0], item[1]))
        for size, callee, callers in found[:top]:
            more = f" and {len(callers) - 1} more" if len(callers) > 1 else ""
            text.append(f"{size:8} {callee}\n           called by {callers[0]}{more}")
        if len(found) > top:
            text.append(f"         and {len(found) - top} more")
        called = {callee for _, callee in edges}
        roots = sorted(only - called)
        text += ["", f"-- called by nothing: {len(roots)}", *(f"         {method}" for method in roots[:top])]
    inner = {(a, b) for a, b in edges - other_edges if a in both and b in both}
    text += ["", f"-- call edges only in {name}, between methods that both reach: {len(inner)}; by callee"]
    text += grouped(inner, lambda edge: edge[1], top)
    return text


def report(sides, top):
    """All lines of the comparison; `sides` maps two names to (methods, edges)."""
    (first, mine), (second, other) = sides.items()
    text = [f"methods: {len(mine[0] & other[0])} in both, {first} {len(mine[0])}, {second} {len(other[0])}"]
    text += [f"call edges, as pairs of methods: {len(mine[1] & other[1])} in both, {first} {len(mine[1])}, {second} {len(other[1])}"]
    return text + side(first, mine, other, top) + side(second, other, mine, top)
