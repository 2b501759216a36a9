"""Takes each field of a machine description away, or gives it what it cannot have, and looks
whether the error names it: fields.py POLYMEM-OPT MACHINE.json."""
import copy
import json
import subprocess
import sys
import tempfile

# What no number may be; what only some may not be is in `ZEROES`.
WRONG = ["many", -1, 1.5, None, [], {}, 1 << 70]
ZEROES = {"scratchpad.reserved-bytes"}


def fields(machine, prefix=""):
    """(path, the object that it is in, key) of each."""
    for key, value in machine.items():
        if isinstance(value, dict):
            yield from fields(value, f"{prefix}{key}.")
        yield f"{prefix}{key}", prefix[:-1].split(".") if prefix else [], key


def error_of(tool, machine):
    """What the tool says of a machine; nothing: it takes it."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(machine, file)
        file.flush()
        run = subprocess.run([tool, f"--polymem-print-machine=machine={file.name}", "-"], text=True,
                             input="module {}", capture_output=True, check=False, timeout=60)
        return run.stderr if run.returncode else ""


def main():
    tool, path = sys.argv[1:]
    with open(path) as file:
        machine = json.load(file)
    wrong = tried = 0
    for name, place, key in fields(machine):
        given = machine
        for part in place:
            given = given[part]
        others = [] if name in ("name", "description") else list(WRONG)
        if isinstance(given[key], int) and name not in ZEROES:
            others.append(0)
        others = [other for other in others if not isinstance(other, type(given[key]))
                  or isinstance(other, int) and not isinstance(other, bool)]
        if name != "description":
            others.append("gone")
        for other in others:
            bad = copy.deepcopy(machine)
            target = bad
            for part in place:
                target = target[part]
            if other == "gone":
                del target[key]
            else:
                target[key] = other
            tried += 1
            error = error_of(tool, bad)
            if f": {name}" not in error:
                wrong += 1
                print(f"{name} = {other!r}: {error.strip()[:200] or 'no error'}")
    print(f"{tried} mistakes, {wrong} not named")


main()
