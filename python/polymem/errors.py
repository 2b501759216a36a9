"""What goes wrong outside of a kernel's text, which is a KernelError."""


class PolyMemError(Exception):
    """The base of what this package raises, but for KernelError."""


class CompileError(PolyMemError):
    """A program cannot be compiled. `diagnostics` says what the passes said."""

    def __init__(self, message, diagnostics=(), remarks=()):
        super().__init__(message)
        self.diagnostics, self.remarks = tuple(diagnostics), tuple(remarks)


class ArgumentError(PolyMemError, TypeError, ValueError):
    """An argument of a call does not fit. `argument` is its name, or None."""

    def __init__(self, message, argument=None):
        super().__init__(message)
        self.argument = argument


class RunError(PolyMemError, RuntimeError):
    """A program went wrong while it ran: a failed check, a report of the emulator."""


class PolyMemWarning(UserWarning):
    """What goes badly: a kernel on one thread, a budget that ended, ..."""
