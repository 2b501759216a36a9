"""A Python function as the text of an MLIR function."""
import ast

from .. import types
from .affine import Affine
from .loops import body, leave
from .scope import Array, Scope, Size, Value
from .sizes import of_extent, parameters_of
from .translation import Translation
from .writer import Writer, quoted


def translate(source):
    """The parameters of a function, and its text in MLIR."""
    parameters = parameters_of(source)
    t = Translation(source, Writer())
    declare_sizes(t, parameters)
    texts = [declare(t, name, type_, argument)
             for name, (type_, argument) in parameters.items()]
    scope = Scope(t.scope)
    t.writer.indent = 2
    body(t, source.tree.body, scope)
    last = source.tree.body[-1]
    leave(t, scope, last)
    t.writer.add("return", t.location(last))
    name = source.tree.name
    symbol = name if name.isascii() else quoted(name)
    arguments = "".join(f"\n    {text}" + ("," if text is not texts[-1] else "")
                        for text in texts)
    return parameters, t.writer.text(f"func.func @{symbol}({arguments}) {{",
                                     t.location(source.tree))


def declare_sizes(t, parameters):
    """Sizes are parameters of type index, or extents of the first array that has them."""
    for name, (type_, argument) in parameters.items():
        if type_ is types.index:
            if not name.isascii():
                raise t.error(argument, f"the name of a size is of ASCII letters, digits and "
                                        f"'_', not '{name}'")
            t.scope.set(name, Size(Affine.symbol(t.writer.reserve(name))))
    for array, (type_, argument) in parameters.items():
        extents = type_.extents if isinstance(type_, types.ArrayType) else ()
        for dimension, extent in enumerate(extents):
            if extent.name and t.scope.find(extent.name) is None:
                t.scope.set(extent.name, dimension_size(t, array, type_, dimension, argument))
    for name in t.loop_variables | t.own_names:
        entry = t.scope.find(name)
        if isinstance(entry, Size) and name not in parameters:
            refuse_own_size(t, name)


def refuse_own_size(t, name):
    for part in ast.walk(ast.Module(t.source.tree.body, [])):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id == name:
            raise t.error(part, f"'{name}' is a size, which is read-only: take another name")


def dimension_size(t, array, type_, dimension, argument):
    name = type_.extents[dimension].name
    value = t.writer.reserve(name)

    def define():
        location = t.location(argument.annotation)
        number = t.writer.constant(str(dimension), "index", location)
        t.writer.at_beginning(name, f"memref.dim %{argument_name(array)}, {number} : "
                                    f"{memref_of(type_)}", location)
    return Size(Affine.symbol(value), define)


def memref_of(type_):
    shape = "".join(f"{e.constant if e.is_constant else '?'}x" for e in type_.extents)
    return f"memref<{shape}{type_.element.name}>"


def argument_name(name):
    from .writer import ascii_name
    return ascii_name(name)


def declare(t, name, type_, argument):
    """Enters a parameter into the scope; returns its text in the function's head."""
    location = f"loc({quoted(name)}({t.location(argument)}))"
    if type_ is types.index:
        return f"%{name}: index {{polymem.param = {quoted(name)}}} {location}"
    value = t.writer.reserve(argument_name(name))
    if isinstance(type_, types.ScalarType):
        t.scope.set(name, Value(type_, name=value))
        return f"{value}: {type_.name} {location}"
    extents = [Affine({}, extent.constant) if extent.is_constant else
               lambda extent=extent: of_extent(t, extent, argument.annotation)
               for extent in type_.extents]
    t.scope.set(name, Array(name, value, type_.element, extents, memref_of(type_)))
    return f"{value}: {memref_of(type_)}{facts(type_)} {location}"


def facts(type_):
    """The attributes of an array: what is known of it besides its type in MLIR."""
    def listed(extents):
        return ", ".join(str(e) if e.is_constant else quoted(str(e)) for e in extents)
    found = []
    if any(not extent.is_constant for extent in type_.extents):
        found.append(f"polymem.shape = [{listed(type_.extents)}]")
    if type_.range:
        found.append(f"polymem.range = [{listed(type_.range)}]")
    if type_.is_dead_out:
        found.append("polymem.dead_out")
    return f" {{{', '.join(found)}}}" if found else ""
