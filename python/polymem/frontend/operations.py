"""Operations on values: arithmetic, comparisons, conversions."""
import ast
import operator

from .. import types
from .affine import Affine, NotAffine
from .scope import Value

BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//",
          ast.Mod: "%", ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
          ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@"}
FOLD = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
        "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "&": operator.and_,
        "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift}
AFFINE = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv,
          "%": operator.mod}
HINTS = {"+": "sum", "-": "diff", "*": "prod", "/": "quot", "//": "quot", "%": "rem",
         "&": "and", "|": "or", "^": "xor", "<<": "shift", ">>": "shift"}
FLOAT_OPS = {"+": "addf", "-": "subf", "*": "mulf", "/": "divf"}
INT_OPS = {"+": "addi", "-": "subi", "*": "muli", "&": "andi", "|": "ori", "^": "xori"}

COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==",
           ast.NotEq: "!="}
FOLD_COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
                "==": operator.eq, "!=": operator.ne}
PREDICATES = {"<": ("olt", "slt"), "<=": ("ole", "sle"), ">": ("ogt", "sgt"),
              ">=": ("oge", "sge"), "==": ("oeq", "eq"), "!=": ("une", "ne")}


def fold(t, symbol, left, right, node):
    """What Python gives for two literals."""
    if symbol in ("**", "<<") and isinstance(right, int) and abs(right) > 64:
        raise t.error(node, f"'{t.text(node)}' is too large a constant")
    try:
        result = FOLD[symbol](left, right)
    except (ArithmeticError, ValueError, TypeError) as error:
        raise t.error(node, f"'{t.text(node)}' cannot be evaluated: {error}") from None
    if type(result) not in (int, float, bool):
        raise t.error(node, f"'{t.text(node)}' is no real number")
    return Value(literal=result)


def same_type(t, left, right, node):
    """The operands with one type, which literals take from the other operand."""
    left_node, right_node = (getattr(node, side, node) for side in ("left", "right"))
    if left.is_literal:
        return t.typed(left, right.type, left_node), right
    if right.is_literal:
        return left, t.typed(right, left.type, right_node)
    if left.type is not right.type:
        raise t.error(node, f"'{t.text(node)}' mixes {left.type.name} and {right.type.name}: "
                            f"convert one of them, pm.{left.type.name}(...) or "
                            f"pm.{right.type.name}(...)")
    return left, right


def binary(t, symbol, left, right, node):
    """The value of `left symbol right`."""
    if symbol == "@":
        raise t.error(node, "there are no operations on whole arrays: write the loops")
    if left.is_literal and right.is_literal:
        return fold(t, symbol, left.literal, right.literal, node)
    if symbol == "**":
        return square(t, left, right, node)
    left, right = same_type(t, left, right, node)
    type_ = left.type
    if left.affine is not None and right.affine is not None and symbol in AFFINE:
        try:
            return Value.index(AFFINE[symbol](left.affine, right.affine))
        except NotAffine as error:
            if "zero" in error.why:
                raise t.error(node, f"'{t.text(node)}' divides by zero") from None
    if type_.is_float:
        return float_binary(t, symbol, left, right, node)
    if type_ is types.i1 and symbol not in "&|^":
        raise t.error(node, f"'{symbol}' is not for conditions (i1): convert them, "
                            f"pm.i32(...)")
    if symbol == "/":
        raise t.error(node, f"'/' on integers ({type_.name}) would need floating point: write "
                            f"'//', or convert, as in pm.f32({t.text(node.left)})"
                      if isinstance(node, ast.BinOp) else
                      f"'/=' on integers ({type_.name}) would need floating point: write '//='")
    if symbol in ("//", "%"):
        return divide(t, symbol, left, right, node)
    if symbol in ("<<", ">>"):
        return shift(t, symbol, left, right, node)
    return operation(t, f"arith.{INT_OPS[symbol]}", HINTS[symbol], [left, right], type_, node)


def operation(t, name, hint, operands, type_, node, safe=True):
    names = ", ".join(t.name_of(operand, node) for operand in operands)
    return Value(type_, name=t.writer.value(hint, f"{name} {names} : {type_.name}",
                                            t.location(node), safe))


def float_binary(t, symbol, left, right, node):
    if symbol in ("//", "%"):
        raise t.error(node, f"'{symbol}' is for integers: for floating point, write "
                            f"pm.floor(a / b)" + (" * b and subtract it" if symbol == "%" else ""))
    if symbol not in FLOAT_OPS:
        raise t.error(node, f"'{symbol}' is for integers, and the operands are "
                            f"{left.type.name}")
    return operation(t, f"arith.{FLOAT_OPS[symbol]}", HINTS[symbol], [left, right], left.type,
                     node)


def square(t, left, right, node):
    if not (right.is_literal and type(right.literal) is int and right.literal == 2) or \
            left.type is types.i1:
        raise t.error(node, "'**' is taken with the exponent 2 only: write a product, whose "
                            "order is then that of the text, or pm.pow(x, y)")
    return binary(t, "*", left, left, node)


def divide(t, symbol, left, right, node):
    """`//` and `%` of integers: both round down, as Python does."""
    type_ = left.type
    number = right.literal if right.affine is None else \
        right.affine.constant if right.affine.is_constant else None
    if number == 0:
        raise t.error(node, f"'{t.text(node)}' divides by zero")
    size = right.affine is not None and right.affine.is_size
    if number is None and not (size or right.from_size):
        raise t.error(node, f"'{symbol}' divides by a constant or a size, since division by "
                            f"zero is undefined: '{t.text(getattr(node, 'right', node))}' is "
                            f"neither")
    # Dividing the least number by -1 overflows, which is undefined; a - wraps.
    if number == -1:
        zero = t.typed(Value(literal=0), type_, node)
        return zero if symbol == "%" else operation(t, "arith.subi", "neg", [zero, left],
                                                    type_, node)
    safe = number is not None
    if symbol == "//":
        return operation(t, "arith.floordivsi", "quot", [left, right], type_, node, safe)
    rest = operation(t, "arith.remsi", "rem", [left, right], type_, node, safe)
    zero = t.typed(Value(literal=0), type_, node)
    # The rest has the sign of the dividend, that of Python the divisor's.
    if number is not None:
        wrong = compare(t, "<" if number > 0 else ">", rest, zero, node)
    else:
        signs = operation(t, "arith.xori", "signs", [rest, right], type_, node)
        opposite = compare(t, "<", signs, zero, node)
        some = compare(t, "!=", rest, zero, node)
        wrong = operation(t, "arith.andi", "wrong", [opposite, some], types.i1, node)
    moved = operation(t, "arith.addi", "sum", [rest, right], type_, node)
    return select(t, wrong, moved, rest, node)


def shift(t, symbol, left, right, node):
    number = right.literal if right.affine is None else \
        right.affine.constant if right.affine.is_constant else None
    if number is None or not 0 <= number < left.type.bits:
        raise t.error(node, f"'{symbol}' shifts by a constant from 0 to {left.type.bits - 1}: "
                            f"other distances are undefined for {left.type.name}")
    name = "arith.shli" if symbol == "<<" else "arith.shrsi"
    return operation(t, name, "shift", [left, right], left.type, node)


def negate(t, value, node):
    if value.is_literal:
        return Value(literal=-value.literal)
    if value.affine is not None:
        return Value.index(-value.affine)
    if value.type.is_float:
        return operation(t, "arith.negf", "neg", [value], value.type, node)
    if value.type is types.i1:
        raise t.error(node, "'-' is not for conditions (i1): convert them, pm.i32(...)")
    return binary(t, "-", Value(literal=0), value, node)


def invert(t, value, node):
    """The value of `~value`."""
    if value.is_literal and type(value.literal) is int:
        return Value(literal=~value.literal)
    if value.is_literal or value.type is types.i1 or value.type.is_float:
        raise t.error(node, "'~' is for integers; for conditions, write 'not'")
    return binary(t, "^", value, Value(literal=-1), node)


def compare(t, symbol, left, right, node):
    if left.is_literal and right.is_literal:
        return Value(literal=FOLD_COMPARE[symbol](left.literal, right.literal))
    left, right = same_type(t, left, right, node)
    type_ = left.type
    if type_ is types.i1 and symbol not in ("==", "!="):
        raise t.error(node, f"'{symbol}' is not for conditions (i1): convert them, pm.i32(...)")
    ordered, signed = PREDICATES[symbol]
    text = f"arith.cmpf {ordered}" if type_.is_float else f"arith.cmpi {signed}"
    operands = f"{t.name_of(left, node)}, {t.name_of(right, node)}"
    return Value(types.i1, name=t.writer.value("cond", f"{text}, {operands} : {type_.name}",
                                               t.location(node), True))


def select(t, condition, yes, no, node):
    names = [t.name_of(value, node) for value in (condition, yes, no)]
    return Value(yes.type, name=t.writer.value(
        "value", f"arith.select {', '.join(names)} : {yes.type.name}", t.location(node), True))


def logical_not(t, value, node):
    if value.is_literal and type(value.literal) is bool:
        return Value(literal=not value.literal)
    true = t.typed(Value(literal=True), types.i1, node)
    return operation(t, "arith.xori", "not", [t.typed(value, types.i1, node), true],
                     types.i1, node)


def convert(t, value, type_, node):
    """The value of pm.type_(value)."""
    if value.is_literal:
        return convert_literal(t, value.literal, type_, node)
    if value.type is type_:
        return value
    result = _convert(t, value, type_, node)
    result.from_size = value.affine is not None and value.affine.is_size
    return result


def convert_literal(t, literal, type_, node):
    python = {"float": float, "bool": bool}.get(type_.kind, int)
    try:
        return t.typed(Value(literal=python(literal)), type_, node)
    except (ValueError, OverflowError) as error:
        raise t.error(node, f"{literal!r} cannot be converted to {type_.name}: {error}") from None


def _cast(t, name, value, type_, node):
    operand = t.name_of(value, node)
    text = f"arith.{name} {operand} : {value.type.name} to {type_.name}"
    # What does not fit gives no defined value, which 'and' must not meet unless it is asked.
    return Value(type_, name=t.writer.value(type_.name, text, t.location(node),
                                            name != "fptosi"))


def _convert(t, value, type_, node):
    source = value.type
    if type_ is types.i1:
        zero = Value(literal=0.0 if source.is_float else 0)
        return compare(t, "!=", value, zero, node)
    if source is types.i1:
        if type_ is types.index:
            value = _cast(t, "extui", value, types.i64, node)
            return _cast(t, "index_cast", value, type_, node)
        return _cast(t, "uitofp" if type_.is_float else "extui", value, type_, node)
    if source is types.index or type_ is types.index:
        if source.is_float or type_.is_float:
            middle = _convert(t, value, types.i64, node)
            return _convert(t, middle, type_, node)
        return _cast(t, "index_cast", value, type_, node)
    if source.is_float and type_.is_float:
        if source.bits == type_.bits:
            value = _cast(t, "extf", value, types.f32, node)
        return _cast(t, "extf" if type_.bits > value.type.bits else "truncf", value, type_, node)
    if source.is_float:
        return _cast(t, "fptosi", value, type_, node)
    if type_.is_float:
        return _cast(t, "sitofp", value, type_, node)
    return _cast(t, "extsi" if type_.bits > source.bits else "trunci", value, type_, node)


def minimum(t, smaller, values, node):
    """min or max of Python: with a NaN, the value that comes first unless a later one is
    smaller (larger), which is what Python gives."""
    result = values[0]
    for value in values[1:]:
        if result.is_literal and value.is_literal:
            result = Value(literal=(min if smaller else max)(result.literal, value.literal))
            continue
        result, value = same_type(t, result, value, node)
        if result.type is types.i1:
            raise t.error(node, "min and max are not for conditions (i1): write 'and', 'or'")
        if result.type.is_float:
            better = compare(t, "<" if smaller else ">", value, result, node)
            result = select(t, better, value, result, node)
        elif result.affine is not None and value.affine is not None and \
                result.affine.is_constant and value.affine.is_constant:
            pick = min if smaller else max
            result = Value.index(Affine({}, pick(result.affine.constant, value.affine.constant)))
        else:
            name = "minsi" if smaller else "maxsi"
            result = operation(t, f"arith.{name}", name[:3], [result, value], result.type, node)
    return result
