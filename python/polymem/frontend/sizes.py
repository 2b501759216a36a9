"""Sizes: the names in the shapes of arrays, and what fixes their values."""
import ast

from .. import types
from .affine import Affine
from .scope import Size


def of_extent(t, extent, node):
    """An extent as an affine expression of the sizes of this function."""
    result = Affine({}, extent.constant)
    for name, factor in extent.terms.items():
        entry = t.scope.find(name)
        if not isinstance(entry, Size):
            raise t.error(node, f"'{name}' in the extent '{extent}' is no size of this kernel: "
                                f"sizes are extents of parameters, alone as in \"{name}\", and "
                                f"parameters of type pm.index")
        result = result + entry.affine.times(factor)
    return result


def affine_extent(t, node):
    """The affine expression of an extent given as text."""
    try:
        extent = types.Extent.of(node.value)
    except (TypeError, ValueError) as error:
        raise t.error(node, str(error)) from None
    return of_extent(t, extent, node)


def parameters_of(source):
    """The parameters by name, with their types, and the nodes that declare them."""
    arguments = source.tree.args
    for part in (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs):
        if part is not None:
            raise source.error(part, f"the parameter '{part.arg}' is not taken: parameters of "
                                     f"kernels are positional")
    for default in arguments.defaults:
        raise source.error(default, "a parameter of a kernel has no default")
    found = {}
    for argument in [*arguments.posonlyargs, *arguments.args]:
        if argument.annotation is None:
            raise source.error(argument, f"'{argument.arg}' has no type: write "
                                         f"'{argument.arg}: pm.f32' or "
                                         f"'{argument.arg}: pm.f32[\"N\"]'")
        type_ = source.annotation(argument)
        if not isinstance(type_, (types.ScalarType, types.ArrayType)):
            raise source.error(argument.annotation,
                               f"'{ast.unparse(argument.annotation)}' is no type of a kernel's "
                               f"parameter: pm.f32, pm.f32[\"N\"] and the like are")
        found[argument.arg] = (type_, argument)
    check_names(source, found)
    return found


def check_names(source, parameters):
    """Every size must have one meaning, and something that fixes it."""
    fixed = {name for name, (type_, _) in parameters.items() if type_ is types.index}
    arrays = {name: pair for name, pair in parameters.items()
              if isinstance(pair[0], types.ArrayType)}
    fixed |= {extent.name for type_, _ in arrays.values() for extent in type_.extents
              if extent.name}
    for type_, argument in arrays.values():
        for extent in (*type_.extents, *(type_.range or ())):
            for name in extent.terms:
                if name in parameters and parameters[name][0] is not types.index:
                    raise source.error(argument.annotation,
                                       f"'{name}' is a size here and a parameter of type "
                                       f"{parameters[name][0]!r}: a size that is a parameter is "
                                       f"of type pm.index")
                if name not in fixed:
                    raise source.error(argument.annotation,
                                       f"nothing fixes the size '{name}' in "
                                       f"'{extent}': give another array the extent \"{name}\", "
                                       f"or the kernel a parameter '{name}: pm.index'")
