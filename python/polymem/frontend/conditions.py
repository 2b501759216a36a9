"""Conditions: as sets of affine constraints, and as values."""
import ast
import copy

from .. import types
from . import operations
from .affine import NotAffine, set_text
from .expressions import read_affine, value
from .scope import Array, LoopVariable, Size, Value
from .writer import Line

OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def constant(t, node):
    """What a condition is for all inputs, where it has constants only, or None."""
    for part in ast.walk(node):
        if isinstance(part, (ast.Call, ast.Subscript, ast.IfExp)):
            return None
        if isinstance(part, ast.Name):
            entry = t.entry(part)
            if isinstance(entry, (Value, LoopVariable, Size, Array)):
                return None
    found = value(t, node)
    if not found.is_literal or type(found.literal) is not bool:
        raise t.error(node, f"'{t.text(node)}' is no condition: write a comparison")
    return found.literal


def constraints(t, node, negated=False):
    """The affine constraints, all of which hold where the condition does (does not, if
    `negated`), or None if there is no such list."""
    try:
        return _constraints(t, node, negated)
    except NotAffine:
        return None


def _constraints(t, node, negated):
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _constraints(t, node.operand, not negated)
    if isinstance(node, ast.BoolOp):
        if isinstance(node.op, ast.And) == negated:
            raise NotAffine("one of several may hold")
        return [c for part in node.values for c in _constraints(t, part, negated)]
    if not isinstance(node, ast.Compare) or (negated and len(node.ops) > 1):
        raise NotAffine("it is no comparison")
    operands = [node.left, *node.comparators]
    found = []
    for op, left, right in zip(node.ops, operands, operands[1:]):
        symbol = operations.COMPARE.get(type(op))
        if symbol is None:
            raise NotAffine("it is no comparison of numbers")
        found.append(_constraint(OPPOSITE[symbol] if negated else symbol,
                                 read_affine(t, left), read_affine(t, right)))
    return found


def _constraint(symbol, left, right):
    if left.divides_by_size or right.divides_by_size or symbol == "!=":
        raise NotAffine("sets of constraints do not have this")
    if symbol == "==":
        return left - right, True
    difference = right - left if symbol in ("<", "<=") else left - right
    if symbol in ("<", ">"):
        difference = difference + type(left)({}, -1)
    return difference, False


class Test:
    """A condition ready to be the head of an `if` of the affine or of the scf dialect.
    `swapped`: it is the opposite, so that the branches change places."""

    def __init__(self, dialect, head, swapped=False):
        self.dialect, self.head, self.swapped = dialect, head, swapped

    def write(self, t, names, types_, first, second, location):
        """Adds the operation. The branches are lists of lines, with `yield` in them if
        there are results."""
        if self.swapped:
            first, second = second, first
        results = f"{', '.join(names)} = " if names else ""
        arrow = f" -> ({', '.join(types_)})" if names else ""
        t.writer.add(f"{results}{self.dialect}.if {self.head}{arrow} {{", None)
        t.writer.put(first)
        if second:
            t.writer.add("} else {", None)
            t.writer.put(second)
        t.writer.add("}", location)


def affine_test(t, node):
    """A test without operations in front of it, or None."""
    for negated in (False, True):
        found = constraints(t, node, negated)
        if found is not None:
            return Test("affine", set_text(found), negated)
    return None


def test(t, node):
    """The test of a condition that is not constant."""
    found = affine_test(t, node)
    if found:
        return found
    return Test("scf", t.name_of(as_condition(t, value(t, node), node), node))


def as_condition(t, found, node):
    if found.type is not types.i1 and not (found.is_literal and type(found.literal) is bool):
        kind = f"is {found.type.name}" if found.type else "is a number"
        raise t.error(node, f"'{t.text(node)}' {kind}, not a condition: compare it, as in "
                            f"'{t.text(node)} != 0'")
    return t.typed(found, types.i1, node)


def condition(t, node):
    """The value of a comparison, or of 'and' or 'or'."""
    if isinstance(node, ast.BoolOp):
        return _all(t, isinstance(node.op, ast.And), node.values, node)
    parts = []
    operands = [node.left, *node.comparators]
    for op, left, right in zip(node.ops, operands, operands[1:]):
        symbol = operations.COMPARE.get(type(op))
        if symbol is None:
            raise t.error(node, "'is' and 'in' are not taken in kernels: compare numbers")
        parts.append((symbol, left, right))
    if len(parts) == 1:
        (symbol, left, right), = parts
        first = value(t, left)
        return operations.compare(t, symbol, first, value(t, right, first.type), node)
    return _chain(t, parts, node)


def _chain(t, parts, node):
    """a < b < c: b is evaluated once, and c only if a < b."""
    first = value(t, parts[0][1])
    second = value(t, parts[0][2], first.type)
    result = operations.compare(t, parts[0][0], first, second, node)
    return _chain_rest(t, parts[1:], second, result, node)


def _chain_rest(t, parts, left, result, node):
    if not parts:
        return result

    def rest():
        right = value(t, parts[0][2], left.type)
        compared = operations.compare(t, parts[0][0], left, right, node)
        return _chain_rest(t, parts[1:], right, compared, node)
    return _short_circuit(t, True, result, rest, None, node)


def _all(t, conjunction, nodes, node):
    """The value of 'and' (or 'or') of the nodes, of which later ones are evaluated only if
    the earlier ones do not decide."""
    if len(nodes) == 1:
        return as_condition_or_literal(t, value(t, nodes[0]), nodes[0])
    begin = len(t.writer.lines)
    first = as_condition_or_literal(t, value(t, nodes[0]), nodes[0])
    known = t.writer.lines[begin:]
    return _short_circuit(t, conjunction, first,
                          lambda: _all(t, conjunction, nodes[1:], node), (nodes[0], known), node)


def as_condition_or_literal(t, found, node):
    return found if found.is_literal and type(found.literal) is bool else \
        as_condition(t, found, node)


def _short_circuit(t, conjunction, first, rest, first_node, node):
    if first.is_literal:
        return rest() if first.literal == conjunction else first
    known = first_node[1] if first_node else []
    with t.writer.apart() as lines:
        second = t.typed(rest(), types.i1, node)
        name = t.name_of(second, node)
    if may_go_first(lines, known):
        t.writer.put(lines)
        return operations.operation(t, "arith.andi" if conjunction else "arith.ori",
                                    "and" if conjunction else "or", [first, second],
                                    types.i1, node)
    decided = t.constant(not conjunction, types.i1, node)
    location = t.location(node)
    evaluated = deeper(t, lines) + [yielded(t, "scf", [name], ["i1"], location)]
    otherwise = [yielded(t, "scf", [decided], ["i1"], location)]
    if not conjunction:
        evaluated, otherwise = otherwise, evaluated
    result = t.writer.fresh("and" if conjunction else "or")
    Test("scf", t.name_of(first, node)).write(t, [result], ["i1"], evaluated, otherwise,
                                              location)
    return Value(types.i1, name=result)


def deeper(t, lines):
    return [Line(line.indent + 2, line.text, line.location, line.safe) for line in lines]


def yielded(t, dialect, names, types_, location):
    return Line(t.writer.indent + 2,
                f"{dialect}.yield {', '.join(names)} : {', '.join(types_)}", location)


def may_go_first(lines, known):
    """Whether lines may be executed although the program may not: they are arithmetic,
    or loads of elements that `known`, which is executed before, has loaded."""
    def operation(line):
        return line.text.partition(" = ")[2]
    if not lines:
        return True
    loaded = {operation(line) for line in known if line.indent == lines[0].indent
              and "affine.load" in line.text}
    return all(line.safe or operation(line) in loaded for line in lines)


def choice(t, node, expected):
    """The value of `a if condition else b`: only the one that is chosen is evaluated."""
    decided = constant(t, node.test)
    if decided is not None:
        return value(t, node.body if decided else node.orelse, expected)
    tested = affine_test(t, node.test)
    begin = len(t.writer.lines)
    if not tested:
        flag = as_condition(t, value(t, node.test), node.test)
        if flag.literal is not None:
            return value(t, node.body if flag.literal else node.orelse, expected)
        tested = Test("scf", t.name_of(flag, node.test))
    known = t.writer.lines[begin:]
    values, branches = [], []
    for part in (node.body, node.orelse):
        with t.writer.apart() as lines:
            values.append(value(t, part, expected))
        branches.append(lines)
    type_ = values[0].type or values[1].type or expected
    if type_ is None:
        raise t.error(node, f"'{t.text(node)}' chooses between literals without a type: "
                            f"convert one, as in pm.f32(...)")
    names = []
    for part, found, lines in zip((node.body, node.orelse), values, branches):
        with t.writer.apart() as more:
            names.append(t.name_of(t.typed(found, type_, part), part))
        lines += more
    location = t.location(node)
    if tested.dialect == "scf" and all(may_go_first(lines, known) for lines in branches):
        for lines in branches:
            t.writer.put(lines)
        return operations.select(t, flag, Value(type_, name=names[0]),
                                 Value(type_, name=names[1]), node)
    result = t.writer.fresh("value")
    first, second = (deeper(t, lines) + [yielded(t, tested.dialect, [name], [type_.name],
                                                 location)]
                     for lines, name in zip(branches, names))
    tested.write(t, [result], [type_.name], first, second, location)
    return Value(type_, name=result)


def split_and(t, node):
    """An `if a and b` without `else` as `if a` with `if b` in it, where a has all the
    affine conditions in front, or None."""
    parts = node.test.values if isinstance(node.test, ast.BoolOp) and \
        isinstance(node.test.op, ast.And) else []
    number = 0
    while number < len(parts) and constraints(t, parts[number]) is not None:
        number += 1
    if node.orelse or not 0 < number < len(parts):
        return None

    def joined(nodes):
        if len(nodes) == 1:
            return nodes[0]
        result = copy.copy(node.test)
        result.values = nodes
        return result
    inner, outer = copy.copy(node), copy.copy(node)
    inner.test, outer.test = joined(parts[number:]), joined(parts[:number])
    outer.body = [inner]
    return outer
