#!/usr/bin/env python3
"""A page with the schedule of a component as the model has it, and below, row by row, as
the simulator found it.

    scripts/prem-timeline.py MODEL.json RUN.json -o PAGE.html [--nest N] [--component N]
                             [--width PIXELS]

MODEL.json is written by polymem-prem-optimize{report=MODEL.json}, RUN.json by
polymem-run --prem-timeline=RUN.json of the program with that plan. --nest is which nest of the
model is shown, and --component which component of the run, counted by barriers. The page has two
rows for the DMA engine and for each core; a bar tells what it is where the mouse is: of a
transfer its array and bytes, of a segment what its calls and operations take. It needs
nothing but a browser."""
import argparse
import html
import json
import sys

LEFT, ROW, BAR, GAP, TOP = 130, 18, 15, 10, 20
COLOURS = {"load": "#4f81bd", "unload": "#d9812b", "execute": "#6aa84f"}
STYLE = """body { font: 13px sans-serif; margin: 1.5em; color: #222; }
.chart { overflow-x: auto; border: 1px solid #ccc; }
svg text { font: 11px sans-serif; }
rect.bar:hover { stroke: black; stroke-width: 1.5; }
#what { min-height: 1.4em; margin: 0.6em 0; font-weight: bold; }
.key { display: inline-block; width: 12px; height: 12px; margin: 0 4px 0 14px; }"""
SCRIPT = """for (const bar of document.querySelectorAll("rect.bar"))
  bar.addEventListener("mouseenter", () =>
    document.getElementById("what").textContent = bar.firstChild.textContent);"""


def read(path):
    """The JSON object of a file."""
    try:
        with open(path) as file:
            data = json.load(file)
    except (OSError, ValueError) as error:
        sys.exit(f"prem-timeline.py: {path}: {error}")
    return data if isinstance(data, dict) else {}


def nest_of(model, number, path):
    """Events, makespan and location of a nest of a report."""
    nests = model.get("nests")
    if not isinstance(nests, list) or any("timeline" not in nest for nest in nests):
        sys.exit(f"prem-timeline.py: {path}: there are no nests with timelines, so it is no report "
                 "of polymem-prem-optimize")
    if not 0 <= number < len(nests):
        sys.exit(f"prem-timeline.py: {path}: there is no nest {number}, but {len(nests)}")
    nest = nests[number]
    if not nest["timeline"]["whole"]:
        print(f"prem-timeline.py: {path}: these are the first events only", file=sys.stderr)
    return nest["timeline"]["events"], nest["cycles"], nest["location"]


def component_of(run, number, path):
    """Events of a component of a run, from its first call on, and how long it takes."""
    events = [event for event in run["events"]
              if event["component"] == number and event["kind"] in COLOURS]
    if not events:
        sys.exit(f"prem-timeline.py: {path}: there is no component {number}")
    begin = min(event["begin"] for event in events)
    events = [dict(event, begin=event["begin"] - begin, end=event["end"] - begin)
              for event in events]
    return events, max(event["end"] for event in events)


def sentence(event, side):
    """What an event is."""
    text = f"{side}: "
    if event["kind"] == "execute":
        text += (f"core {event['core']} executes segment {event['segment']}, calls "
                 f"{event['calls']}, operations {event['operations']}")
    else:
        text += (f"{event['kind']} {event['array'] or 'an array'}, {event['bytes']} bytes in "
                 f"{event['lines']} lines and {event['bursts']} bursts, for core "
                 f"{event['core']}, segment {event['segment']}")
    return text + f"; {event['begin']} to {event['end']}, {event['end'] - event['begin']} cycles"


def bars(events, side, offset, scale):
    """The bars of the model or of the run; rows of the other one are in between."""
    result = []
    for event in events:
        row = 0 if event["kind"] != "execute" else event["core"] + 1
        top = TOP + row * (2 * ROW + GAP) + offset
        width = max((event["end"] - event["begin"]) * scale, 0.3)
        result.append(f'<rect class="bar" x="{LEFT + event["begin"] * scale:.2f}" y="{top}" '
                      f'width="{width:.2f}" height="{BAR}" fill="{COLOURS[event["kind"]]}" '
                      f'fill-opacity="{1 if side == "model" else 0.7}" stroke="white" '
                      f'stroke-width="0.3"><title>{html.escape(sentence(event, side))}'
                      '</title></rect>')
    return result


def chart(sides, cores, makespan, width):
    """The picture: `sides` are the model's events and those of the run."""
    scale = width / max(makespan, 1)
    height = TOP + (cores + 1) * (2 * ROW + GAP) + 30
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + width + 40}" '
             f'height="{height}">']
    for row in range(cores + 1):
        name = f"core {row - 1}" if row else "DMA"
        top = TOP + row * (2 * ROW + GAP)
        for number, side in enumerate(sides):
            lines.append(f'<text x="6" y="{top + number * ROW + 12}">{name}, {side}</text>')
    for number, (side, events) in enumerate(sides.items()):
        lines += bars(events, side, number * ROW, scale)
    for part in range(5):
        x = LEFT + width * part / 4
        lines.append(f'<path d="M{x:.1f} {TOP - 6} V{height - 24}" stroke="#bbb" '
                     f'stroke-width="0.5"/><text x="{x:.1f}" y="{height - 10}" '
                     f'text-anchor="middle">{makespan * part // 4}</text>')
    return "\n".join(lines + ["</svg>"])


def page(location, lengths, picture):
    """The whole page."""
    keys = "".join(f'<span class="key" style="background:{colour}"></span>{kind}'
                   for kind, colour in COLOURS.items())
    model, run = lengths
    return ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            f"<title>PREM timeline</title><style>{STYLE}</style></head><body>\n"
            f"<h1>PREM timeline</h1><p>{html.escape(location)}: model {model} cycles, simulator "
            f"{run} cycles</p><p>Cycles from left to right.{keys}</p><p id=\"what\"></p>\n"
            f"<div class=\"chart\">{picture}</div>\n<script>{SCRIPT}</script></body></html>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("run")
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("--nest", type=int, default=0)
    parser.add_argument("--component", type=int, default=0)
    parser.add_argument("--width", type=int, default=1400)
    arguments = parser.parse_args()
    if arguments.width < 100:
        parser.error("--width is below 100")
    model, run = read(arguments.model), read(arguments.run)
    if run.get("format") != "polymem-prem-timeline" or run.get("version") != 1:
        sys.exit(f"prem-timeline.py: {arguments.run}: its format is not polymem-prem-timeline, "
                 "version 1")
    events, length, location = nest_of(model, arguments.nest, arguments.model)
    found, run_length = component_of(run, arguments.component, arguments.run)
    cores = 1 + max(event["core"] for event in events + found)
    picture = chart({"model": events, "simulator": found}, cores, max(length, run_length),
                    arguments.width)
    with open(arguments.output, "w") as file:
        file.write(page(location, (length, run_length), picture))


if __name__ == "__main__":
    main()
