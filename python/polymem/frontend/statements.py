"""Statements: assignments, loops, conditions, calls of kernels, local arrays."""
import ast
import math

from .. import functions, types
from ..kernel_base import KernelBase
from . import conditions, loops, operations
from .affine import NotAffine
from .expressions import affine_of, load, store, value
from .inlining import inline
from .scope import Array, LoopVariable, Scope, Size, Value
from .sizes import affine_extent
from .translation import assigned_names

ADVICE = {
    ast.While: "'while' is not taken: loops are over range(...), with affine bounds",
    ast.Break: "'break' is not taken: the number of iterations is affine; use 'if'",
    ast.Continue: "'continue' is not taken: put the rest of the loop into an 'if'",
    ast.Return: "a kernel returns nothing: store results in its arrays",
    ast.FunctionDef: "a function in a kernel is not taken: write a kernel of its own and call it",
    ast.AsyncFunctionDef: "a function in a kernel is not taken: write a kernel of its own and "
                          "call it",
    ast.Assert: "'assert' is not taken: check arguments before the kernel is called",
    ast.Raise: "'raise' is not taken: check arguments before the kernel is called",
    ast.With: "'with' is not taken",
    ast.Try: "'try' is not taken: nothing that a kernel does raises an exception",
    ast.Delete: "'del' is not taken: names end with the block that assigns them",
    ast.AsyncFor: "'async' is not taken",
    ast.AsyncWith: "'async' is not taken",
    ast.Import: "'import' is not taken: import outside of the kernel",
    ast.ImportFrom: "'import' is not taken: import outside of the kernel",
    ast.Global: "'global' is not taken: kernels change arrays only",
    ast.Nonlocal: "'nonlocal' is not taken: kernels change arrays only",
    ast.ClassDef: "a class in a kernel is not taken"}
#: Statements of Python 3.10 and later.
ADVICE.update({getattr(ast, name): text for name, text in {
    "Match": "'match' is not taken: write 'if' with comparisons",
    "TryStar": ADVICE[ast.Try], "TypeAlias": "'type' is not taken"}.items()
    if hasattr(ast, name)})

#: Arrays in loops of up to 16 KiB are on the stack.
STACK_BITS = 8 * 16 * 1024


def statement(t, node):
    try:
        translate(t, node)
    except NotAffine as error:
        raise t.error(error.node or node, f"an expression here is not affine: {error.why}") \
            from None
    except RecursionError:
        raise t.error(node, "this is nested too deeply: give parts of it names") from None


def translate(t, node):
    if isinstance(node, ast.For):
        loops.for_loop(t, node)
    elif isinstance(node, ast.If):
        if_statement(t, node)
    elif isinstance(node, ast.Assign):
        assign(t, node)
    elif isinstance(node, ast.AugAssign):
        augmented(t, node)
    elif isinstance(node, ast.AnnAssign):
        annotated(t, node)
    elif isinstance(node, ast.Expr):
        expression(t, node)
    elif not isinstance(node, ast.Pass):
        raise t.error(node, ADVICE.get(type(node), f"{type(node).__name__} is not taken"))


def expression(t, node):
    call = node.value
    if isinstance(call, ast.Constant) and isinstance(call.value, str):
        return  # A text that documents.
    callee = t.resolve(call.func) if isinstance(call, ast.Call) else None
    if not isinstance(callee, KernelBase):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and \
                call.func.id == t.source.tree.name:
            raise t.error(node, f"'{call.func.id}' calls itself: kernels do not")
        raise t.error(node, f"'{t.text(call)}' has no effect that a kernel could have: assign "
                            f"it, or call a kernel")
    inline(t, call, callee)


# Assignments.


def assign(t, node):
    if makes_array(t, node):
        return local_array(t, node)
    if any(isinstance(target, (ast.Tuple, ast.List)) for target in node.targets):
        return assign_several(t, node)
    found = value(t, node.value, expected_type(t, node.targets[0]))
    # Python evaluates once, and assigns from left to right.
    for target in node.targets:
        assign_to(t, target, found, node.value)


def makes_array(t, node):
    """Whether an assignment is of a new local array."""
    return isinstance(node.value, ast.Call) and \
        t.resolve(node.value.func) is functions.words["local"]


def expected_type(t, target):
    """The type of what is assigned to, if it has one already."""
    if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        entry = t.scope.find(target.value.id)
        return entry.element if isinstance(entry, Array) else None
    entry = t.scope.find(target.id) if isinstance(target, ast.Name) else None
    return entry.type if isinstance(entry, Value) else None


def assign_several(t, node):
    """a, b = b, a: all values are there before the first one is assigned."""
    target = node.targets[0]
    if len(node.targets) > 1 or not isinstance(node.value, ast.Tuple) or \
            len(target.elts) != len(node.value.elts):
        raise t.error(node, "several targets need as many values: 'a, b = x, y'")
    names = [to.id for to in target.elts if isinstance(to, ast.Name)]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise t.error(target, f"'{name}' is assigned twice here, and would keep the last "
                                  f"value only")
    found = [value(t, part, expected_type(t, to))
             for to, part in zip(target.elts, node.value.elts)]
    for to, one, part in zip(target.elts, found, node.value.elts):
        assign_to(t, to, one, part)


def assign_to(t, target, found, place):
    if isinstance(target, ast.Subscript):
        store(t, target, found, place)
    elif isinstance(target, ast.Name):
        set_scalar(t, target, found, place)
    else:
        raise t.error(target, f"'{t.text(target)}' cannot be assigned to: elements of arrays "
                              f"and names can")


def check_assignable(t, target):
    """The entry of a name that may be assigned, or None for a new one."""
    name = target.id
    entry = t.scope.find(name)
    if isinstance(entry, LoopVariable) or name in t.loop_variables:
        raise t.error(target, f"'{name}' is a loop variable, which is read-only: take another "
                              f"name")
    if isinstance(entry, Size):
        raise t.error(target, f"'{name}' is a size, which is read-only: take another name")
    if isinstance(entry, Array):
        raise t.error(target, f"'{name}' is an array, which is not assigned as a whole: write "
                              f"loops over its elements")
    return entry


def set_scalar(t, target, found, place):
    entry = check_assignable(t, target)
    if entry is None and found.is_literal:
        raise t.error(place, f"the type of '{target.id}' is not known from {t.text(place)}: "
                             f"write pm.f32({t.text(place)}), or "
                             f"'{target.id}: pm.f32 = {t.text(place)}'")
    if entry is not None:
        found = t.typed(found, entry.type, place)
    t.scope.set(target.id, found)


def augmented(t, node):
    """a op= b is a = a op b, where a is read before b is evaluated."""
    symbol = operations.BINARY[type(node.op)]
    if isinstance(node.target, ast.Subscript):
        old = load(t, node.target)
    elif isinstance(node.target, ast.Name):
        if check_assignable(t, node.target) is None:
            t.entry(node.target)
            raise t.error(node.target, f"'{node.target.id}' has no value yet")
        old = t.name_value(node.target)
    else:
        raise t.error(node.target, f"'{t.text(node.target)}' cannot be assigned to")
    found = operations.binary(t, symbol, old, value(t, node.value, old.type), node)
    assign_to(t, node.target, found, node)


def annotated(t, node):
    """s: pm.f32 = 0.0"""
    type_ = t.resolve(node.annotation)
    if not isinstance(type_, types.ScalarType):
        raise t.error(node.annotation, f"'{t.text(node.annotation)}' is no type of a number: "
                                       f"pm.f32, pm.i32 and the like are; arrays are made with "
                                       f"pm.local")
    if not isinstance(node.target, ast.Name) or node.value is None:
        raise t.error(node, "a type is given to a name with a value: 's: pm.f32 = 0.0'")
    found = t.typed(value(t, node.value, type_), type_, node.value)
    set_scalar(t, node.target, found, node.value)


def local_array(t, node):
    target, call = node.targets[0], node.value
    if len(node.targets) > 1 or not isinstance(target, ast.Name):
        raise t.error(node, "pm.local is assigned to one name")
    if check_assignable(t, target) is not None:
        raise t.error(target, f"'{target.id}' has a value already: an array needs a name of its "
                              f"own")
    if call.keywords or not call.args:
        raise t.error(call, "pm.local takes a type and the extents: pm.local(pm.f32, 4, \"N\")")
    element = t.resolve(call.args[0])
    if not isinstance(element, types.ScalarType):
        raise t.error(call.args[0], f"'{t.text(call.args[0])}' is no type of elements: pm.f32, "
                                    f"pm.i32 and the like are")
    extents = [read_extent(t, part) for part in call.args[1:]]
    dynamic = [t.affine_name(e, call) for e in extents if not e.is_constant]
    shape = "".join(f"{e.constant if e.is_constant else '?'}x" for e in extents)
    memref = f"memref<{shape}{element.name}>"
    # Each iteration of a loop has its own. Small ones are on the stack, as threads of a
    # device cannot allocate; PolyMem moves stack memory out of loops where it can.
    small = t.in_loop and not dynamic and \
        math.prod(e.constant for e in extents) * element.bits <= STACK_BITS
    name = t.writer.value(target.id, f"memref.alloc{'a' if small else ''}"
                                     f"({', '.join(dynamic)}) : {memref}",
                          t.location(call), safe=False)
    array = Array(target.id, name, element, extents, memref)
    t.scope.set(target.id, array)
    if not small:
        t.scope.allocated.append(array)


def read_extent(t, node):
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        extent = affine_extent(t, node)
    else:
        extent = affine_of(t, node, "extent")
    if not extent.is_size:
        raise t.error(node, f"the extent '{t.text(node)}' changes with a loop: extents are "
                            f"constants and sums of sizes")
    if extent.is_constant and extent.constant < 0:
        raise t.error(node, f"the extent {extent.constant} is negative")
    return extent


# Conditions.


def if_statement(t, node):
    decided = conditions.constant(t, node.test)
    if decided is not None:
        for part in node.body if decided else node.orelse:
            statement(t, part)
        return
    split = conditions.split_and(t, node)
    if split:
        return if_statement(t, split)
    begin = len(t.writer.lines)
    test = conditions.test(t, node.test)
    if test.dialect == "scf" and changes_numbers_only(t, [*node.body, *node.orelse]):
        return choose(t, node, test, t.writer.lines[begin:])
    branches = [branch(t, part, node) for part in (node.body, node.orelse)]
    scopes = [scope for scope, _ in branches]
    names, merged = merge(t, node, scopes)
    location = t.location(node)
    lines = []
    for index, (scope, written) in enumerate(branches):
        with t.writer.region() as more:
            values = [t.name_of(one[index], node) for one in merged]
            loops.leave(t, scope, node)
            if names:
                texts = ", ".join(one[0].type.name for one in merged)
                t.writer.add(f"{test.dialect}.yield {', '.join(values)} : {texts}", location)
        lines.append(written + more)
    results = [t.writer.fresh(name) for name in names]
    test.write(t, results, [one[0].type.name for one in merged], *lines, location)
    set_merged(t, node, scopes, names, results, merged)


def set_merged(t, node, scopes, names, results, merged):
    """Behind an `if`, gives names the values that both branches have given them."""
    for name, result, one in zip(names, results, merged):
        t.scope.set(name, Value(one[0].type, name=result))
    why = f"only one branch of the 'if' of line {node.lineno} assigns it: assign it before"
    for scope in scopes:
        loops.forget(t, scope, names, why)


def changes_numbers_only(t, nodes):
    """Whether statements do nothing but assign local numbers."""
    def one(node):
        if isinstance(node, ast.If):
            return changes_numbers_only(t, [*node.body, *node.orelse])
        if isinstance(node, ast.Assign):
            return not makes_array(t, node) and \
                all(isinstance(name, ast.Name) for target in node.targets
                    for name in (target.elts if isinstance(target, ast.Tuple) else [target]))
        return isinstance(node, ast.Pass) or \
            isinstance(node, (ast.AugAssign, ast.AnnAssign)) and isinstance(node.target, ast.Name)
    return all(map(one, nodes))


def choose(t, node, test, known):
    """An `if` that assigns local numbers only: as in `a if c else b`, both branches are
    computed and one is selected, unless what they compute is only for where they are taken."""
    scopes, lines = [], []
    for part in (node.body, node.orelse):
        scopes.append(Scope(t.scope))
        with t.writer.apart() as written:
            loops.body(t, part, scopes[-1])
        lines.append(written)
    names, merged = merge(t, node, scopes)
    values = []
    for index, written in enumerate(lines):
        with t.writer.apart() as more:
            values.append([t.name_of(one[index], node) for one in merged])
        written += more
    location = t.location(node)
    results = [t.writer.fresh(name) for name in names]
    types_ = [one[0].type.name for one in merged]
    if all(conditions.may_go_first(written, known) for written in lines):
        for written in lines:
            t.writer.put(written)
        for result, yes, no, type_ in zip(results, *values, types_):
            t.writer.add(f"{result} = arith.select {test.head}, {yes}, {no} : {type_}", location,
                         safe=True)
    else:
        branches = [conditions.deeper(t, written) +
                    ([conditions.yielded(t, "scf", given, types_, location)] if names else [])
                    for written, given in zip(lines, values)]
        test.write(t, results, types_, *branches, location)
    set_merged(t, node, scopes, names, results, merged)


def branch(t, statements, node):
    """The scope and the lines of one branch."""
    scope = Scope(t.scope)
    with t.writer.region() as lines:
        loops.body(t, statements, scope)
    return scope, lines


def merge(t, node, scopes):
    """The names that have another value behind an `if`, and the values of both branches."""
    names, merged = [], []
    for name in assigned_names([node]):
        first, second = (scope.find(name) for scope in scopes)
        if not isinstance(first, Value) or not isinstance(second, Value):
            continue
        if first.type is not second.type:
            raise t.error(node, f"'{name}' is {first.type.name} in one branch and "
                                f"{second.type.name} in the other: convert it")
        # Names of MLIR say nothing: the branches may use one for two values. A value that
        # both branches have is from further out.
        if first is second:
            t.scope.set(name, first)
        else:
            names.append(name)
            merged.append((first, second))
    return names, merged
