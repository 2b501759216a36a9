"""Affine expressions of loop variables and sizes, and their text in MLIR.

An atom is a tuple: ("dim", name) for a loop variable, ("symbol", name) for a size,
("floordiv", expression, divisor) and ("mod", expression, divisor) where the divisor is
a positive integer or an expression of sizes.
"""


class NotAffine(Exception):
    """Why an expression is not affine, and which node makes it so."""

    def __init__(self, why, node=None):
        super().__init__(why)
        self.why, self.node = why, node


LIMIT = 2 ** 63


class Affine:
    """A sum of atoms with integer factors, and a constant. Values do not change."""

    def __init__(self, terms=(), constant=0):
        self.terms = {atom: factor for atom, factor in dict(terms).items() if factor}
        self.constant = constant
        if any(not -LIMIT <= n < LIMIT for n in [constant, *self.terms.values()]):
            raise NotAffine("a number of it does not fit 64 bits")

    @classmethod
    def dim(cls, name):
        return cls({("dim", name): 1})

    @classmethod
    def symbol(cls, name):
        return cls({("symbol", name): 1})

    def _key(self):
        return frozenset(self.terms.items()), self.constant

    def __eq__(self, other):
        return isinstance(other, Affine) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    @property
    def is_constant(self):
        return not self.terms

    @property
    def is_size(self):
        """Whether there are sizes and constants in it only."""
        return not any(kind == "dim" for kind, _ in self.leaves())

    @property
    def divides_by_size(self):
        """Whether a divisor is not a constant: MLIR takes it, analyses do not."""
        return any(atom[0] in ("floordiv", "mod")
                   and (isinstance(atom[2], Affine) or atom[1].divides_by_size)
                   for atom in self.terms)

    def leaves(self):
        """The loop variables and sizes in it, in order, each once."""
        found = {}
        for atom in self.terms:
            if atom[0] in ("dim", "symbol"):
                found[atom] = None
                continue
            for part in atom[1:]:
                if isinstance(part, Affine):
                    found.update(dict.fromkeys(part.leaves()))
        return list(found)

    def __add__(self, other):
        terms = dict(self.terms)
        for atom, factor in other.terms.items():
            terms[atom] = terms.get(atom, 0) + factor
        return Affine(terms, self.constant + other.constant)

    def __neg__(self):
        return self.times(-1)

    def __sub__(self, other):
        return self + -other

    def times(self, factor):
        return Affine({atom: factor * f for atom, f in self.terms.items()},
                      factor * self.constant)

    def __mul__(self, other):
        if other.is_constant:
            return self.times(other.constant)
        if self.is_constant:
            return other.times(self.constant)
        raise NotAffine("it multiplies loop variables or sizes with each other")

    def _divide(self, kind, divisor):
        """Rounds down as Python does, where divisors may be negative:
        a // -c is -a // c, and a % -c is -(-a % c)."""
        if not divisor.is_constant:
            if not divisor.is_size:
                raise NotAffine("it divides by what is not a constant or a size")
            return Affine({(kind, self, divisor): 1})
        number = divisor.constant
        if number == 0:
            raise NotAffine("it divides by zero")
        if number < 0:
            result = (-self)._divide(kind, -divisor)
            return -result if kind == "mod" else result
        if self.is_constant:
            return Affine({}, self.constant // number if kind == "floordiv"
                          else self.constant % number)
        if number == 1:
            return self if kind == "floordiv" else Affine()
        return Affine({(kind, self, number): 1})

    def __floordiv__(self, divisor):
        return self._divide("floordiv", divisor)

    def __mod__(self, divisor):
        return self._divide("mod", divisor)

    def text(self, leaf):
        """The text, with leaf(atom) for each loop variable or size."""
        text = ""
        # What is added comes first, so that texts seldom begin with a sign.
        for atom, factor in sorted(self.terms.items(), key=lambda term: term[1] < 0):
            part = self._atom_text(atom, leaf)
            if text:
                text += " - " if factor < 0 else " + "
                factor = abs(factor)
            text += part if factor == 1 else f"{part} * {factor}"
        if not text:
            return str(self.constant)
        if self.constant:
            text += f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
        return text

    @staticmethod
    def _atom_text(atom, leaf):
        if atom[0] in ("dim", "symbol"):
            return leaf(atom)

        def nested(part):
            if not isinstance(part, Affine):
                return str(part)
            text = part.text(leaf)
            return text if len(part.leaves()) == 1 and part.constant == 0 and \
                list(part.terms.values()) == [1] and \
                all(a[0] in ("dim", "symbol") for a in part.terms) else f"({text})"
        return f"({nested(atom[1])} {atom[0]} {nested(atom[2])})"


def inline_text(affine):
    """The text where operands stand in the expression, as in subscripts."""
    return affine.text(lambda atom: atom[1] if atom[0] == "dim" else f"symbol({atom[1]})")


def with_operands(affines, form):
    """Texts over d0, d1... and s0, s1... that `form` puts into a map or a set, with the
    operands behind: "affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%N]"."""
    leaves = list(dict.fromkeys(leaf for affine in affines for leaf in affine.leaves()))
    dims = [name for kind, name in leaves if kind == "dim"]
    symbols = [name for kind, name in leaves if kind == "symbol"]
    names = {("dim", name): f"d{i}" for i, name in enumerate(dims)}
    names.update({("symbol", name): f"s{i}" for i, name in enumerate(symbols)})
    texts = [affine.text(names.get) for affine in affines]
    head = f"({', '.join(f'd{i}' for i in range(len(dims)))})"
    operands = f"({', '.join(dims)})"
    if symbols:
        head += f"[{', '.join(f's{i}' for i in range(len(symbols)))}]"
        operands += f"[{', '.join(symbols)}]"
    return form(head, texts) + operands


def map_text(affines):
    return with_operands(affines, lambda head, texts:
                         f"affine_map<{head} -> ({', '.join(texts)})>")


def set_text(constraints):
    """The text of a set of (expression, whether it is zero rather than not negative)."""
    kinds = ["== 0" if equal else ">= 0" for _, equal in constraints]
    return with_operands([affine for affine, _ in constraints], lambda head, texts:
                         f"affine_set<{head} : "
                         f"({', '.join(f'{t} {k}' for t, k in zip(texts, kinds))})>")
