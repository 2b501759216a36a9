"""Checks what a schema cannot say: check-timeline.py JSON SVG."""
import json
import sys
import xml.etree.ElementTree as xml

with open(sys.argv[1]) as file:
    timeline = json.load(file)
events = timeline["events"]
bars = [group for group in xml.parse(sys.argv[2]).iter("{http://www.w3.org/2000/svg}g")]
assert len(bars) == len(events), f"{len(bars)} bars of {len(events)} events"
rows = {}
for event in events:
    assert event["begin"] <= event["end"] <= timeline["makespan"], event
    engine = event["kind"] in ("load", "unload")
    rows.setdefault("engine" if engine else event["core"], []).append(event)
    if event["kind"] == "execute":
        parts = event["calls"] + event["operations"] + event["interrupts"]
        assert event["end"] - event["begin"] == parts, event
for row in rows.values():
    row.sort(key=lambda event: (event["begin"], event["end"]))
    for one, other in zip(row, row[1:]):
        assert one["end"] <= other["begin"], (one, other)
assert len(rows) == timeline["cores"] + 1
print(f"{len(events)} events, as many bars; none of a core or of the engine overlap")
