"""Functions of a text in MLIR, and their parameters."""
import ast
import re

from . import _core
from .errors import CompileError
from .messages import outcome_of
from .parameters import Parameter, type_named
from .types import ArrayType, Extent

_MEMREF = re.compile(r"memref<((?:(?:\?|\d+)x)*)([^,<>]+)(?:, (.*))?>$")


def functions_of(source, what):
    """Name to parameters, of each function with a body; raises CompileError."""
    found = outcome_of(_core.functions_of(source), what).value
    return {name: None if results else
            [_parameter(number, *given) for number, given in enumerate(parameters)]
            for name, parameters, results in found}


def choose(functions, name, what):
    """The function that is meant, and its parameters."""
    if name is None:
        if len(functions) != 1:
            raise CompileError(f"{what} has {len(functions)} functions"
                               f"{': ' if functions else ''}{', '.join(functions)}; give "
                               f"function=NAME")
        name = next(iter(functions))
    if name not in functions:
        raise CompileError(f"{what} has no function '{name}'; it has "
                           f"{', '.join(functions) or 'none'}")
    return name, functions[name]


def _parameter(number, name, text, written, attributes):
    size = attributes.get("polymem.param")
    name = name or (ast.literal_eval(size) if size else f"arg{number}")
    return Parameter(name, _type(number, text, attributes), written=written)


def _type(number, text, attributes):
    """The type of a parameter; what this package cannot pass stays a text."""
    scalar = type_named(text)
    if scalar:
        return scalar
    memref = _MEMREF.match(text)
    element = memref and type_named(memref[2])
    if not element or memref[3]:
        return text
    extents = [part for part in memref[1].split("x") if part]
    names = _shape(attributes.get("polymem.shape"), len(extents))
    return ArrayType(element, tuple(
        int(extent) if extent != "?" else names[dimension] or f"arg{number}_size{dimension}"
        for dimension, extent in enumerate(extents)))


def _shape(text, rank):
    """The extents that `polymem.shape` names, where they are size expressions."""
    try:
        names = ast.literal_eval(re.sub(r" : i\d+", "", text)) if text else []
    except (SyntaxError, ValueError):
        names = []
    names = [name if _is_extent(name) else None for name in names]
    return names if len(names) == rank else [None] * rank


def _is_extent(name):
    try:
        return bool(Extent.of(name))
    except (TypeError, ValueError):
        return False
