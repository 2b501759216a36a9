"""The parameters of a compiled function, and the arguments that fit them."""
import dataclasses
import struct

from . import arrays
from .errors import ArgumentError
from .types import ALL, ArrayType, ScalarType

#: How `struct` packs a number of each type; bfloat16 is the upper half of a float.
_FORMATS = {"f16": "<e", "f32": "<f", "f64": "<d", "bf16": "<f"}


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter: its name, its type, and the place in the source that declares it.

    `written` says whether the function may write the array.
    """
    name: str
    type: object
    place: str = ""
    written: bool = True

    @property
    def is_array(self):
        return isinstance(self.type, ArrayType)

    def error(self, message):
        """An ArgumentError about this parameter."""
        place = f" ({self.place})" if self.place else ""
        return ArgumentError(f"argument '{self.name}'{place}: {message}", self.name)


def bind(what, parameters, arguments, keywords):
    """The arguments in the order of the parameters; raises ArgumentError."""
    names = [parameter.name for parameter in parameters]
    if len(arguments) > len(names):
        raise ArgumentError(f"{what} takes {len(names)} arguments ({', '.join(names)}), not "
                            f"{len(arguments)}")
    given = dict(zip(names, arguments))
    for name, value in keywords.items():
        if name not in names:
            raise ArgumentError(f"{what} has no parameter '{name}'; its parameters are "
                                f"{', '.join(names)}", name)
        if name in given:
            raise ArgumentError(f"{what} gets '{name}' twice", name)
        given[name] = value
    missing = [name for name in names if name not in given]
    if missing:
        raise ArgumentError(f"{what} lacks {', '.join(repr(name) for name in missing)}: its "
                            f"arguments are {', '.join(names)}", missing[0])
    return [given[name] for name in names]


def bits_of(parameter, value):
    """The bits of a scalar argument; raises ArgumentError if it is none that fits."""
    type_ = parameter.type
    if hasattr(value, "ndim") and getattr(value, "ndim") != 0:
        raise parameter.error(f"a number of type {type_.name} is wanted, not an array of "
                              f"{value.ndim} dimensions")
    if isinstance(value, (str, bytes, complex)) or value is None:
        raise parameter.error(f"a number of type {type_.name} is wanted, not "
                              f"{type(value).__name__}")
    return _float_bits(parameter, value) if type_.is_float else _int_bits(parameter, value)


def _int_bits(parameter, value):
    type_ = parameter.type
    try:
        number = value.__index__() if hasattr(value, "__index__") else value.item().__index__()
    except (AttributeError, TypeError, ValueError):
        raise parameter.error(f"an integer of type {type_.name} is wanted, not "
                              f"{type(value).__name__} {value!r}") from None
    lowest, highest = -(1 << type_.bits - 1), (1 << type_.bits - 1) - 1
    if type_.name == "i1":
        lowest, highest = 0, 1
    if not lowest <= number <= highest:
        raise parameter.error(f"{number} does not fit {type_.name}: it is not from {lowest} to "
                              f"{highest}")
    return number & ((1 << type_.bits) - 1)


def _float_bits(parameter, value):
    type_ = parameter.type
    if isinstance(value, bool):
        raise parameter.error(f"a number of type {type_.name} is wanted, not bool")
    try:
        number = float(value)
        data = struct.pack(_FORMATS[type_.name], number)
    except (TypeError, ValueError):
        raise parameter.error(f"a number of type {type_.name} is wanted, not "
                              f"{type(value).__name__} {value!r}") from None
    except OverflowError:
        raise parameter.error(f"{value!r} does not fit {type_.name}") from None
    bits = int.from_bytes(data, "little")
    if type_.name == "bf16":
        return _to_bf16(bits)
    return bits


def _to_bf16(bits):
    """The nearest bfloat16 to a float, ties to even."""
    if bits & 0x7fffffff > 0x7f800000:
        return bits >> 16 | 0x40
    return bits + 0x7fff + (bits >> 16 & 1) >> 16


class Sizes:
    """Values of sizes, and what gave them."""

    def __init__(self):
        self.values, self.origins = {}, {}

    def set(self, name, value, origin, parameter):
        known = self.values.setdefault(name, value)
        self.origins.setdefault(name, origin)
        if known != value:
            raise parameter.error(f"{origin} is {value}, but {name} is {known}, from "
                                  f"{self.origins[name]}")

    def evaluate(self, extent):
        """The value of an extent, None if one of its sizes is not known."""
        if any(name not in self.values for name in extent.terms):
            return None
        return extent.constant + sum(factor * self.values[name]
                                     for name, factor in extent.terms.items())


def sizes_of(parameters, values):
    """The value of each size, and the check that arrays agree about them.

    `values` are integers for sizes and arrays.Array for arrays.
    """
    sizes = Sizes()
    for parameter, value in zip(parameters, values):
        if not parameter.is_array and parameter.type.name == "index":
            if value < 0 and _is_extent(parameter.name, parameters):
                raise parameter.error(f"a size is not negative: {value}")
            sizes.set(parameter.name, value, f"the argument '{parameter.name}'", parameter)
    for parameter, value in zip(parameters, values):
        if not parameter.is_array:
            continue
        if len(value.extents) != parameter.type.rank:
            raise parameter.error(f"an array of {parameter.type.rank} dimensions is wanted, "
                                  f"{parameter.type!r}, not one of shape "
                                  f"{arrays.shape_text(value.extents)}")
        for dimension, extent in enumerate(parameter.type.extents):
            if extent.name:
                sizes.set(extent.name, value.extents[dimension],
                          f"extent {dimension} of '{parameter.name}'", parameter)
    for parameter, value in zip(parameters, values):
        for dimension, extent in enumerate(getattr(parameter.type, "extents", ())):
            wanted = sizes.evaluate(extent)
            if wanted is not None and wanted != value.extents[dimension]:
                raise parameter.error(
                    f"extent {dimension} is {value.extents[dimension]}, but {extent} is "
                    f"{wanted}{_because(extent, sizes)}")
    return sizes.values


def _is_extent(name, parameters):
    return any(name in extent.terms for parameter in parameters
               for extent in getattr(parameter.type, "extents", ()))


def _because(extent, sizes):
    texts = [f"{name} = {sizes.values[name]} from {sizes.origins[name]}"
             for name in extent.terms]
    return f" ({', '.join(texts)})" if texts else ""


def check_memory(parameters, values, overlap):
    """Raises ArgumentError for an array that is written and read-only, or overlaps another."""
    views = [(parameter, value) for parameter, value in zip(parameters, values)
             if parameter.is_array]
    for parameter, value in views:
        if parameter.written and value.read_only:
            raise parameter.error("the array is read-only, and the kernel writes it")
    if overlap:
        return
    ordered = sorted(((*value.span(), parameter) for parameter, value in views
                      if 0 not in value.extents), key=lambda entry: entry[0])
    last = None
    for begin, end, parameter in ordered:
        if last and begin < last[0] and (parameter.written or last[1].written):
            raise parameter.error(f"the array overlaps '{last[1].name}', and one of them is "
                                  f"written: pass a copy, or overlap=True if no element is "
                                  f"shared")
        if not last or end > last[0]:
            last = (end, parameter)


def type_named(name):
    """The scalar type of a name in MLIR, or None."""
    return next((type_ for type_ in ALL if type_.name == name), None)


def value_of(parameter, value):
    """The bits of a number, or the Array that an argument is, of the parameter's type."""
    if isinstance(parameter.type, str):
        raise parameter.error(f"arguments of type {parameter.type} cannot be passed from "
                              f"Python")
    try:
        array = arrays.array_of(value)
    except Exception as error:
        # Whatever an object of somebody else's raises when it is asked.
        raise parameter.error(f"the array cannot be read: {error}") from error
    if not parameter.is_array:
        if array is not None and array.extents:
            raise parameter.error(f"a number of type {parameter.type.name} is wanted, not an "
                                  f"array of shape {arrays.shape_text(array.extents)}")
        return bits_of(parameter, value)
    if array is None:
        raise parameter.error(f"an array is wanted, {parameter.type!r}, not "
                              f"{type(value).__name__}")
    wanted = parameter.type.element.name
    if array.element != wanted:
        raise parameter.error(f"elements of type {wanted} are wanted, not {array.element}")
    if not array.is_contiguous:
        raise parameter.error(f"the array of shape {arrays.shape_text(array.extents)} is not "
                              f"contiguous (strides {arrays.shape_text(array.strides)} in "
                              f"elements): pass a copy in row-major order")
    return array


def for_call(values):
    """Arguments as the extension takes them."""
    return [value if isinstance(value, int) else
            (value.address, value.bytes, value.extents, value.strides) for value in values]


def sizes_given(what, parameters, given):
    """The values of all sizes, from those in `given`; raises ArgumentError."""
    names = {p.name for p in parameters if not p.is_array}
    wanted = {name for p in parameters for extent in getattr(p.type, "extents", ())
              for name in extent.terms} | {p.name for p in parameters
                                           if getattr(p.type, "name", "") == "index"}
    for name in given:
        if name not in names | wanted:
            raise ArgumentError(f"{what} has no size or number '{name}'; it has "
                                f"{', '.join(sorted(names | wanted)) or 'none'}", name)
    missing = sorted(wanted - set(given))
    if missing:
        raise ArgumentError(f"{what}: give a value for {', '.join(missing)}", missing[0])
    sizes = Sizes()
    for name in wanted:
        if not hasattr(given[name], "__index__") or isinstance(given[name], bool):
            raise ArgumentError(f"the size '{name}' is an integer, not {given[name]!r}", name)
        sizes.values[name] = given[name].__index__()
    return sizes


def _extents(parameter, sizes):
    """The extents of an array at these sizes."""
    if isinstance(parameter.type, str):
        raise parameter.error(f"arguments of type {parameter.type} cannot be passed from "
                              f"Python")
    extents = [sizes.evaluate(extent) for extent in parameter.type.extents]
    negative = [extent for extent in extents if extent < 0]
    if negative:
        raise parameter.error(f"an extent is {negative[0]} at these sizes")
    return extents


def made_for_sizes(what, parameters, given):
    """Arguments for the sizes and numbers in `given`, by name: arrays of zeros; numbers
    that are not given are 1. Raises ArgumentError."""
    sizes = sizes_given(what, parameters, given)
    return [arrays.zeros(p.type.element, _extents(p, sizes)) if p.is_array else
            bits_of(p, given.get(p.name, 1)) for p in parameters]


def random_arguments(what, parameters, given, numbers, generator, np):
    """Arguments by name: arrays that are given, random ones for others, and numbers, 1 if
    they are not given. Sizes are those of the arrays, unless `numbers` has them."""
    known = dict(numbers)
    for parameter in parameters:
        array = given.get(parameter.name)
        for extent, size in zip(getattr(parameter.type, "extents", ()), np.shape(array)):
            if extent.name:
                known.setdefault(extent.name, size)
    sizes = sizes_given(what, parameters, known)
    result = {}
    for p in parameters:
        if not p.is_array:
            result[p.name] = known.get(p.name, 1)
        elif p.name in given:
            result[p.name] = given[p.name]
        else:
            result[p.name] = _random(p.type.element, _extents(p, sizes), generator, np)
    return result


def _random(element, extents, generator, np):
    if element.is_float:
        names = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
        if element.name not in names:
            raise ArgumentError(f"NumPy has no numbers of type {element.name}")
        return generator.uniform(-1, 1, extents).astype(names[element.name])
    if element.name == "i1":
        return generator.integers(0, 2, extents).astype(np.bool_)
    return generator.integers(0, 10, extents).astype(f"i{max(element.bits, 8) // 8}")
