"""The state of the translation of one function into the body of a kernel."""
import ast
import types as python_types

from .. import types
from .affine import Affine, map_text
from .scope import Array, LoopVariable, Scope, Size, Value
from .writer import quoted


def assigned_names(nodes):
    """The names that statements assign, loop variables apart, in order of the text."""
    names = {}
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                names.setdefault(part.id)
    return list(names)


class Translation:
    """A function's source, its names and the writer that takes the operations.

    A kernel that is inlined has its own, with the same writer; `site` is then the
    location of the call.
    """

    def __init__(self, source, writer, site=None, active=()):
        self.source, self.writer, self.site = source, writer, site
        #: The kernels around this one that are being inlined.
        self.active = active
        #: Whether there is a loop around the statement that is translated.
        self.in_loop = False
        self.scope = Scope()
        body = source.tree.body
        self.loop_variables = {
            name.id for node in body for part in ast.walk(node) if isinstance(part, ast.For)
            for name in ast.walk(part.target) if isinstance(name, ast.Name)}
        parameters = {argument.arg for argument in source.tree.args.args}
        self.own_names = set(assigned_names(body)) | parameters

    # Places.

    def location(self, node):
        line, column = self.source.position(node)
        place = f"{quoted(self.source.filename)}:{line}:{column}"
        return f"callsite({place} at {self.site})" if self.site else place

    def error(self, node, message):
        return self.source.error(node, message)

    def text(self, node):
        """How a node reads, in messages."""
        text = ast.unparse(node)
        return text if len(text) <= 40 else text[:37] + "..."

    # Names.

    def entry(self, node):
        """What a name stands for here: an entry of the scope, or a Python object."""
        name = node.id
        entry = self.scope.find(name)
        if entry is not None:
            return entry
        if name in self.own_names:
            why = self.scope.why_gone(name) or (
                "a loop variable has one in its loop only" if name in self.loop_variables
                else None)
            raise self.error(node, f"'{name}' has no value here" + (f": {why}" if why else
                             ": assign it before it is used"))
        found, value = self.source.outside(name)
        if not found:
            raise self.error(node, f"there is no '{name}': it is no size of an array, no "
                                   f"parameter, no local name and no global of Python")
        return value

    def resolve(self, node):
        """The Python object that a name, or a name in a module, stands for, or None."""
        if isinstance(node, ast.Name):
            if self.scope.find(node.id) is not None or node.id in self.own_names:
                return None
            return self.source.outside(node.id)[1]
        if isinstance(node, ast.Attribute):
            module = self.resolve(node.value)
            if isinstance(module, python_types.ModuleType):
                return getattr(module, node.attr, None)
        return None

    def name_value(self, node):
        """The value of a name, or of a name in a module."""
        if isinstance(node, ast.Attribute):
            entry = self.resolve(node)
            if entry is None:
                raise self.error(node, f"'{self.text(node)}' is not a value: an attribute is "
                                       f"taken of a module only, and must be there")
        else:
            entry = self.entry(node)
        if isinstance(entry, Value):
            return entry
        if isinstance(entry, (LoopVariable, Size)):
            return Value.index(entry.affine)
        if isinstance(entry, Array):
            raise self.error(node, f"'{entry.name}' is an array of {entry.rank} dimensions: "
                                   f"give a subscript for each of them")
        if type(entry) in (int, float, bool):
            return Value(literal=entry)
        raise self.error(node, f"'{self.text(node)}' is {describe(entry)}: of Python's globals, "
                               f"a kernel takes int, float and bool, as constants")

    # Values.

    def constant(self, value, type_, node):
        """The name of a literal as a value of a type."""
        text = literal_text(value, type_)
        if isinstance(text, Exception):
            raise self.error(node, str(text))
        return self.writer.constant(text, type_.name, self.location(node))

    def name_of(self, value, node):
        """The name of a typed value, which may have to be computed here first."""
        if value.name is not None:
            return value.name
        if value.affine is None:
            return self.constant(value.literal, value.type, node)
        return self.affine_name(value.affine, node)

    def affine_name(self, affine, node):
        if affine.is_constant:
            return self.constant(affine.constant, types.index, node)
        if len(affine.terms) == 1 and not affine.constant:
            (atom, factor), = affine.terms.items()
            if factor == 1 and atom[0] in ("dim", "symbol"):
                return atom[1]
        return self.writer.value("at", f"affine.apply {map_text([affine])}",
                                 self.location(node), safe=not affine.divides_by_size)

    def typed(self, value, type_, node):
        """A value as one of a type: literals take it, others must have it."""
        if value.is_literal:
            problem = literal_text(value.literal, type_)
            if isinstance(problem, Exception):
                raise self.error(node, str(problem))
            if type_ is types.index:
                return Value.index(Affine({}, value.literal))
            return Value(type_, literal=value.literal)
        if value.type is not type_:
            raise self.error(node, f"'{self.text(node)}' is {value.type.name}, and {type_.name} "
                                   f"is needed here: convert it, pm.{type_.name}(...)")
        return value


def describe(value):
    """A Python object, in messages."""
    if isinstance(value, python_types.ModuleType):
        return "a module"
    if callable(value):
        return "a function"
    return f"of type {type(value).__name__}"


def literal_text(value, type_):
    """A Python number as a constant of a type in MLIR, or a ValueError that says why not."""
    if isinstance(value, bool) != (type_ is types.i1):
        return ValueError(f"{value!r} is no {type_.name}: " +
                          ("True and False are" if type_ is types.i1 else
                           f"pm.{type_.name}({value!r}) converts it"))
    if isinstance(value, bool):
        return "true" if value else "false"
    if type_.is_float:
        return _float_text(value, type_)
    if isinstance(value, float):
        return ValueError(f"{value!r} is no {type_.name}: write an integer, or convert the "
                          f"other operand to floating point")
    if not -2 ** (type_.bits - 1) <= value < 2 ** (type_.bits - 1):
        return ValueError(f"{value} does not fit {type_.name}")
    return str(value)


#: The numbers from which on rounding gives infinity, and the bits of infinity and NaN.
_FLOATS = {"f16": (65520.0, "7C00", "FC00", "7E00"),
           "bf16": (float.fromhex("0x1.ffp127"), "7F80", "FF80", "7FC0"),
           "f32": (float.fromhex("0x1.ffffffp127"), "7F800000", "FF800000", "7FC00000"),
           "f64": (float("inf"), "7FF0000000000000", "FFF0000000000000", "7FF8000000000000")}


def _float_text(value, type_):
    limit, plus, minus, nan = _FLOATS[type_.name]
    try:
        number = float(value)
    except OverflowError:
        return ValueError(f"{value} does not fit {type_.name}")
    if number != number:
        return "0x" + nan
    if number in (float("inf"), float("-inf")):
        return "0x" + (plus if number > 0 else minus)
    if abs(number) >= limit:
        return ValueError(f"{value} does not fit {type_.name}")
    text = repr(number)
    if "." not in text:
        mantissa, e, exponent = text.partition("e")
        text = f"{mantissa}.0{e}{exponent}"
    return text
