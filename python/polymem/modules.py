"""Programs in MLIR: files and texts."""
import dataclasses
import os

from . import _core
from .compiled import Compiled
from .functions_of import choose, functions_of
from .messages import outcome_of, warn
from .progress import progress
from .targets import options_for


@dataclasses.dataclass(frozen=True)
class Transformed:
    """What a pipeline made: the text, and what was said on the way."""
    text: str
    diagnostics: tuple = dataclasses.field(repr=False)
    remarks: tuple = dataclasses.field(repr=False)

    def __str__(self):
        return self.text


def _bytes_of(source):
    return source.encode() if isinstance(source, str) else bytes(source)


def run_pipeline(source, pipeline, *, locations=False):
    """Runs a pipeline on a module, a text in MLIR or bytecode: a Transformed.

    `pipeline` is as for polymem-opt's --pass-pipeline, or without "builtin.module(...)"
    around it. Raises CompileError.
    """
    given = _core.run_pipeline(_bytes_of(source), str(pipeline), locations=locations)
    outcome = outcome_of(given, "the module")
    warn(outcome.diagnostics)
    return Transformed(outcome.value, outcome.diagnostics, outcome.remarks)


def compile(source, *, function=None, machine=None, options=None):
    """A function of a module, as a Compiled. `source` is the name of a file, or a text in
    MLIR, which has a line break or a parenthesis; `function` may be left out if there is
    one. Raises CompileError."""
    what = "the module"
    if isinstance(source, os.PathLike) or isinstance(source, str) and not set("\n(") & set(source):
        what = os.fspath(source)
        with open(source, "rb") as file:
            source = file.read()
    source = _bytes_of(source)
    name, parameters = choose(functions_of(source, what), function, what)
    text = outcome_of(_core.run_pipeline(source, "", locations=True), what).value
    return Compiled(text, name, parameters, options_for(options, machine),
                    f"function '{name}'")


def compile_all(kernels, *, on=None, machine=None, options=None):
    """Compiles kernels now, one after the other, which a terminal shows where tqdm is
    installed: a list of a Compiled for each. `kernels` are kernels, compiled with `machine` and
    `options`, or what is a Compiled already; what is made is the PTX, or what a call with this
    `on` runs. Raises CompileError at the first one that cannot be compiled.
    """
    result = []
    for kernel in progress(kernels, "compile"):
        if not isinstance(kernel, Compiled):
            kernel = kernel.compile(machine=machine, options=options)
        kernel.prepare(on)
        result.append(kernel)
    return result


def machines():
    """The names of the built-in machines."""
    return _core.machines()


def describe_machine(name):
    """The description of a machine, a built-in name or a JSON file; raises ValueError."""
    return _core.describe_machine(os.fspath(name))
