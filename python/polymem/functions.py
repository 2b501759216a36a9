"""What kernels call: functions on numbers, and the words of the language."""
import builtins
import math


class Word:
    """A name that has a meaning inside kernels only."""

    def __init__(self, name):
        self.name = name

    def __call__(self, *arguments, **keywords):
        raise TypeError(f"pm.{self.name}(...) is for the inside of kernels")

    def __repr__(self):
        return f"pm.{self.name}"


#: Operations of the math dialect on one number in floating point, by name in Python.
UNARY = {"exp": "exp", "exp2": "exp2", "expm1": "expm1", "log": "log", "log2": "log2",
         "log10": "log10", "log1p": "log1p", "sqrt": "sqrt", "sin": "sin", "cos": "cos",
         "tan": "tan", "tanh": "tanh", "atan": "atan", "erf": "erf", "floor": "floor",
         "ceil": "ceil", "trunc": "trunc", "fabs": "absf"}

words = {name: Word(name) for name in
         [*UNARY, "rsqrt", "abs", "pow", "minimum", "maximum", "local", "parallel"]}

#: The operation for each function object on one floating-point number.
OPERATIONS = {words[name]: operation for name, operation in UNARY.items()}
#: Functions of Python that give integers, by the word that keeps the number's type.
INTEGERS = {getattr(math, name): name for name in ("floor", "ceil", "trunc")}
OPERATIONS.update({getattr(math, name): operation for name, operation in UNARY.items()
                   if hasattr(math, name) and getattr(math, name) not in INTEGERS})
OPERATIONS[words["rsqrt"]] = "rsqrt"

ABS = (builtins.abs, words["abs"])
#: Not the builtin: pow(x, y) of Python takes integers and a modulus too.
POW = (math.pow, words["pow"])
