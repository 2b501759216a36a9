#!/usr/bin/env python3
"""Whether programs of segments meet their deadlines on one multicore.

    scripts/prem-schedulable.py TASKS.json

A task is a function that polymem-to-prem has compiled: it has all cores and the DMA engine
until it ends. TASKS.json is a list of tasks, the most urgent one first:

    [{"name": "layer", "report": "layer.json", "period": 2000000, "deadline": 1500000}, ...]

`report` is what polymem-prem-optimize{report=FILE} writes of the function, with "complete";
its time is the sum of "safe-total" and "other-safe-total". "cycles" gives a time instead. Times are cycles; tasks are
released at most once a period. A task waits for one that has begun, then for those that are
more urgent.

The test is that of Davis, Burns, Bril and Lukkien (Controller Area Network schedulability
analysis: refuted, revisited and revised, Real-Time Systems 35, 2007, section 3.2), of messages
that are not preempted, for fixed priorities: all instances in a busy period are looked at.
Printed are the worst response times; the exit status is 1 if one is above its deadline. Times
are those of the prices of a machine description, no bounds for hardware.
"""
import json
import os
import sys


def time_of(task, folder):
    """The cycles of a task."""
    if "cycles" in task:
        return task["cycles"]
    with open(os.path.join(folder, task["report"])) as file:
        report = json.load(file)
    if not report["complete"]:
        sys.exit(f"{task['name']}: it is not known what parts of '{report['function']}' take")
    return report["other-safe-total"] + sum(nest["safe-total"] for nest in report["nests"])


def ceiling(number, divisor):
    """number / divisor, rounded up."""
    return -(-number // divisor)


def response_time(tasks, which):
    """The longest time from a release of task `which` to its end; None: there is none."""
    urgent, task = tasks[:which], tasks[which]
    blocking = max((other["time"] for other in tasks[which + 1:]), default=0)
    if sum(other["time"] / other["period"] for other in tasks[:which + 1]) > 1:
        return None
    # The longest time in which the platform is busy with tasks as urgent as this one.
    busy, before = blocking + task["time"], None
    limit = 10000 * max(other["period"] for other in tasks)
    while busy != before:
        before = busy
        busy = blocking + sum(ceiling(before, other["period"]) * other["time"]
                              for other in urgent + [task])
        if busy > limit:
            return None
    longest = 0
    for instance in range(ceiling(busy, task["period"])):
        start, before = blocking + instance * task["time"], None
        while start != before:
            before = start
            start = blocking + instance * task["time"] + sum(
                (before // other["period"] + 1) * other["time"] for other in urgent)
        longest = max(longest, start - instance * task["period"] + task["time"])
    return longest


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        tasks = json.load(file)
    for task in tasks:
        task["time"] = time_of(task, os.path.dirname(sys.argv[1]))
        if not (isinstance(task["time"], int) and task["time"] >= 0 and task["period"] > 0):
            sys.exit(f"{task['name']}: a time or a period is no positive number of cycles")
    late = False
    for which, task in enumerate(tasks):
        response = response_time(tasks, which)
        deadline = task.get("deadline", task["period"])
        good = response is not None and response <= deadline
        late |= not good
        print(f"{task['name']}: {task['time']} cycles every {task['period']}, answers in "
              f"{'no bounded time' if response is None else response}, deadline {deadline}: "
              f"{'met' if good else 'not met'}")
    print("not schedulable" if late else "schedulable")
    sys.exit(int(late))


if __name__ == "__main__":
    main()
