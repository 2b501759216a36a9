"""What is raised for a function that is no kernel."""
import sys


class KernelError(SyntaxError):
    """Says what a function has that a kernel cannot have, where, and what to do.

    `msg` is the message; `filename`, `lineno`, `offset` and `text` are the file, the
    line and the column, both counted from 1, and the line's text, as in SyntaxError.
    """

    def __init__(self, message, filename, line, column, text, end=None):
        place = (filename, line, column, text)
        if end and sys.version_info >= (3, 10):
            place += end
        super().__init__(message, place)
