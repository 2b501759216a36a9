"""Reads the remarks that tools write with --remark-format=yaml."""
import re


class Remark:
    """One remark: its kind ("Passed"), pass, name, function, line, and its arguments
    in order as pairs of key and text. What users read is called `Remark` there."""

    def __init__(self, document):
        head, _, arguments = document.partition("\nArgs:")
        self.kind = document.split(None, 1)[0].lstrip("!")
        self.pass_name = _field(head, "Pass")
        self.name = _field(head, "Name")
        self.function = _field(head, "Function")
        line = re.search(r"Line: (\d+)", head)
        self.line = int(line.group(1)) if line else 0
        # A long value goes on in the next lines, further to the right.
        self.arguments = [
            (key, _scalar(value))
            for key, value in re.findall(r"^  - ([^\s:]+):[ \n]*(.*(?:\n {4,}.*)*)", arguments, re.M)
        ]

    def text(self):
        """What users read."""
        return "".join(value for key, value in self.arguments if key == "Remark")

    def values(self):
        """The other arguments."""
        return [(key, value) for key, value in self.arguments if key != "Remark"]

    def __getitem__(self, key):
        """The first argument called `key`."""
        for name, value in self.arguments:
            if name == key:
                return value
        raise KeyError(key)

    def __contains__(self, key):
        return any(name == key for name, _ in self.arguments)


def _field(head, name):
    match = re.search(rf"^{name}:\s*(.*)$", head, re.M)
    return _scalar(match.group(1)) if match else ""


def _scalar(value):
    """The text of a YAML scalar as LLVM writes them."""
    value = re.sub(r"\s*\n\s*", " ", value).strip()
    if value[:1] == "'":
        return value[1:-1].replace("''", "'")
    if value[:1] == '"':
        return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), value[1:-1])
    return value


def read(path):
    """The remarks of a file."""
    with open(path) as file:
        return [Remark(document) for document in re.split(r"^--- ", file.read(), flags=re.M)[1:]]
