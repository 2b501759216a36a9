#!/usr/bin/env python3
"""Draws how tiles overlap in the orders of `#scratch.pipeline`.

    scripts/draw-pipelines.py > docs/images/pipelining.svg

Loads (L), computations (C) and stores (S) take one unit of time each and begin as soon
as the order lets them; with barriers, in their step.
"""
TILES, UNIT, HEIGHT, LEFT, GAP = 5, 44, 22, 170, 34
COLOURS = ["#4a90c2", "#e0a030", "#6aa84f", "#b45f9b", "#c05a4a"]
ORDERS = [
    ("sequential", "tile after tile", 1, 0),
    ("double", "double, 2 stages", 2, 1),
    ("duplex", "duplex, 2 stages", 2, 1),
    ("barrier", "barrier, 3 stages", 3, 1),
]


def needed(order, stages, lag, task, tile):
    """What has to be over before: tasks of tiles, in other directions of one channel, too."""
    before = {"L": [("L", tile - 1)], "C": [("L", tile), ("C", tile - 1)],
              "S": [("C", tile), ("S", tile - 1)]}[task]
    if order == "sequential":
        return before + ([("S", tile - 1)] if task == "L" else [])
    if task == "L":
        store = tile - stages - (lag if order == "barrier" else 0)
        before += [("C", tile - stages), ("S", store)]
    if task == "C":
        before += [("S", tile - lag - 1)]
    if task == "S" and order == "double":
        before += [("L", tile + stages - 1)]
    return before


def times(order, stages, lag):
    """When each task of each tile begins."""
    if order == "barrier":  # In step k: the loads of k + stages - 1, C of k, S of k - lag.
        steps = {}
        for tile in range(TILES):
            steps |= {("L", tile): tile, ("C", tile): tile + stages - 1,
                      ("S", tile): tile + stages - 1 + lag}
        return steps
    begins = {}
    while len(begins) < 3 * TILES:
        for task in "LCS":
            for tile in range(TILES):
                before = [b for b in needed(order, stages, lag, task, tile) if 0 <= b[1] < TILES]
                if (task, tile) not in begins and all(b in begins for b in before):
                    begins[task, tile] = max((begins[b] + 1 for b in before), default=0)
    return begins


def main():
    lines, top = [], 30
    widest = 0
    for order, title, stages, lag in ORDERS:
        begins = times(order, stages, lag)
        lines.append(f'<text x="10" y="{top + 1.5 * HEIGHT}" font-weight="bold">{title}</text>')
        for row, task in enumerate("LCS"):
            y = top + row * HEIGHT
            lines.append(f'<text x="{LEFT - 18}" y="{y + 15}">{task}</text>')
            for tile in range(TILES):
                x = LEFT + begins[task, tile] * UNIT
                widest = max(widest, x + UNIT)
                lines.append(
                    f'<rect x="{x + 1}" y="{y + 1}" width="{UNIT - 2}" height="{HEIGHT - 2}" '
                    f'fill="{COLOURS[tile % len(COLOURS)]}"/>'
                    f'<text x="{x + UNIT / 2}" y="{y + 15}" text-anchor="middle" '
                    f'fill="white">{tile}</text>')
        if order == "barrier":
            for step in range(1, TILES + stages):
                x = LEFT + step * UNIT
                lines.append(f'<line x1="{x}" y1="{top - 4}" x2="{x}" y2="{top + 3 * HEIGHT + 4}" '
                             'stroke="#555" stroke-dasharray="3 2"/>')
        top += 3 * HEIGHT + GAP
    lines.append(f'<text x="{LEFT}" y="{top - 8}">time: each load, computation and store takes '
                 'one unit; dashed: barriers</text>')
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {widest + 20} {top}" '
          'font-family="sans-serif" font-size="13">')
    print('<rect width="100%" height="100%" fill="white"/>')
    print("\n".join(lines))
    print("</svg>")


if __name__ == "__main__":
    main()
