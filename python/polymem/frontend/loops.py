"""Loops: their bounds, steps and bodies."""
import ast
import builtins

from .. import functions, types
from .affine import Affine, NotAffine, inline_text, map_text
from .expressions import affine_of, read_affine
from .scope import LoopVariable, Scope, Value
from .translation import assigned_names


class Range:
    """The values of one variable: bounds, of which the lower one is the largest and the
    upper one the least of a list, and the step, with the node that gives it."""

    def __init__(self, lower, upper, step, step_node):
        self.lower, self.upper = lower, upper
        self.step, self.step_node = step, step_node


class Head:
    """What the head of a loop says: its variables, which are nodes, and a range for each."""

    def __init__(self, variables, ranges, parallel):
        self.variables, self.ranges, self.parallel = variables, ranges, parallel


def read_head(t, node):
    if node.orelse:
        raise t.error(node.orelse[0], "'else' of a loop is not taken: write it behind the loop")
    call = node.iter
    function = t.resolve(call.func) if isinstance(call, ast.Call) else None
    parallel = function is functions.words["parallel"]
    if function is not builtins.range and not parallel:
        raise t.error(node.iter, f"a loop is over range(...) or pm.parallel(...), not over "
                                 f"'{t.text(node.iter)}'")
    calls = parallel_ranges(t, call) if parallel else None
    variables = read_variables(t, node.target, len(calls) if calls else 1)
    return Head(variables, [read_range(t, one) for one in calls or [call]], parallel)


def parallel_ranges(t, call):
    """The ranges in pm.parallel(range(M), range(N)), or None if it is one itself."""
    def is_range(node):
        return isinstance(node, ast.Call) and t.resolve(node.func) is builtins.range
    if not any(is_range(argument) for argument in call.args):
        return None
    for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
        if not is_range(argument):
            raise t.error(argument, "pm.parallel takes numbers for one variable, or a range for "
                                    "each variable: 'for i, j in pm.parallel(range(M), "
                                    "range(N))'")
    return call.args


def read_variables(t, target, number):
    """The names of the variables of a loop over this many ranges."""
    several = isinstance(target, (ast.Tuple, ast.List))
    variables = target.elts if several else [target]
    if several and number == 1:
        raise t.error(target, "a loop over one range has one variable: nest loops, or write "
                              "'for i, j in pm.parallel(range(M), range(N))' if they are "
                              "parallel")
    if len(variables) != number:
        raise t.error(target, f"{number} ranges need as many variables, and there "
                              f"{'is' if len(variables) == 1 else 'are'} {len(variables)}")
    for variable in variables:
        if not isinstance(variable, ast.Name):
            raise t.error(variable, f"'{t.text(variable)}' cannot be a loop variable: a name "
                                    f"can")
    return variables


def read_range(t, call):
    name = "range" if t.resolve(call.func) is builtins.range else "pm.parallel"
    if call.keywords or any(isinstance(a, ast.Starred) for a in call.args) or \
            not 1 <= len(call.args) <= 3:
        raise t.error(call, f"{name} takes an end; a begin and an end; or these and a step")
    arguments = call.args if len(call.args) > 1 else [None, *call.args]
    lower = bounds(t, arguments[0], False) if arguments[0] else [Affine()]
    upper = bounds(t, arguments[1], True)
    if len(arguments) < 3:
        return Range(lower, upper, Affine({}, 1), None)
    step = read_step(t, arguments[2])
    if not step.is_constant and len(lower) > 1:
        raise t.error(arguments[2], "a step that is a size needs a lower bound without max")
    return Range(lower, upper, step, arguments[2])


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


def check_variables(t, variables):
    for number, variable in enumerate(variables):
        name = variable.id
        entry = t.scope.find(name)
        if isinstance(entry, LoopVariable):
            raise t.error(variable, f"'{name}' is the variable of a loop around this one: take "
                                    f"another name")
        if entry is not None:
            raise t.error(variable, f"'{name}' has a value already: a loop variable needs a "
                                    f"name of its own")
        if any(name == other.id for other in variables[:number]):
            raise t.error(variable, f"'{name}' is two variables of this loop: take another name")


def for_loop(t, node):
    head = read_head(t, node)
    check_variables(t, head.variables)
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
    scope = Scope(t.scope)
    with t.writer.region() as lines:
        counters = [t.writer.fresh(variable.id) for variable in head.variables]
        names = [t.writer.fresh(name) for name in carried]
        for one in zip(head.variables, head.ranges, counters):
            enter(t, *one, scope)
        for name, value, type_ in zip(carried, names, types_):
            scope.set(name, Value(type_, name=value))
        outer, t.in_loop = t.in_loop, True
        body(t, node.body, scope)
        t.in_loop = outer
        ends = [t.name_of(t.typed(scope.find(name), type_, node), node)
                for name, type_ in zip(carried, types_)]
        leave(t, scope, node)
        if carried:
            texts = ", ".join(type_.name for type_ in types_)
            t.writer.add(f"affine.yield {', '.join(ends)} : {texts}", location)
    text = parallel_text(head, counters) if head.parallel else \
        for_text(head, counters[0], results, names, initial, types_)
    t.writer.add(text, None)
    t.writer.put(lines)
    t.writer.add("}", location)
    for name, result, type_ in zip(carried, results, types_):
        t.scope.set(name, Value(type_, name=result))
    forget(t, scope, carried, f"it is assigned in the loop of line {node.lineno}, which may not "
                              f"be executed: assign it before that loop")
    for variable in head.variables:
        t.scope.gone[variable.id] = f"it is the variable of the loop of line {node.lineno}, " \
                                    f"which has ended"


def enter(t, variable, values, counter, scope):
    """Gives a loop's variable its value in the body."""
    affine = Affine.dim(counter)
    if not values.step.is_constant:
        # The counter is the loop of MLIR; this multiplies it by the step.
        product = f"affine.apply affine_map<(d0)[s0] -> (d0 * s0)>({counter})" \
                  f"[{size_name(t, values)}]"
        affine = Affine.dim(t.writer.value(f"{variable.id}_offset", product,
                                           t.location(variable)))
        affine = affine + values.lower[0]
    scope.set(variable.id, LoopVariable(affine))


def size_name(t, values):
    """The name of a step that is a size."""
    step = values.step
    (atom, factor), = step.terms.items() if len(step.terms) == 1 else ((None, 0),)
    if factor != 1 or step.constant or atom[0] != "symbol":
        raise t.error(values.step_node, "a step is a constant or a size as it is: give the "
                                        "expression as a parameter of type pm.index")
    return atom[1]


def counter_bounds(values):
    """The bounds of the loop of MLIR, as lists, and its step: with a step that is a size,
    the loop counts iterations."""
    if values.step.is_constant:
        return values.lower, values.upper, values.step.constant
    counts = [Affine({("ceildiv", upper - values.lower[0], values.step): 1})
              for upper in values.upper]
    return [Affine()], counts, 1


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


def for_text(head, counter, results, names, initial, types_):
    lower, upper, step = counter_bounds(head.ranges[0])
    text = f"{', '.join(results)} = " if results else ""
    text += f"affine.for {counter} = {bound_text(lower, 'max')} to {bound_text(upper, 'min')}"
    if step != 1:
        text += f" step {step}"
    if results:
        carried = ", ".join(f"{name} = {start}" for name, start in zip(names, initial))
        text += f" iter_args({carried}) -> ({', '.join(type_.name for type_ in types_)})"
    return text + " {"


def parallel_text(head, counters):
    def bound(affines, word):
        texts = ", ".join(inline_text(affine) for affine in affines)
        return f"{word}({texts})" if len(affines) > 1 else texts
    found = [counter_bounds(values) for values in head.ranges]
    lower = ", ".join(bound(lower, "max") for lower, _, _ in found)
    upper = ", ".join(bound(upper, "min") for _, upper, _ in found)
    text = f"affine.parallel ({', '.join(counters)}) = ({lower}) to ({upper})"
    if any(step != 1 for _, _, step in found):
        text += f" step ({', '.join(str(step) for _, _, step in found)})"
    return text + " {"


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
