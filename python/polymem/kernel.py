"""The decorator that makes a kernel of a function."""
from .frontend.function import translate
from .frontend.source import Source
from .kernel_base import KernelBase


class Kernel(KernelBase):
    """A function as a kernel.

    `source_ir` is its text in MLIR, `function` the function of Python that it was made
    from, `parameters` the type of each parameter, by name.
    """

    def __init__(self, function):
        source = Source(function)
        declared, self.source_ir = translate(source)
        super().__init__(source, declared)
        self.function = function
        self.__doc__ = function.__doc__

    def __call__(self, *arguments, **keywords):
        raise TypeError(f"the kernel '{self.name}' cannot be run from Python yet: its text in "
                        f"MLIR is {self.name}.source_ir")

    def __repr__(self):
        types = ", ".join(f"{name}: {type_!r}" for name, (type_, _) in self.parameters.items())
        return f"<kernel {self.name}({types})>"


def kernel(function):
    """Makes a kernel of a function; raises KernelError where it is none."""
    return Kernel(function)
