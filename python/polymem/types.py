"""Types of kernels: numbers, and arrays of them with sizes that have names."""
import ast
import keyword


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

    def __getitem__(self, extents):
        return ArrayType(self, extents if isinstance(extents, tuple) else (extents,))

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
        if isinstance(extent, bool) or not isinstance(extent, (int, str)):
            raise TypeError(f"an extent is an integer or a text such as \"N + 1\", not {extent!r}")
        if isinstance(extent, int):
            if extent < 0:
                raise ValueError(f"an extent is not negative: {extent}")
            return cls({}, extent)
        try:
            tree = ast.parse(extent.strip(), mode="eval").body
        except SyntaxError:
            raise ValueError(f"'{extent}' is not a size expression") from None
        return cls._read(tree, extent)

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
    """An array with elements of a type and an extent for each dimension."""

    def __init__(self, element, extents):
        self.element = element
        self.extents = tuple(Extent.of(extent) for extent in extents)

    @property
    def rank(self):
        return len(self.extents)

    def __repr__(self):
        extents = ", ".join(str(e) if e.is_constant else f'"{e}"' for e in self.extents)
        return f"{self.element!r}[{extents or '()'}]"
