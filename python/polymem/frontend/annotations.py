"""Errors in annotations of parameters, which Python evaluates before there is a kernel."""
import ast
import functools
import linecache
import sys

from .source import File, cannot_be_evaluated, parse


def located(error, frame):
    """What to raise for the error of a call from `frame`: in the annotation of a parameter a
    KernelError that is about it, and else the error itself."""
    filename = frame.f_code.co_filename
    file = File(filename, linecache.getlines(filename, frame.f_globals))
    node = _annotation_at(frame, file)
    if node is None:
        return error
    return file.error(node, cannot_be_evaluated(ast.unparse(node), error))


def makes_types(function):
    """`function` for annotations: what it raises there is about the parameter."""
    @functools.wraps(function)
    def made(*arguments, **keywords):
        try:
            return function(*arguments, **keywords)
        except (TypeError, ValueError) as error:
            raise located(error, sys._getframe(1)) from None
    return made


def _annotation_at(frame, file):
    """The annotation that a frame in a file is in, or None."""
    try:
        tree = parse(file.filename, "".join(file.lines))
    except (SyntaxError, ValueError, RecursionError):
        return None
    place = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    found = [part.annotation for part in ast.walk(tree)
             if isinstance(part, ast.arg) and _holds(part.annotation, place)]
    # Without columns (python -X no_debug_ranges), one line may have several.
    return found[0] if len(found) == 1 else None


def _holds(node, place):
    """Whether a place, (first line, last line, first column, last column), begins in a node."""
    line, _, column, _ = place
    if node is None or line is None or not node.lineno <= line <= node.end_lineno:
        return False
    return column is None or \
        (node.lineno, node.col_offset) <= (line, column) < (node.end_lineno, node.end_col_offset)
