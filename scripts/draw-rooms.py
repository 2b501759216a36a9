#!/usr/bin/env python3
"""Draws the rooms in the order of docs/design/architecture.md, and what flows through them.

    scripts/draw-rooms.py > docs/images/architecture.svg

The left half is the page's list "layers", to which scripts/check-layers.py holds the
code. The right half is FLOW below: a room or a header that is not there is an error.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "design" / "architecture.md"

# Colours (filling, edge) by the first part of a room's name.
COLOURS = {
    "Polyhedral": ("#e3edf7", "#345a80"),
    "Dialect": ("#efe6f5", "#6a3d8a"),
    "Storage": ("#fbe9dc", "#a05a20"),
    "Analysis": ("#e7f4e4", "#2d6a2d"),
    "Check": ("#f9e1e1", "#963232"),
    "Transforms": ("#fdf3dc", "#8a6914"),
    "Conversion": ("#dff2f2", "#1f6f70"),
}
OTHERS = ("#f1f2f4", "#556070")

# From top to bottom: what there is, then who decides what about it: a question and a
# header, or a room.
FLOW = [
    ("affine loops", []),
    ("scop", [("what is executed, when", "Polyhedral/Scop.h"),
              ("which order must stay", "Polyhedral/Dependences.h")]),
    ("schedule", [("loops, which are parallel", "Analysis/Scheduling/Scheduling.h")]),
    ("tiles", [("sizes, mapping", "Analysis/Tiling/TilePlan.h"),
               ("the same in time", "Analysis/TimeTiling/TimeTiling.h")]),
    ("buffers", [("what is kept", "Analysis/Promotion/PromotionPlan.h"),
                 ("how large a buffer is", "Analysis/Promotion/BufferBox.h"),
                 ("cells, if contracted", "Storage/Search/Portfolio.h")]),
    ("copies", [("which elements", "Analysis/Accesses/CopySets.h")]),
    ("threads", [("who runs, who copies", "Dialect/Scratch/Utils/Distribution.h"),
                 ("where they must meet", "Conversion/ScratchToGPU")]),
    ("launches", [("PTX", "Conversion/GPUToPTX"),
                  ("a device in software", "Conversion/GPUToEmulator")]),
]

LINE, GAP, LEFT, WIDTH, TOP = 26, 6, 20, 690, 46
FLOW_LEFT, FLOW_WIDTH = 750, 430
CHARACTER = 7  # width of one, at most, in the font size of rooms


def layers():
    """The rooms by level, the lowest first."""
    block = re.search(r"^```layers\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    return [line.split() for line in block[1].splitlines()]


def colour(room):
    return COLOURS.get(room.split("/")[0], OTHERS)


def box(x, y, width, height, room):
    fill, edge = colour(room)
    return (f'  <rect x="{x}" y="{y}" width="{width}" height="{height}" rx="5" fill="{fill}" '
            f'stroke="{edge}" stroke-width="1.3"/>')


def text(x, y, content, attributes=""):
    return f'  <text x="{x}" y="{y}" fill="#123"{attributes}>{content}</text>'


def draw_rooms():
    """Lines of the left half, and where it ends."""
    lines, y = [], TOP
    for rooms in reversed(layers()):
        x = LEFT
        for room in rooms:
            width = round(len(room) * CHARACTER) + 16
            if x + width > LEFT + WIDTH:
                x, y = LEFT, y + LINE + 3
            lines += [box(x, y, width, LINE, room), text(x + 8, y + 17, room)]
            x += width + 8
        y += LINE + GAP
    return lines, y


def exists(place):
    if place.endswith(".h"):
        return (ROOT / "include" / "PolyMem" / place).is_file()
    return any(place in rooms for rooms in layers())


def draw_flow(end):
    """Lines of the right half, spread over the height of the left one."""
    heights = [28 + 17 * len(questions) for _, questions in FLOW]
    gap = (end - GAP - TOP - sum(heights)) // (len(FLOW) - 1)
    lines, y, middle = [], TOP, FLOW_LEFT + FLOW_WIDTH // 2
    for (name, questions), height in zip(FLOW, heights):
        if y > TOP:
            lines.append(f'  <path d="M{middle} {y - gap} V{y - 2}" stroke="#345" '
                         'stroke-width="1.8" marker-end="url(#arrow)"/>')
        lines += [box(FLOW_LEFT, y, FLOW_WIDTH, height, questions[0][1] if questions else ""),
                  text(FLOW_LEFT + 12, y + 18, name, ' font-weight="bold"')]
        for number, (question, place) in enumerate(questions):
            if not exists(place):
                sys.exit(f"draw-rooms: there is no '{place}'")
            lines += [text(FLOW_LEFT + 12, y + 37 + 17 * number, question),
                      text(FLOW_LEFT + 170, y + 37 + 17 * number, place)]
        y += height + gap
    return lines


def main():
    rooms, end = draw_rooms()
    width, height = FLOW_LEFT + FLOW_WIDTH + 20, end + 14
    print("\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="12">',
        "  <title>Rooms of PolyMem, and what flows through them</title>",
        '  <defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="#345"/></marker></defs>',
        f'  <rect width="{width}" height="{height}" fill="#ffffff"/>',
        text(LEFT, 28, "rooms: includes go down only", ' font-size="15"'),
        text(FLOW_LEFT, 28, "what flows, and where it is decided", ' font-size="15"'),
        *rooms,
        *draw_flow(end),
        "</svg>",
    ]))


if __name__ == "__main__":
    main()
