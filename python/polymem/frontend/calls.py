"""Calls that give a value: functions on numbers, conversions, min and max."""
import builtins

from .. import functions, types
from ..kernel_base import KernelBase
from . import operations
from .expressions import index_extreme, value
from .scope import Value


def call(t, node, expected):
    function = t.resolve(node.func)
    if any(function is word for word in (builtins.range, functions.words["parallel"])):
        raise t.error(node, f"'{t.text(node.func)}' is for the head of a loop")
    if function is functions.words["local"]:
        raise t.error(node, "pm.local is assigned to a name of its own: "
                            "'t = pm.local(pm.f32, 4, \"N\")'")
    if isinstance(function, KernelBase):
        raise t.error(node, f"the kernel '{function.name}' gives no value: call it as a "
                            f"statement of its own")
    if node.keywords:
        raise t.error(node, f"'{t.text(node.func)}' takes no arguments by name here")
    if any(function is type_ for type_ in types.ALL):
        operand, = arguments(t, node, 1)
        return operations.convert(t, operand, function, node)
    if function is builtins.min or function is builtins.max:
        return extreme(t, node, function is builtins.min)
    for word in ("minimum", "maximum"):
        if function is functions.words[word]:
            return propagating(t, node, word)
    if any(function is f for f in functions.ABS):
        return absolute(t, node)
    if any(function is f for f in functions.POW):
        return power(t, node)
    for known, operation in functions.OPERATIONS.items():
        if function is known:
            return on_float(t, node, operation)
    raise t.error(node, unknown(t, node.func, function))


def unknown(t, node, function):
    if function is None:
        return f"there is no function '{t.text(node)}' here: kernels call functions of math " \
               f"and polymem, and other kernels"
    if any(function is f for f in (builtins.int, builtins.float, builtins.bool)):
        return f"'{t.text(node)}' does not say how many bits: write pm.f32(x), pm.i32(x) and " \
               f"the like"
    for known, word in functions.INTEGERS.items():
        if function is known:
            return f"'{t.text(node)}' gives an integer of Python, of any size: write " \
                   f"pm.{word}(x), which keeps the type of x, or pm.i32(pm.{word}(x))"
    return f"'{t.text(node)}' cannot be called in a kernel: functions of math and polymem and " \
           f"other kernels can"


def arguments(t, node, number):
    """The values of a call's arguments, of which there must be this many."""
    if len(node.args) != number:
        raise t.error(node, f"'{t.text(node.func)}' takes {number} argument"
                            f"{'s' if number > 1 else ''}, not {len(node.args)}")
    return [value(t, argument) for argument in node.args]


def on_float(t, node, operation):
    operand, = arguments(t, node, 1)
    if operand.is_literal or not operand.type.is_float:
        kind = "a literal without a type" if operand.is_literal else operand.type.name
        raise t.error(node, f"'{t.text(node.func)}' is for floating point, and its argument is "
                            f"{kind}: convert it, as in pm.f32(...)")
    return operations.operation(t, f"math.{operation}", operation, [operand], operand.type, node)


def absolute(t, node):
    operand, = arguments(t, node, 1)
    if operand.is_literal:
        return Value(literal=abs(operand.literal))
    if operand.type.is_float:
        return operations.operation(t, "math.absf", "abs", [operand], operand.type, node)
    if operand.type is types.i1:
        raise t.error(node, "abs is not for conditions (i1)")
    return operations.operation(t, "math.absi", "abs", [operand], operand.type, node)


def power(t, node):
    base, exponent = arguments(t, node, 2)
    if base.is_literal and exponent.is_literal:
        raise t.error(node, "pow of two literals has no type: convert one, as in pm.f32(...)")
    base, exponent = operations.same_type(t, base, exponent, node)
    if not base.type.is_float:
        raise t.error(node, f"pow is for floating point, and its arguments are "
                            f"{base.type.name}")
    return operations.operation(t, "math.powf", "pow", [base, exponent], base.type, node)


def extreme(t, node, smaller):
    if len(node.args) < 2:
        raise t.error(node, f"'{t.text(node.func)}' takes two or more numbers here")
    values = [value(t, argument) for argument in node.args]
    if any(v.type is types.index for v in values):
        values = [t.typed(v, types.index, node) for v in values]
        if all(v.affine is not None for v in values) and \
                not all(v.affine.is_constant for v in values):
            return index_extreme(t, smaller, values, node)
    return operations.minimum(t, smaller, values, node)


def propagating(t, node, word):
    """minimum or maximum, which give NaN if an operand is one."""
    left, right = arguments(t, node, 2)
    if left.is_literal and right.is_literal:
        raise t.error(node, f"pm.{word} of two literals has no type: convert one, as in "
                            f"pm.f32(...)")
    left, right = operations.same_type(t, left, right, node)
    if not left.type.is_float:
        raise t.error(node, f"pm.{word} is for floating point, and its arguments are "
                            f"{left.type.name}: write {word[:3]}(a, b)")
    return operations.operation(t, f"arith.{word}f", word[:3], [left, right], left.type, node)
