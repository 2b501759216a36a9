"""Reads launch metadata and does what it says, with launches that are only listed.

    interpret.py FILE.json FUNCTION NAME=VALUE...

NAME is a scalar argument, or a size, stride or offset of an array. Prints a line per
launch, as the stand-in for the driver does.
"""
import json
import math
import struct
import sys


def to_f32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def wrap(value, bits):
    return (value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


def truncate(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


INTEGER = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "floordiv": lambda a, b: a // b, "ceildiv": lambda a, b: -(-a // b),
    "mod": lambda a, b: a % b, "div": truncate, "rem": lambda a, b: a - b * truncate(a, b),
    "udiv": lambda a, b: wrap((a % 2**64) // (b % 2**64), 64),
    "urem": lambda a, b: wrap((a % 2**64) % (b % 2**64), 64), "min": min, "max": max, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b, "and": lambda a, b: a and b, "or": lambda a, b: a or b,
}
REAL = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b, "neg": lambda a: -a, "abs": abs, "sqrt": math.sqrt,
    "exp": math.exp, "log": math.log, "pow": math.pow, "sin": math.sin, "cos": math.cos,
    "tanh": math.tanh, "from": float,
}


def evaluate(expression, names):
    """The value of an expression, where `names` have values."""
    if isinstance(expression, str):
        return names[expression]
    if not isinstance(expression, list):
        return expression
    op, *operands = expression
    if op == "select":
        return evaluate(operands[1 if evaluate(operands[0], names) else 2], names)
    values = [evaluate(operand, names) for operand in operands]
    if op in INTEGER:
        return int(INTEGER[op](*values))
    kind, _, op = op.partition(".")
    if op == "bits":
        code, width = {"f32": "fI", "f64": "dQ"}[kind]
        return struct.unpack(code, struct.pack(width, values[0]))[0]
    if kind.startswith("i") and op == "from":
        return wrap(values[0], int(kind[1:]))
    result = REAL[op](*values)
    return to_f32(result) if kind == "f32" else {"f64": result}[kind]


class Interpreter:
    """Walks the actions of a function."""

    def __init__(self, metadata, names):
        assert metadata["format"] == "polymem-launch-metadata" and metadata["version"] == 1
        assert not metadata["requires"]
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
    host = next(f for f in metadata["functions"] if f["name"] == function)["host"]
    if host == "unsupported":
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
