"""Compares the events of a model with those of a run: timeline.py MODEL RUN NUMBER PAGE.
The number is that of the nest and of the component."""
import json
import re
import sys

KEYS = {"execute": ("calls", "operations"), "load": ("array", "bytes", "lines", "bursts")}
KEYS["unload"] = KEYS["load"]


def listed(events, begin):
    """All that both have of events, in an order of its own."""
    return sorted((event["begin"] - begin, event["end"] - begin, event["kind"], event["core"],
                   event["segment"], *(event[key] for key in KEYS[event["kind"]]))
                  for event in events)


number = int(sys.argv[3])
with open(sys.argv[1]) as file:
    model = json.load(file)["nests"][number]["timeline"]["events"]
with open(sys.argv[2]) as file:
    # Cores that have no group of this nest are in the barrier only.
    cores = {event["core"] for event in model}
    run = [event for event in json.load(file)["events"]
           if event["component"] == number and event["kind"] in KEYS and event["core"] in cores]
ours, theirs = listed(model, 0), listed(run, min(event["begin"] for event in run))
for event in sorted(set(ours) ^ set(theirs)):
    print("model:" if event in ours else "run:", event)
with open(sys.argv[4]) as file:
    bars = len(re.findall('<rect class="bar"', file.read()))
same = ours == theirs and bars >= len(ours) + len(theirs)
print(f"{len(ours)} events, {'the same in both' if same else 'NOT the same'}, {bars} bars")
sys.exit(not same)
