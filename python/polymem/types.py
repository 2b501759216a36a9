"""Types of kernels: numbers, and arrays of them with sizes that have names."""
import ast
import keyword

from .frontend.annotations import makes_types


class ScalarType:
    """A type of numbers, as in `x: pm.f32`; `pm.f32["N"]` is an array of them."""

    def __init__(self, name, kind, bits):
        self.name, self.kind, self.bits = name, kind, bits

    @property
    def is_float(self):
        return self.kind == "float"

    @property
    def is_int(self):
        """An integer of 8 bits or more; `index` and `i1` are not."""
        return self.kind == "int"

    @makes_types
    def __getitem__(self, extents):
        return ArrayType(self, extents if isinstance(extents, tuple) else (extents,))

    #: What has subscripts could be iterated over otherwise, without end.
    __iter__ = None

    @makes_types
    def __call__(self, value):
        raise TypeError(f"pm.{self.name}(...) converts a value inside a kernel")

    def __repr__(self):
        return f"pm.{self.name}"


f16 = ScalarType("f16", "float", 16)
bf16 = ScalarType("bf16", "float", 16)
f32 = ScalarType("f32", "float", 32)
f64 = ScalarType("f64", "float", 64)
i1 = ScalarType("i1", "bool", 1)
i8 = ScalarType("i8", "int", 8)
i16 = ScalarType("i16", "int", 16)
i32 = ScalarType("i32", "int", 32)
i64 = ScalarType("i64", "int", 64)
index = ScalarType("index", "index", 64)

ALL = (f16, bf16, f32, f64, i1, i8, i16, i32, i64, index)


class Extent:
    """A sum of sizes with factors, and a constant: what "2 * N + 1" says.

    `terms` has the factor of each size, by name.
    """

    def __init__(self, terms, constant):
        self.terms = {name: factor for name, factor in terms.items() if factor}
        self.constant = constant

    @classmethod
    def of(cls, extent):
        """The extent that an integer or a text stands for."""
        found = cls.number(extent, "an extent")
        if found.is_constant and found.constant < 0:
            raise ValueError(f"an extent is not negative: {extent}")
        return found

    @classmethod
    def number(cls, number, what):
        """The expression of sizes that an integer or a text stands for; `what` says in
        messages what it is for."""
        if isinstance(number, bool) or not isinstance(number, (int, str)):
            raise TypeError(f"{what} is an integer or a text such as \"N + 1\", not {number!r}")
        if isinstance(number, int):
            found = cls({}, number)
        else:
            try:
                tree = ast.parse(number.strip(), mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                raise ValueError(f"'{number}' is not a size expression") from None
            found = cls._read(tree, number)
        if any(not -2 ** 63 <= n < 2 ** 63 for n in [found.constant, *found.terms.values()]):
            raise ValueError(f"{what} has numbers of 64 bits, and {number!r} does not")
        return found

    @classmethod
    def _read(cls, node, text):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return cls({}, node.value)
        if isinstance(node, ast.Name):
            if not node.id.isascii() or keyword.iskeyword(node.id):
                raise ValueError(f"in '{text}': the name of a size is of ASCII letters, digits "
                                 f"and '_'")
            return cls({node.id: 1}, 0)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return cls._read(node.operand, text)._times(-1)
        if isinstance(node, ast.BinOp):
            left, right = cls._read(node.left, text), cls._read(node.right, text)
            if isinstance(node.op, ast.Add):
                return left._plus(right)
            if isinstance(node.op, ast.Sub):
                return left._plus(right._times(-1))
            if isinstance(node.op, ast.Mult) and not (left.terms and right.terms):
                return left._times(right.constant) if left.terms else right._times(left.constant)
        raise ValueError(f"'{text}' is not a size expression: sums of sizes, with integers as "
                         f"factors, are")

    def _plus(self, other):
        names = list(self.terms) + [name for name in other.terms if name not in self.terms]
        return Extent({name: self.terms.get(name, 0) + other.terms.get(name, 0)
                       for name in names}, self.constant + other.constant)

    def _times(self, factor):
        return Extent({name: factor * f for name, f in self.terms.items()},
                      factor * self.constant)

    @property
    def is_constant(self):
        return not self.terms

    @property
    def name(self):
        """The size that this is, alone and as it is, or None."""
        if self.constant or list(self.terms.values()) != [1]:
            return None
        return next(iter(self.terms))

    def __str__(self):
        text = ""
        for name, factor in sorted(self.terms.items(), key=lambda term: term[1] < 0):
            sign = ("-" if factor < 0 else "") if not text else " - " if factor < 0 else " + "
            text += sign + (f"{abs(factor)} * " if abs(factor) != 1 else "") + name
        if not text:
            return str(self.constant)
        if self.constant:
            text += f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
        return text


class ArrayType:
    """An array with elements of a type and an extent for each dimension.

    `range` is the pair of Extents that `within` gave, or None; `is_dead_out` whether
    nobody reads the array after the kernel.
    """

    def __init__(self, element, extents, range_=None, is_dead_out=False):
        self.element = element
        self.extents = tuple(Extent.of(extent) for extent in extents)
        self.range, self.is_dead_out = range_, is_dead_out

    @property
    def rank(self):
        return len(self.extents)

    @makes_types
    def within(self, lower, upper):
        """This array with numbers from `lower` to `upper` - 1, which are integers or
        expressions of sizes, as in `pm.i32["N"].within(0, "K")`."""
        if not (self.element.is_int or self.element.kind == "index"):
            raise TypeError(f"{self!r} has no range: arrays of integers have")
        bounds = tuple(Extent.number(bound, "the bound of a range") for bound in (lower, upper))
        first, last = (b.constant if b.is_constant else None for b in bounds)
        if first is not None and last is not None and first >= last:
            raise ValueError(f"no number is in within({first}, {last}): the second bound is not "
                             f"in the range, and has to be larger than the first")
        limit = 2 ** (self.element.bits - 1)
        if (first is not None and first < -limit) or (last is not None and last > limit):
            raise ValueError(f"within({lower}, {upper}) has numbers that {self.element.name} "
                             f"does not have")
        return self._copy(range_=bounds)

    def dead_out(self):
        """This array, of which nobody reads what the kernel leaves in it."""
        return self._copy(is_dead_out=True)

    def _copy(self, range_=None, is_dead_out=False):
        copy = ArrayType(self.element, (), range_ or self.range,
                         is_dead_out or self.is_dead_out)
        copy.extents = self.extents
        return copy

    def __repr__(self):
        def text(extent):
            return str(extent) if extent.is_constant else f'"{extent}"'
        extents = ", ".join(text(extent) for extent in self.extents)
        range_ = ".within({}, {})".format(*map(text, self.range)) if self.range else ""
        return f"{self.element!r}[{extents or '()'}]{range_}" + \
            (".dead_out()" if self.is_dead_out else "")
