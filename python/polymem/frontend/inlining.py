"""Calls of kernels, whose bodies take the place of the call."""
import ast

from .. import types
from .expressions import value
from .scope import Array, Scope, Size, Value
from .translation import Translation


def inline(t, call, callee):
    # The caller itself is being translated: what has its name is an older definition.
    names = [*t.active, t.source.tree.name]
    if isinstance(call.func, ast.Name) and call.func.id == t.source.tree.name:
        raise t.error(call, f"'{call.func.id}' calls itself: kernels do not")
    given = match(t, call, callee)
    inner = Translation(callee.source, t.writer, t.location(call), names)
    inner.in_loop = t.in_loop
    for name, (type_, _) in callee.parameters.items():
        if isinstance(type_, types.ScalarType):
            bind_number(t, inner, name, type_, given[name])
    bind_arrays(t, inner, callee, given)
    from .loops import body, leave
    scope = Scope(inner.scope)
    body(inner, callee.source.tree.body, scope)
    leave(inner, scope, callee.source.tree)


def match(t, call, callee):
    """The nodes of the arguments, by parameter."""
    names = list(callee.parameters)
    if any(isinstance(a, ast.Starred) for a in call.args) or \
            any(k.arg is None for k in call.keywords):
        raise t.error(call, "'*' and '**' are not taken in calls of kernels")
    if len(call.args) > len(names):
        raise t.error(call, f"'{callee.name}' takes {len(names)} arguments, not "
                            f"{len(call.args) + len(call.keywords)}")
    given = dict(zip(names, call.args))
    for keyword in call.keywords:
        if keyword.arg not in names or keyword.arg in given:
            raise t.error(keyword.value, f"'{callee.name}' takes no argument '{keyword.arg}'" if
                          keyword.arg not in names else f"'{keyword.arg}' is given twice")
        given[keyword.arg] = keyword.value
    missing = [name for name in names if name not in given]
    if missing:
        raise t.error(call, f"the argument '{missing[0]}' of '{callee.name}' is missing")
    return given


def bind_number(t, inner, name, type_, node):
    found = t.typed(value(t, node), type_, node)
    if type_ is types.index and found.affine is not None:
        inner.scope.set(name, Size(found.affine))
    elif type_ is types.index:
        raise t.error(node, f"'{t.text(node)}' is not affine, and '{name}' is a size")
    else:
        inner.scope.set(name, found)


def bind_arrays(t, inner, callee, given):
    """Arrays go by name; sizes of the called kernel are extents of the caller's arrays."""
    arrays = {name: (type_, given[name]) for name, (type_, _) in callee.parameters.items()
              if isinstance(type_, types.ArrayType)}
    found = {name: array_argument(t, callee, name, *pair) for name, pair in arrays.items()}
    for name, (type_, _) in arrays.items():
        for dimension, extent in enumerate(type_.extents):
            if extent.name and inner.scope.find(extent.name) is None:
                inner.scope.set(extent.name, Size(found[name].extent(dimension)))
    for name, (type_, node) in arrays.items():
        for dimension, extent in enumerate(type_.extents):
            expected = substituted(inner, extent)
            actual = found[name].extent(dimension)
            if expected != actual:
                raise t.error(node, f"dimension {dimension} of '{found[name].name}' is "
                                    f"'{plain(actual)}', and '{callee.name}' needs "
                                    f"'{extent}' there, which is '{plain(expected)}' in this "
                                    f"call")
        inner.scope.set(name, found[name])


def substituted(inner, extent):
    from .sizes import of_extent
    return of_extent(inner, extent, inner.source.tree)


def plain(affine):
    return affine.text(lambda atom: atom[1].lstrip("%"))


def array_argument(t, callee, name, type_, node):
    entry = t.entry(node) if isinstance(node, ast.Name) else None
    if not isinstance(entry, Array):
        raise t.error(node, f"'{name}' of '{callee.name}' is an array: give the name of one")
    if entry.element is not type_.element or entry.rank != type_.rank:
        raise t.error(node, f"'{name}' of '{callee.name}' is an array of {type_.rank} "
                            f"dimensions of {type_.element.name}, and '{entry.name}' one of "
                            f"{entry.rank} of {entry.element.name}")
    return entry
