"""Random traces, and which access must be the first that the checker reports.

    random-traces.py TOOL DIR FIRST COUNT

The definition of a race, literally: two accesses to a byte, not both reads nor
both atomic, that no path of program order, barriers and waits connects. All
pairs are compared; nothing is forgotten.
"""
import os
import random
import subprocess
import sys

THREADS = 6


def generate(rng, only_block_barriers):
    """Lines of a trace, and the line of the first race (None: there is none)."""
    size_of_array = rng.choice([12, 50])
    blocks = rng.choice([1, 1, 1, 2])
    lines = ["global A 1 %d" % size_of_array]
    lines.append(
        "launch random grid=%d block=%d partial=%d"
        % (blocks, THREADS, not only_block_barriers)
    )
    accesses = []  # (line, block, first byte, end, kind, event or copy)
    for block in range(blocks):
        lines.append("block %d" % block)
        # What each thread knows to have happened: sets of events.
        known = [set() for _ in range(THREADS)]
        copies = []  # [thread, number, finish event or None]
        density = rng.choice([0.3, 0.7])
        for _ in range(rng.randrange(1, 40)):
            if rng.random() < density:
                if only_block_barriers or rng.random() < 0.3:
                    met = range(THREADS)
                    lines.append("barrier")
                else:
                    met = rng.sample(range(THREADS), rng.randrange(1, THREADS))
                    lines.append("barrier " + " ".join(map(str, met)))
                union = set().union(*(known[t] for t in met))
                for t in met:
                    known[t] = set(union)
                continue
            thread = rng.randrange(THREADS)
            open_copies = [c for c in copies if c[0] == thread and not c[2]]
            if open_copies and rng.random() < 0.7:
                copy = open_copies[0]
                lines.append("%d finish number=%d" % (thread, copy[1]))
                copy[2] = object()
                known[thread].add(copy[2])
                continue
            size = rng.choice([1, 2, 4, 4, 8])
            start = rng.randrange(0, size_of_array - size + 1)
            action = rng.choice(["read"] * 9 + ["write"] * 2 + ["atomic", "copy"])
            if action == "copy":
                target = rng.randrange(0, size_of_array - size + 1)
                copies.append([thread, len(copies) + 1, None])
                lines.append(
                    "%d copy A[%d] from A[%d] bytes=%d number=%d"
                    % (thread, target, start, size, len(copies))
                )
                parts = [("read", start, copies[-1]), ("write", target, copies[-1])]
            else:
                lines.append("%d %s A[%d] bytes=%d" % (thread, action, start, size))
                parts = [(action, start, object())]
            for kind, begin, event in parts:
                for other_kind, other_block, other_begin, other_end, other in accesses:
                    if kind == other_kind != "write":
                        continue
                    if other_begin >= begin + size or other_end <= begin:
                        continue
                    happened = other[2] if isinstance(other, list) else other
                    if other_block == block and happened in known[thread]:
                        continue
                    return lines + ["end"], len(lines)
                accesses.append((kind, block, begin, begin + size, event))
                if not isinstance(event, list):
                    known[thread].add(event)
    return lines + ["end"], None


def main():
    tool, directory, first, count = sys.argv[1:]
    path = os.path.join(directory, "trace")
    races = 0
    for seed in range(int(first), int(first) + int(count)):
        rng = random.Random(seed)
        lines, race = generate(rng, only_block_barriers=seed % 3 == 0)
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")
        run = subprocess.run(
            [tool, "--check", "--threads=by-line", path], stdout=subprocess.PIPE, text=True
        )
        printed = run.stdout
        found = None
        if not printed.startswith("0 reports"):
            place = printed.splitlines()[1].rsplit("at line ", 1)[1]
            found = int(place.rstrip(")"))
        if run.returncode != 0 or found != race:
            print("\n".join(lines), printed, sep="\n")
            sys.exit("seed %d: expected a report for line %s, got %s" % (seed, race, found))
        races += race is not None
    print("%s traces agree, %d with a race" % (count, races))


main()
