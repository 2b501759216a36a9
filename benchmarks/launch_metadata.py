"""Launch metadata (docs/launch-metadata.md): values of its expressions, and how many
launches a function makes at given sizes."""
import math
import struct


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
    "urem": lambda a, b: wrap((a % 2**64) % (b % 2**64), 64), "min": min, "max": max,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "and": lambda a, b: a and b, "or": lambda a, b: a or b,
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


def host_code(metadata, function):
    """The actions of a function's host code, or None where they are not described."""
    host = next(f for f in metadata["functions"] if f["name"] == function)["host"]
    return None if host == "unsupported" else host


def extents_of(arguments, sizes):
    """Values for the names of the extents of a function's arrays, as `polymem.shape` says."""
    return {name: eval(str(extent), {}, dict(sizes))
            for argument in arguments if argument["kind"] == "array"
            for name, extent in zip(argument["sizes"], argument["shape"])
            if isinstance(name, str)}


class LaunchCounter:
    """Counts launches without doing them, where `names` have values. `launches` is how many there are, `largest` the one
    with most blocks, as (blocks, threads of a block), `refused_launches` how many have a
    condition that does not hold, and `refused` the reasons of these."""

    def __init__(self, names):
        self.names = dict(names)
        self.launches = self.refused_launches = 0
        self.largest, self.refused = (0, 0), []

    def walk(self, actions, times=1):
        """Adds what `actions` launch if they are done so many times."""
        for action in actions:
            kind = action["kind"]
            if kind == "let":
                self.let(action)
            elif kind == "if":
                self.walk(action["then" if self.value(action["condition"]) else "else"], times)
            elif kind == "loop":
                self.loop(action, times)
            elif kind == "launch":
                self.launch(action, times)

    def value(self, expression):
        return evaluate(expression, self.names)

    def let(self, action):
        try:
            self.names[action["name"]] = self.value(action["value"])
        except KeyError:
            # Of numbers that are not known, and that only kernels are given.
            self.names.pop(action["name"], None)

    def loop(self, action, times):
        values = range(*(self.value(action[key]) for key in ("lower", "upper", "step")))
        if not values:
            return
        if not mentions(action["body"], action["variable"]):
            self.walk(action["body"], times * len(values))
            return
        for value in values:
            self.names[action["variable"]] = value
            self.walk(action["body"], times)

    def launch(self, action, times):
        self.launches += times
        reasons = [condition["reason"] for condition in action["conditions"]
                   if not self.value(condition["condition"])]
        self.refused_launches += times if reasons else 0
        self.refused += [reason for reason in reasons if reason not in self.refused]
        blocks, threads = (math.prod(map(self.value, action[key])) for key in ("grid", "block"))
        self.largest = max(self.largest, (blocks, threads))


def mentions(actions, variable):
    """Whether how often what is launched may depend on a variable. What kernels are given
    does not count."""
    if isinstance(actions, dict):
        return any(mentions(value, variable) for key, value in actions.items()
                   if key != "arguments")
    if isinstance(actions, list):
        return any(mentions(part, variable) for part in actions)
    return actions == variable
