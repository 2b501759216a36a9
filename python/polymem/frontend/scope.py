"""What names stand for inside a kernel, and what expressions give."""
from .. import types
from .affine import Affine


class Value:
    """A number: exactly one of

    - a literal without a type (`type` is None), which takes that of its context;
    - a literal with a type, as pm.f32(0) gives;
    - an affine expression of loop variables and sizes, of type index;
    - the result of an operation, `name`, which is computed where it stands.
    """

    def __init__(self, type_=None, literal=None, affine=None, name=None):
        self.type, self.literal, self.affine, self.name = type_, literal, affine, name
        #: Whether it is a size in another type, which may divide.
        self.from_size = False

    @classmethod
    def index(cls, affine):
        return cls(types.index, affine=affine)

    @property
    def is_literal(self):
        """Whether it has no type yet."""
        return self.type is None


class LoopVariable:
    """Read-only, and an affine expression (of a counter, if the step is a size)."""

    def __init__(self, affine):
        self.affine = affine


class Size:
    """Read-only. `define` makes it a value of the function when it is first used."""

    def __init__(self, affine, define=None):
        self._affine, self._define = affine, define

    @property
    def affine(self):
        if self._define:
            self._define()
            self._define = None
        return self._affine


class Array:
    """An array of the function or a local one; `extents` are affine expressions, made
    when they are asked for (so that sizes which nobody uses are not defined)."""

    def __init__(self, name, value, element, extents, memref):
        self.name, self.value, self.element, self.memref = name, value, element, memref
        self._extents = extents

    @property
    def rank(self):
        return len(self._extents)

    def extent(self, dimension):
        extent = self._extents[dimension]
        return extent if isinstance(extent, Affine) else extent()

    def constant_extent(self, dimension):
        """The extent where the type has it, or None."""
        extent = self._extents[dimension]
        return extent.constant if isinstance(extent, Affine) and extent.is_constant else None


class Scope:
    """The names of a region and of those around it. Setting a name that is also known
    further out hides it here; who closes the region decides what comes out of it."""

    def __init__(self, parent=None):
        self.parent = parent
        self.entries = {}
        #: Why a name has no value here although the function assigns it.
        self.gone = {}
        #: Arrays to be freed at the region's end, in order.
        self.allocated = []

    def _chain(self):
        scope = self
        while scope:
            yield scope
            scope = scope.parent

    def find(self, name):
        return next((s.entries[name] for s in self._chain() if name in s.entries), None)

    def why_gone(self, name):
        return next((s.gone[name] for s in self._chain() if name in s.gone), None)

    def set(self, name, entry):
        self.entries[name] = entry
        self.gone.pop(name, None)

    def scalars(self, names):
        """Those of the names that are local scalars here, in order."""
        return [name for name in names if isinstance(self.find(name), Value)]
