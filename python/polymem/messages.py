"""What passes say: diagnostics and remarks."""
import dataclasses
import typing
import warnings

from .errors import CompileError, PolyMemWarning


@dataclasses.dataclass(frozen=True)
class Place:
    """A file, and a line and a column of it, both counted from 1."""
    file: str
    line: int
    column: int

    def __str__(self):
        return f"{self.file}:{self.line}:{self.column}"


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """An error or a warning; `place` may be None, `notes` are further diagnostics."""
    severity: str
    message: str
    place: typing.Optional[Place] = None
    notes: tuple = ()

    def __str__(self):
        first = f"{self.place}: " if self.place else ""
        return "\n".join([f"{first}{self.severity}: {self.message}",
                          *(str(note) for note in self.notes)])


@dataclasses.dataclass(frozen=True)
class Remark:
    """What a pass did (`kind` is "passed"), did not ("missed"), could not ("failure"), or
    found ("analysis"). `name` is a fixed name of the message, `arguments` has the values in
    it, by name."""
    kind: str
    pass_name: str
    name: str
    function: str
    message: str
    arguments: dict = dataclasses.field(hash=False)
    place: typing.Optional[Place] = None

    def __str__(self):
        first = f"{self.place}: " if self.place else ""
        return f"{first}{self.pass_name}: {self.message}"


def _place(given):
    return Place(*given) if given else None


def _diagnostic(given):
    severity, message, place, notes = given
    return Diagnostic(severity, message, _place(place), tuple(map(_diagnostic, notes)))


def _remark(given):
    kind, pass_name, name, function, message, arguments, place = given
    return Remark(kind, pass_name, name, function, message, dict(arguments), _place(place))


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What a piece of work gave, and what was said on the way."""
    value: object
    diagnostics: tuple
    remarks: tuple


def outcome_of(given, what):
    """The outcome of what the extension returned; raises CompileError if it failed."""
    diagnostics = tuple(map(_diagnostic, given["diagnostics"]))
    remarks = tuple(map(_remark, given["remarks"]))
    if given["value"] is not None:
        return Outcome(given["value"], diagnostics, remarks)
    errors = [str(d) for d in diagnostics if d.severity == "error"]
    if given["message"]:
        errors.append(given["message"])
    raise CompileError("\n".join([f"cannot compile {what}:", *errors]), diagnostics, remarks)


def warn(diagnostics):
    """Shows the warnings among `diagnostics`, as Python's, at the lines they are about."""
    for diagnostic in diagnostics:
        if diagnostic.severity != "warning":
            continue
        text = "\n".join([diagnostic.message, *(str(note) for note in diagnostic.notes)])
        if diagnostic.place and diagnostic.place.file not in ("-", ""):
            warnings.warn_explicit(text, PolyMemWarning, diagnostic.place.file,
                                   diagnostic.place.line)
        else:
            warnings.warn(text, PolyMemWarning, stacklevel=4)
