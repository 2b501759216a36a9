"""Loops: their bounds, steps and bodies."""
import ast
import builtins

from .. import functions, types
from .affine import Affine, NotAffine, inline_text, map_text
from .expressions import affine_of, read_affine
from .scope import LoopVariable, Scope, Value
from .translation import assigned_names


class Head:
    """What the head of a loop says: bounds, of which the lower one is the largest and the
    upper one the least of a list, and the step."""

    def __init__(self, lower, upper, step, parallel):
        self.lower, self.upper, self.step, self.parallel = lower, upper, step, parallel


def read_head(t, node):
    if not isinstance(node.target, ast.Name):
        raise t.error(node.target, "a loop has one variable: nest loops instead")
    if node.orelse:
        raise t.error(node.orelse[0], "'else' of a loop is not taken: write it behind the loop")
    call = node.iter
    function = t.resolve(call.func) if isinstance(call, ast.Call) else None
    parallel = function is functions.words["parallel"]
    if function is not builtins.range and not parallel:
        raise t.error(node.iter, f"a loop is over range(...) or pm.parallel(...), not over "
                                 f"'{t.text(node.iter)}'")
    name = "pm.parallel" if parallel else "range"
    if call.keywords or any(isinstance(a, ast.Starred) for a in call.args) or \
            not 1 <= len(call.args) <= 3:
        raise t.error(call, f"{name} takes an end; a begin and an end; or these and a step")
    arguments = call.args if len(call.args) > 1 else [None, *call.args]
    lower = bounds(t, arguments[0], False) if arguments[0] else [Affine()]
    upper = bounds(t, arguments[1], True)
    step = read_step(t, arguments[2]) if len(arguments) == 3 else Affine({}, 1)
    if not step.is_constant and (len(lower) > 1 or len(upper) > 1):
        raise t.error(arguments[2], "a step that is a size needs bounds without min and max")
    return Head(lower, upper, step, parallel)


def read_step(t, node):
    step = affine_of(t, node, "step")
    if step.is_constant and step.constant <= 0:
        advice = "write range(n) and subscripts such as n - 1 - i" if step.constant < 0 else \
            "it would never end"
        raise t.error(node, f"the step is {step.constant}, and has to be positive: {advice}")
    if not step.is_size:
        raise t.error(node, f"the step '{t.text(node)}' changes with a loop: a step is a "
                            f"constant or a size")
    return step


def _extreme(t, node):
    """Whether a node is a call of min (True), of max (False) or of neither (None)."""
    function = t.resolve(node.func) if isinstance(node, ast.Call) else None
    return True if function is builtins.min else False if function is builtins.max else None


def bounds(t, node, upper):
    """The list of affine expressions whose min (max, for a lower bound) the node is."""
    extreme = _extreme(t, node)
    if extreme is not None:
        if extreme != upper:
            raise t.error(node, "an upper bound is affine or a min of affine expressions, not "
                                "a max" if upper else
                                "a lower bound is affine or a max of affine expressions, not a "
                                "min")
        if len(node.args) < 2 or node.keywords:
            raise t.error(node, f"'{t.text(node.func)}' takes two or more bounds")
        return [affine for part in node.args for affine in bounds(t, part, upper)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        # min(a, b) + c is min(a + c, b + c).
        if _extreme(t, node.left) is not None:
            right = affine_of(t, node.right, "bound")
            right = -right if isinstance(node.op, ast.Sub) else right
            return [left + right for left in bounds(t, node.left, upper)]
        if _extreme(t, node.right) is not None and isinstance(node.op, ast.Add):
            left = affine_of(t, node.left, "bound")
            return [left + right for right in bounds(t, node.right, upper)]
    return [affine_of(t, node, "bound")]


def check_variable(t, node):
    name = node.target.id
    entry = t.scope.find(name)
    if isinstance(entry, LoopVariable):
        raise t.error(node.target, f"'{name}' is the variable of a loop around this one: take "
                                   f"another name")
    if entry is not None:
        raise t.error(node.target, f"'{name}' has a value already: a loop variable needs a name "
                                   f"of its own")


def for_loop(t, node):
    head = read_head(t, node)
    check_variable(t, node)
    carried = t.scope.scalars(assigned_names(node.body))
    if head.parallel and carried:
        raise t.error(node, f"the iterations of a parallel loop change '{carried[0]}', which "
                            f"they share: use an array, or a name that is assigned first in "
                            f"the loop")
    location = t.location(node)
    before = {name: t.scope.find(name) for name in carried}
    initial = [t.name_of(before[name], node) for name in carried]
    types_ = [before[name].type for name in carried]
    results = [t.writer.fresh(f"{name}_end") for name in carried]
    affine_bounds = bound_texts(head)
    scope = Scope(t.scope)
    with t.writer.region() as lines:
        variable = t.writer.fresh(node.target.id)
        names = [t.writer.fresh(name) for name in carried]
        enter(t, node, head, scope, variable, carried, names, types_)
        outer, t.in_loop = t.in_loop, True
        body(t, node.body, scope)
        t.in_loop = outer
        ends = [t.name_of(t.typed(scope.find(name), type_, node), node)
                for name, type_ in zip(carried, types_)]
        leave(t, scope, node)
        if carried:
            texts = ", ".join(type_.name for type_ in types_)
            t.writer.add(f"affine.yield {', '.join(ends)} : {texts}", location)
    t.writer.add(head_text(head, affine_bounds, variable, results, names, initial, types_), None)
    t.writer.put(lines)
    t.writer.add("}", location)
    for name, result, type_ in zip(carried, results, types_):
        t.scope.set(name, Value(type_, name=result))
    forget(t, scope, carried, f"it is assigned in the loop of line {node.lineno}, which may not "
                              f"be executed: assign it before that loop")
    t.scope.gone[node.target.id] = f"it is the variable of the loop of line {node.lineno}, " \
                                   f"which has ended"


def enter(t, node, head, scope, variable, carried, names, types_):
    """Gives the loop's variable and what it carries their values in the body."""
    affine = Affine.dim(variable)
    if not head.step.is_constant:
        # The counter is the loop of MLIR; this multiplies it by the step.
        product = f"affine.apply affine_map<(d0)[s0] -> (d0 * s0)>({variable})" \
                  f"[{size_name(t, head.step, node)}]"
        affine = Affine.dim(t.writer.value(f"{node.target.id}_offset", product,
                                           t.location(node)))
        affine = affine + head.lower[0]
    scope.set(node.target.id, LoopVariable(affine))
    for name, value, type_ in zip(carried, names, types_):
        scope.set(name, Value(type_, name=value))


def size_name(t, step, node):
    (atom, factor), = step.terms.items() if len(step.terms) == 1 else ((None, 0),)
    if factor != 1 or step.constant or atom[0] != "symbol":
        raise t.error(node.iter.args[2], "a step is a constant or a size as it is: give the "
                                         "expression as a parameter of type pm.index")
    return atom[1]


def bound_texts(head):
    """The texts of the bounds of affine.for."""
    if head.step.is_constant:
        return tuple(bound_text(part, word) for part, word in
                     ((head.lower, "max"), (head.upper, "min")))
    count = Affine({("ceildiv", head.upper[0] - head.lower[0], head.step): 1})
    return "0", map_text([count])


def bound_text(affines, word):
    if len(affines) > 1:
        return f"{word} {map_text(affines)}"
    affine, = affines
    if affine.is_constant:
        return str(affine.constant)
    (atom, factor), = affine.terms.items() if len(affine.terms) == 1 else ((None, 0),)
    if factor == 1 and atom[0] == "symbol" and not affine.constant:
        return atom[1]
    return map_text(affines)


def head_text(head, affine_bounds, variable, results, names, initial, types_):
    step = head.step.constant if head.step.is_constant else 1
    if head.parallel:
        lower, upper = parallel_bounds(head)
        return f"affine.parallel ({variable}) = ({lower}) to ({upper})" + \
            (f" step ({step})" if step != 1 else "") + " {"
    text = f"{', '.join(results)} = " if results else ""
    text += f"affine.for {variable} = {affine_bounds[0]} to {affine_bounds[1]}"
    if step != 1:
        text += f" step {step}"
    if results:
        carried = ", ".join(f"{name} = {start}" for name, start in zip(names, initial))
        text += f" iter_args({carried}) -> ({', '.join(type_.name for type_ in types_)})"
    return text + " {"


def parallel_bounds(head):
    lower, upper = head.lower, head.upper
    if not head.step.is_constant:
        lower = [Affine()]
        upper = [Affine({("ceildiv", head.upper[0] - head.lower[0], head.step): 1})]

    def text(affines, word):
        texts = ", ".join(inline_text(affine) for affine in affines)
        return f"{word}({texts})" if len(affines) > 1 else texts
    return text(lower, "max"), text(upper, "min")


def body(t, statements, scope):
    """Translates statements in a region of their own."""
    from .statements import statement
    outer, t.scope = t.scope, scope
    try:
        for node in statements:
            statement(t, node)
    finally:
        t.scope = outer


def leave(t, scope, node):
    """Frees the arrays that a region made."""
    for array in reversed(scope.allocated):
        t.writer.add(f"memref.dealloc {array.value} : {array.memref}", t.location(node))


def forget(t, scope, carried, why):
    """Names of a region that ends have no value behind it."""
    for name in scope.entries:
        if name not in carried and t.scope.find(name) is None:
            t.scope.gone[name] = why
    for name, reason in scope.gone.items():
        if t.scope.find(name) is None:
            t.scope.gone.setdefault(name, reason)
