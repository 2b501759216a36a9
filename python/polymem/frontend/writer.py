"""Text of MLIR: operations in regions, with locations, and names of values."""
import contextlib
import re


class Line:
    """An operation, or the beginning or end of one with regions.

    `safe` is whether it may be executed where the program does not: arithmetic is,
    what reads memory or may divide by zero is not.
    """

    def __init__(self, indent, text, location, safe=False):
        self.indent, self.text, self.location, self.safe = indent, text, location, safe


def ascii_name(hint):
    """A name that MLIR takes: letters, digits and '_', no digit in front."""
    name = "".join(c if c.isascii() and (c.isalnum() or c in "_.-") else f"u{ord(c):x}"
                   for c in hint) or "v"
    return f"v{name}" if name[0].isdigit() else name


def quoted(text):
    """A string of MLIR."""
    return '"' + re.sub(r'[^ !#-\[\]-~]', lambda c: "".join(f"\\{b:02X}" for b in
                                                             c[0].encode()), text) + '"'


class Writer:
    """Collects the body of one function.

    Names may be used again where the region of the first one has ended. What stands
    at the function's beginning, its constants and sizes, is found on the way: those
    names are used nowhere else.
    """

    def __init__(self):
        self.header = []
        self.lines = []
        self.indent = 2
        #: The names of each region around this place, and the next number by name.
        self._scopes, self._numbers = [set()], [{}]
        self._global, self._ever = set(), set()
        self._constants = {}
        self._locations, self._aliases = {}, set()

    def reserve(self, name):
        """Keeps a name for what is defined at the beginning."""
        self._global.add(name)
        self._ever.add(name)
        return f"%{name}"

    def fresh(self, hint):
        """A name for a value, such as %hint or %hint_1."""
        base = ascii_name(hint)
        # Smaller numbers are taken here or further out.
        number = max(numbers.get(base, 0) for numbers in self._numbers)
        name = f"{base}_{number}" if number else base
        while name in self._global or any(name in scope for scope in self._scopes):
            number += 1
            name = f"{base}_{number}"
        self._scopes[-1].add(name)
        self._numbers[-1][base] = number + 1
        self._ever.add(name)
        return f"%{name}"

    def constant(self, text, type_, location):
        """The name of a constant, made where it is first asked for."""
        key = (text, type_)
        if key not in self._constants:
            base = name = ascii_name("c" + text.replace("+", "").replace('"', "")
                                     + ("" if type_ == "index" else f"_{type_}"))
            number = 0
            while name in self._ever:
                number += 1
                name = f"{base}_{number}"
            typed = text if type_ == "i1" else f"{text} : {type_}"
            self._constants[key] = self.at_beginning(name, f"arith.constant {typed}", location)
        return self._constants[key]

    def at_beginning(self, name, text, location):
        value = self.reserve(name)
        self.header.append(Line(2, f"{value} = {text}", location))
        return value

    def add(self, text, location, safe=False):
        self.lines.append(Line(self.indent, text, location, safe))

    def value(self, hint, text, location, safe=True):
        """Adds an operation with one result, and returns its name."""
        name = self.fresh(hint)
        self.add(f"{name} = {text}", location, safe)
        return name

    @contextlib.contextmanager
    def region(self):
        """Collects lines apart, one level deeper; yields the list of them."""
        kept, self.lines = self.lines, []
        self._scopes.append(set())
        self._numbers.append({})
        self.indent += 2
        try:
            yield self.lines
        finally:
            self.lines = kept
            self._scopes.pop()
            self._numbers.pop()
            self.indent -= 2

    @contextlib.contextmanager
    def apart(self):
        """Collects lines that are put at this place, or into a region, later. Their names
        are not used again at this place."""
        kept, self.lines = self.lines, []
        try:
            yield self.lines
        finally:
            self.lines = kept

    def put(self, lines, deeper=0):
        for line in lines:
            self.lines.append(Line(line.indent + deeper, line.text, line.location, line.safe))

    def location(self, text):
        """A short name of a location, which says its line and column."""
        if text not in self._locations:
            places = re.findall(r'":(\d+):(\d+)', text)
            base = name = "#loc" + "".join(f"_{line}_{column}" for line, column in places)
            number = 0
            while name in self._aliases:
                number += 1
                name = f"{base}_v{number}"
            self._locations[text] = name
            self._aliases.add(name)
        return self._locations[text]

    def _line(self, line):
        where = f" loc({self.location(line.location)})" if line.location else ""
        return f"{' ' * line.indent}{line.text}{where}"

    def text(self, head, location):
        """The text of the function with everything that was added."""
        lines = [head]
        lines += [self._line(line) for line in self.header + self.lines]
        lines.append(f"}} loc({self.location(location)})")
        lines += [f"{alias} = loc({text})" for text, alias in self._locations.items()]
        return "\n".join(lines) + "\n"
