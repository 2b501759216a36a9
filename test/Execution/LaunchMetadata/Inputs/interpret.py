"""Reads launch metadata and does what it says, with launches that are only listed.

    interpret.py FILE.json FUNCTION NAME=VALUE...

NAME is a scalar argument, or a size, stride or offset of an array. Prints a line per
launch, as the stand-in for the driver does.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), *[os.pardir] * 4, "benchmarks"))
from launch_metadata import evaluate, host_code


class Interpreter:
    """Walks the actions of a function."""

    def __init__(self, metadata, names):
        assert metadata["format"] == "polymem-launch-metadata" and metadata["version"] == 1
        assert set(metadata["requires"]) <= {"cooperative-launch"}
        self.kernels = {kernel["name"]: kernel for module in metadata["modules"]
                        for kernel in module["kernels"]}
        self.names, self.launches = dict(names), []
        # Memory that is allocated again is other memory.
        self.memory, self.allocations = {}, 0

    def walk(self, actions):
        for action in actions:
            getattr(self, "do_" + action["kind"])(action)

    def value(self, expression):
        return evaluate(expression, self.names)

    def do_let(self, action):
        self.names[action["name"]] = self.value(action["value"])

    def do_if(self, action):
        self.walk(action["then" if self.value(action["condition"]) else "else"])

    def do_loop(self, action):
        bounds = [self.value(action[key]) for key in ("lower", "upper", "step")]
        for value in range(*bounds):
            self.names[action["variable"]] = value
            self.walk(action["body"])

    def do_assert(self, action):
        if not self.value(action["condition"]):
            sys.exit(f"interpret: {action['message']}")

    def do_allocate(self, action):
        self.allocations += 1
        self.memory[action["array"]] = f"{action['array']}_{self.allocations}"

    def do_free(self, action):
        del self.memory[action["array"]]

    def do_nothing(self, action):
        pass

    do_copy = do_register = do_unregister = do_result = do_nothing

    def do_launch(self, action):
        for condition in action["conditions"]:
            if not self.value(condition["condition"]):
                sys.exit(f"interpret: {action['kernel']}: {condition['reason']}")
        parameters = self.kernels[action["kernel"]]["parameters"]
        assert [(p["type"], p["bytes"]) for p in parameters] == \
            [(a["type"], a["bytes"]) for a in action["arguments"]]
        arguments = [self.argument(argument) for argument in action["arguments"]]
        grid, block = ([self.value(e) for e in action[key]] for key in ("grid", "block"))
        self.launches.append({"kernel": action["kernel"], "grid": grid, "block": block,
                              "shared": self.value(action["dynamicSharedBytes"]),
                              "arguments": arguments})

    def argument(self, argument):
        kind = argument["kind"]
        if kind == "pointer":
            return "memory " + self.memory.get(argument["array"], argument["array"])
        assert kind in ("offset", "size", "stride", "scalar")
        value = self.value(argument["value"])
        if argument["type"].startswith("f"):
            return f"{value:.6f}"
        return str(value % (1 << 8 * argument["bytes"]))


def launches(metadata, function, names):
    """The launches of a function, in order."""
    interpreter = Interpreter(metadata, names)
    host = host_code(metadata, function)
    if host is None:
        sys.exit(f"interpret: host code of {function} is not described")
    interpreter.walk(host)
    return interpreter.launches


def main():
    path, function, *bindings = sys.argv[1:]
    with open(path) as file:
        metadata = json.load(file)
    names = {}
    for binding in bindings:
        name, value = binding.split("=")
        names[name] = float(value) if "." in value else int(value)
    for launch in launches(metadata, function, names):
        grid, block = (",".join(map(str, launch[key])) for key in ("grid", "block"))
        print(f"{launch['kernel']} grid {grid} block {block} shared {launch['shared']} "
              f"parameters {', '.join(launch['arguments'])}")


if __name__ == "__main__":
    main()
