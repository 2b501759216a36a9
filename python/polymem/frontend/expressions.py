"""Expressions of Python as values, with the operations that compute them."""
import ast

from .. import types
from . import operations
from .affine import NotAffine, inline_text, map_text
from .scope import Array, Value

UNSUPPORTED = {
    ast.ListComp: "a list comprehension", ast.GeneratorExp: "a generator expression",
    ast.DictComp: "a dictionary", ast.SetComp: "a set", ast.List: "a list",
    ast.Tuple: "a tuple", ast.Dict: "a dictionary", ast.Set: "a set",
    ast.Lambda: "a lambda", ast.JoinedStr: "a string", ast.NamedExpr: "':='",
    ast.Starred: "'*'", ast.Await: "'await'", ast.Yield: "'yield'",
    ast.YieldFrom: "'yield from'", ast.Slice: "a slice"}


def value(t, node, expected=None):
    """The value of an expression. `expected` is the type that the context wants; only a
    choice between two literals needs it."""
    if isinstance(node, ast.Constant):
        if type(node.value) not in (int, float, bool):
            raise t.error(node, f"{t.text(node)} is no number: kernels have int, float and bool")
        return Value(literal=node.value)
    if isinstance(node, (ast.Name, ast.Attribute)):
        return t.name_value(node)
    if isinstance(node, ast.Subscript):
        return load(t, node)
    if isinstance(node, ast.BinOp):
        left = value(t, node.left, expected)
        right = value(t, node.right, left.type or expected)
        return operations.binary(t, operations.BINARY[type(node.op)], left, right, node)
    if isinstance(node, ast.UnaryOp):
        return unary(t, node, expected)
    if isinstance(node, (ast.Compare, ast.BoolOp)):
        from .conditions import condition
        return condition(t, node)
    if isinstance(node, ast.IfExp):
        from .conditions import choice
        return choice(t, node, expected)
    if isinstance(node, ast.Call):
        from .calls import call
        return call(t, node, expected)
    raise t.error(node, f"{UNSUPPORTED.get(type(node), type(node).__name__)} is not taken in "
                        f"kernels: values are numbers")


def unary(t, node, expected):
    operand = value(t, node.operand, expected)
    if isinstance(node.op, ast.USub):
        return operations.negate(t, operand, node)
    if isinstance(node.op, ast.Not):
        return operations.logical_not(t, operand, node)
    if isinstance(node.op, ast.Invert):
        return operations.invert(t, operand, node)
    return operand


def array_of(t, node):
    """The array that a subscript is taken of."""
    if isinstance(node.value, ast.Subscript):
        raise t.error(node, "one pair of brackets has all subscripts: write A[i, j], "
                            "not A[i][j]")
    array = t.entry(node.value) if isinstance(node.value, ast.Name) else None
    if not isinstance(array, Array):
        raise t.error(node, f"'{t.text(node.value)}' is no array of this kernel: subscripts are "
                            f"taken of its parameters and of arrays made with pm.local")
    return array


def subscripts(t, node):
    """An array and the text of its subscripts, all affine."""
    array = array_of(t, node)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if len(parts) != array.rank:
        raise t.error(node, f"'{array.name}' has {array.rank} dimension"
                            f"{'' if array.rank == 1 else 's'}, and {len(parts)} subscript"
                            f"{' is' if len(parts) == 1 else 's are'} given")
    texts = []
    for dimension, part in enumerate(parts):
        if isinstance(part, ast.Slice):
            raise t.error(part, "a slice is not taken: write a loop over the elements")
        affine = affine_of(t, part, "subscript")
        if affine.is_constant:
            check_constant(t, part, affine.constant, array, dimension)
        texts.append(inline_text(affine))
    return array, ", ".join(texts)


def check_constant(t, node, number, array, dimension):
    if number < 0:
        raise t.error(node, f"the subscript {number} is negative: Python would count from the "
                            f"end, kernels do not; write the size minus {-number}")
    extent = array.constant_extent(dimension)
    if extent is not None and number >= extent:
        raise t.error(node, f"the subscript {number} is out of bounds: dimension {dimension} of "
                            f"'{array.name}' has {extent} elements")


def load(t, node):
    array, texts = subscripts(t, node)
    text = f"affine.load {array.value}[{texts}] : {array.memref}"
    return Value(array.element, name=t.writer.value(array.name.lower(), text, t.location(node),
                                                    safe=False))


def store(t, node, stored, place):
    """Stores a value to the element that `node` says; `place` is where it says so."""
    array, texts = subscripts(t, node)
    name = t.name_of(t.typed(stored, array.element, place), place)
    t.writer.add(f"affine.store {name}, {array.value}[{texts}] : {array.memref}",
                 t.location(node))


# Affine expressions.


def read_affine(t, node):
    """The affine expression that a node is, without operations; raises NotAffine."""
    try:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return t.typed(value(t, node), types.index, node).affine
        if isinstance(node, (ast.Name, ast.Attribute)):
            return _affine_name(t, node)
        if isinstance(node, ast.BinOp):
            symbol = operations.BINARY[type(node.op)]
            left, right = read_affine(t, node.left), read_affine(t, node.right)
            if left.is_constant and right.is_constant and symbol in ("**", "<<", ">>"):
                folded = operations.fold(t, symbol, left.constant, right.constant, node)
                return t.typed(folded, types.index, node).affine
            if symbol not in operations.AFFINE:
                raise NotAffine(f"it has '{symbol}'", node)
            return operations.AFFINE[symbol](left, right)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            operand = read_affine(t, node.operand)
            return -operand if isinstance(node.op, ast.USub) else operand
        if isinstance(node, ast.Call) and t.resolve(node.func) is types.index and \
                len(node.args) == 1 and not node.keywords:
            return read_affine(t, node.args[0])
    except NotAffine as error:
        raise NotAffine(error.why, error.node or node) from None
    if isinstance(node, ast.Subscript):
        raise NotAffine(f"'{t.text(node)}' is data", node)
    raise NotAffine(f"'{t.text(node)}' is not an expression of loop variables and sizes", node)


def _affine_name(t, node):
    found = t.name_value(node)
    if found.is_literal and type(found.literal) is int:
        return t.typed(found, types.index, node).affine
    if found.affine is not None:
        return found.affine
    kind = found.type.name if found.type else type(found.literal).__name__
    why = "depends on data or changes in a loop or condition" if found.type is types.index \
        else f"is {kind}"
    raise NotAffine(f"'{t.text(node)}' {why}", node)


def affine_of(t, node, what):
    """The affine expression that a subscript or bound has to be."""
    try:
        return read_affine(t, node)
    except NotAffine as error:
        raise t.error(error.node or node,
                      f"the {what} '{t.text(node)}' is not affine: {error.why}; a {what} is a "
                      f"sum of loop variables and sizes with integer factors, and of such sums "
                      f"divided ('//', '%') by a constant or size") from None


def index_extreme(t, smaller, values, node):
    """min or max of several affine expressions as one operation."""
    name = "affine.min" if smaller else "affine.max"
    affines = [v.affine for v in values]
    safe = not any(affine.divides_by_size for affine in affines)
    return Value(types.index, name=t.writer.value(name[-3:], f"{name} {map_text(affines)}",
                                                  t.location(node), safe))
