"""The decorator that makes a kernel of a function."""
import threading

from .frontend.function import translate
from .frontend.source import Source
from .kernel_base import KernelBase


class Kernel(KernelBase):
    """A function as a kernel.

    `source_ir` is its text in MLIR, `function` the function of Python that it was made
    from, `parameters` the type of each parameter, by name. Calling it compiles it with
    default options first.
    """

    def __init__(self, function):
        source = Source(function)
        declared, self.source_ir = translate(source)
        super().__init__(source, declared)
        self.function = function
        self.__doc__ = function.__doc__
        self._compiled = {}
        self._lock = threading.Lock()

    def compile(self, *, machine=None, options=None):
        """The kernel for a machine (default: nvidia-h200), with pm.ToPTX(...) and, if there
        are others for the emulator and the CPU, pm.ToEmulator(...) and pm.ToCPU(...), as a
        list. The same options give the same Compiled. Raises CompileError."""
        # The language needs no extension.
        from .compiled import Compiled
        from .targets import options_for
        chosen = options_for(options, machine)
        key = tuple(chosen.items())
        with self._lock:
            if key not in self._compiled:
                self._compiled[key] = Compiled(self.source_ir, self.name, self._parameters(),
                                               chosen, f"kernel '{self.name}'")
            return self._compiled[key]

    def _parameters(self):
        from .functions_of import functions_of
        from .parameters import Parameter
        (found,) = functions_of(self.source_ir.encode(), f"kernel '{self.name}'").values()
        result = []
        for (name, (type_, argument)), facts in zip(self.parameters.items(), found):
            line, column = self.source.position(argument)
            result.append(Parameter(name, type_, f"{self.source.filename}:{line}:{column}",
                                    facts.written))
        return result

    def __call__(self, *arguments, **keywords):
        return self.compile()(*arguments, **keywords)

    def __repr__(self):
        types = ", ".join(f"{name}: {type_!r}" for name, (type_, _) in self.parameters.items())
        return f"<kernel {self.name}({types})>"


def kernel(function):
    """Makes a kernel of a function; raises KernelError where it is none."""
    return Kernel(function)
