"""The text of a Python function, as a tree whose nodes know where they are."""
import ast
import builtins
import difflib
import functools
import linecache
import sys
import types
import warnings

from .errors import KernelError


@functools.lru_cache(maxsize=32)
def parse(filename, text):
    """The tree of a file's text."""
    return _quietly(ast.parse, text, filename)


@functools.lru_cache(maxsize=32)
def _compile(filename, text):
    return _quietly(compile, text, filename, "exec", dont_inherit=True)


def _quietly(function, *arguments, **keywords):
    """What Python warns of in a text, it has said when it loaded the text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*arguments, **keywords)


def _codes(code):
    """All code objects within one, itself included."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _same(a, b):
    """Whether two code objects do the same."""
    def plain(code):
        return [repr(c) for c in code.co_consts if not isinstance(c, types.CodeType)]
    return (a.co_code, a.co_names, a.co_varnames, a.co_freevars, plain(a)) == \
           (b.co_code, b.co_names, b.co_varnames, b.co_freevars, plain(b))


def cannot_be_evaluated(annotation, error):
    """What is wrong with an annotation, a text, and what an unknown name was meant for."""
    from .. import types
    close = difflib.get_close_matches(getattr(error, "name", None) or "",
                                      [type_.name for type_ in types.ALL], 1)
    return f"the annotation '{annotation}' cannot be evaluated: {error}" + \
        (f"; did you mean '{close[0]}'?" if close else "")


class File:
    """The lines of a file, and places in it."""

    def __init__(self, filename, lines):
        self.filename, self.lines = filename, lines

    def position(self, node):
        """Line and column of a node, both from 1; columns count characters."""
        return node.lineno, self._column(node.lineno, node.col_offset)

    def _column(self, line, offset):
        # Offsets of trees are in bytes.
        text = self.lines[line - 1].encode()
        return len(text[:offset].decode(errors="replace")) + 1

    def error(self, node, message):
        """The error to raise for a node."""
        line, column = self.position(node)
        end = None
        if getattr(node, "end_lineno", None) is not None:
            end = (node.end_lineno, self._column(node.end_lineno, node.end_col_offset))
        return KernelError(message, self.filename, line, column, self.lines[line - 1], end)


class Source(File):
    """A function's definition: its tree and what its names mean outside of it."""

    def __init__(self, function):
        if not isinstance(function, types.FunctionType):
            raise TypeError(f"a kernel is made from a function, not from {function!r}")
        self.function = function
        self.code = function.__code__
        filename = self.code.co_filename
        linecache.checkcache(filename)
        super().__init__(filename, linecache.getlines(filename, function.__globals__))
        self.tree = self._find()

    def _find(self):
        first = self.code.co_firstlineno
        if not self.lines:
            self._fail_at(first, f"the source of '{self.function.__name__}' is not available, as "
                                 f"in Python's own prompt, in python -c and in exec: write the "
                                 f"kernel in a file or in a cell of a notebook")
        text = "".join(self.lines)
        try:
            module = parse(self.filename, text)
        except SyntaxError:
            module = ast.Module([], [])
        for node in ast.walk(module):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                continue
            start = min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", [])])
            if start == first and getattr(node, "name", "<lambda>") == self.code.co_name:
                self._check_kind(node)
                self._check_current(text)
                return node
        self._fail_at(first, f"'{self.function.__name__}' is not in its file any more: the file "
                             f"was changed after it was loaded; load it again")

    def _check_kind(self, node):
        if not isinstance(node, ast.FunctionDef):
            raise self.error(node, "a kernel is a function made with 'def', not with " +
                             ("'lambda'" if isinstance(node, ast.Lambda) else "'async def'"))
        if getattr(node, "type_params", None):
            raise self.error(node, "a kernel has no parameters for types: make it in a function "
                                   "that takes the type, as in 'def make(T): ...'")
        if len(node.decorator_list) > 1:
            raise self.error(node.decorator_list[-1],
                             "a kernel has one decorator, pm.kernel: what another one does to "
                             "the function cannot be seen in its text")

    def _check_current(self, text):
        """The text must be that of the function that runs, not of a file changed since."""
        first, name = self.code.co_firstlineno, self.code.co_name
        found = [code for code in _codes(_compile(self.filename, text))
                 if code.co_firstlineno == first and code.co_name == name]
        if not any(_same(code, self.code) for code in found):
            self._fail_at(first, f"the text of '{name}' is not that of the function: the file "
                                 f"was changed after it was loaded; load it again")

    def _fail_at(self, line, message):
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        raise KernelError(message, self.filename, line, 1, text)

    def outside(self, name):
        """What a name that the function does not assign means: (found, value)."""
        free = self.code.co_freevars
        if name in free and self.function.__closure__:
            try:
                return True, self.function.__closure__[free.index(name)].cell_contents
            except ValueError:
                return False, None
        for names in (self.function.__globals__, builtins.__dict__):
            if name in names:
                return True, names[name]
        return False, None

    def annotation(self, argument):
        """The value of a parameter's annotation."""
        if argument.arg not in self.function.__annotations__:
            raise self.error(argument, f"Python has another name for the parameter "
                                       f"'{argument.arg}' of a class: take one without '__' in "
                                       f"front")
        value = self.function.__annotations__[argument.arg]
        # With 'from __future__ import annotations', a text is a text of a text.
        for _ in range(2):
            if not isinstance(value, str):
                break
            try:
                value = eval(value, self.function.__globals__, self._around())
            except Exception as error:
                raise self.error(argument.annotation, cannot_be_evaluated(value, error)) from None
        return value

    def _around(self):
        """The variables around the function, which annotations that are texts may use: those
        that Python keeps for it, and while the functions around it run, all of theirs."""
        names = {}
        inner, frame = self.code, sys._getframe()
        while frame:
            if inner in frame.f_code.co_consts:
                names = {**frame.f_locals, **names}
                inner = frame.f_code
            frame = frame.f_back
        for name in self.code.co_freevars:
            found, value = self.outside(name)
            if found:
                names[name] = value
        return names
