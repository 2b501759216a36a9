"""Right kernels, and random changes that make most of them wrong."""
import ast
import copy
import inspect
import random

import test_semantics

import polymem as pm

HEADER = """import math
import polymem as pm
import numpy as np
SCALE = 3
HALF = 0.5
WORD = "word"
def function(x):
    return x
@pm.kernel
def helper(x: pm.f32["n"], a: pm.f32):
    for h in range(n):
        x[h] += a
"""

KERNELS = ["""
def kernel(A: pm.f32["M", "K"], B: pm.f32["K", "N"], C: pm.f32["M", "N"], alpha: pm.f32):
    for i in range(M):
        for j in range(N):
            s = pm.f32(0)
            for k in range(K):
                s += alpha * A[i, k] * B[k, j]
            C[i, j] += s
""", """
def kernel(A: pm.f32["N"], B: pm.f32["N"], C: pm.i32["N"], M: pm.index):
    helper(A, 0.5)
    for i in range(1, N - 1):
        if i > 2 and A[i] > B[i]:
            B[i] = (A[i - 1] + A[i + 1]) * HALF
        elif C[i] == SCALE:
            B[i] = min(A[i], B[i])
        else:
            C[i] = C[i] // 2 + C[i] % 4
""", """
def kernel(A: pm.i32["N"], B: pm.i32["N", 4], M: pm.index, x: pm.i32):
    most, where = A[0], pm.i32(0)
    for i in range(N):
        if A[i] > most:
            most, where = A[i], pm.i32(i)
        B[i, 0] = most & 7 | where << 2
        B[i, i % 4] ^= ~A[N - 1 - i]
        B[i, 3] = A[i] if i % 2 == 0 else -A[i]
        flag = A[i] > x and not B[i, 1] < 0
        if flag:
            B[i, 2] += 1
""", """
def kernel(A: pm.f64["N", "N"], b: pm.f64["N"], T: pm.index):
    t = pm.local(pm.f64, "N")
    for step in range(T):
        for i in range(N):
            total: pm.f64 = 0
            for j in range(i):
                total += A[i, j] * b[j]
            t[i] = b[i] - total / 2
        for i, j in pm.parallel(range(N), range(max(0, T - 1), min(N, T + 3), 2)):
            A[i, j] = t[j] * 0.25 + pm.f64(pm.f32(t[i])) - abs(t[i])
        for i in pm.parallel(N):
            b[i] = t[i] if t[i] < 1 else math.sqrt(math.fabs(t[i]))
""", """
def kernel(A: pm.f32["H + R - 1"], F: pm.f32["R"], B: pm.f32["H"], S: pm.f32[()]):
    for h in range(H):
        a = b = pm.f32(1)
        for r in range(R):
            a, b = b + A[h + r] * F[r], a
        B[h] = a - b
        S[()] += pm.maximum(a, b) ** 2
    k = 2 * H - 1
    for h in range(0, k, R):
        if 1 <= h < H - 1 or not h == 3:
            A[h // 2] -= pm.f32(h)
"""]


def of_tests():
    """The kernels of test_semantics, which are all called 'kernel' here."""
    found = []
    for name, value in vars(test_semantics).items():
        if isinstance(value, pm.Kernel) and name not in ("axpy", "narrow"):
            text = inspect.getsource(value.function)
            found.append(text.replace(f"@pm.kernel\ndef {name}(", "def kernel("))
    return found


KERNELS += of_tests()
HEADER += inspect.getsource(test_semantics.axpy.function)

NAMES = [
    "A", "B", "C", "F", "S", "M", "N", "K", "T", "H", "R", "i", "j", "k", "h", "r", "s", "t",
    "b", "x", "alpha", "most", "total", "flag", "SCALE", "HALF", "WORD", "math", "np", "pm",
    "helper", "function", "kernel", "range", "min", "print", "unknown", "len", "_"]
CONSTANTS = [
    0, 1, 2, -1, 3, 7, 100, 0.0, 1.5, -2.5, 1e300, 2 ** 40, 2 ** 70, True, False, None, "text",
    b"b", 1j, ..., "N"]
EXPRESSIONS = [
    "X + 1", "X * i", "X[i]", "X[0]", "X[0, 0]", "X[i][j]", "X[1:3]", "X[:]", "X[...]",
    "X[None]", "X.shape", "X.T", "(X, X)", "[X]", "{X}", "{X: X}", "f'{X}'", "lambda: X",
    "not X", "-X", "~X", "+X", "X if i else X", "X if A else 0", "X is None", "X in A", "X == X",
    "X < X < X", "X and X", "X or 0", "(y := X)", "[X for y in A]", "sum(X for y in A)", "X @ X",
    "X ** 2", "X ** 3", "X ** X", "X // X", "X % X", "X / X", "X << 1", "X << 40", "X >> X",
    "X & 1", "X // 3", "X % -3", "X / 2", "X - X", "float(X)", "int(X)", "bool(X)", "str(X)",
    "len(X)", "abs(X)", "min(X)", "min(X, 1)", "max(X, X, 0)", "pow(X, 2)", "round(X)",
    "pm.f32(X)", "pm.i32(X)", "pm.i1(X)", "pm.f64(X)", "pm.index(X)", "pm.sqrt(X)",
    "math.exp(X)", "np.exp(X)", "pm.pow(X, 2)", "pm.maximum(X, 0)", "pm.local(pm.f32, X)",
    "pm.unknown(X)", "pm.f32(X, X)", "pm.f32(x=X)", "helper(A, X)", "function(X)", "kernel(X)",
    "X()", "X(1)", "pm.f32[X]", "pm.f32", "pm.i8(X) + 1", "math.pi", "math.inf", "math.floor(X)",
    "range(X)", "*X,", "await X", "(yield X)", "pm.f32(0)", "2 ** 63", "1 // 0", "X * 0",
    "not (X > 0)", "pm.i64(X)", "pm.f16(X)"]
STATEMENTS = [
    "while X:\n  pass", "break", "continue", "return", "return X", "pass", "X", "X = X",
    "X += 1", "X = 0", "X: pm.f32 = X", "X: int = 0", "X: pm.f32", "X[0] = 1",
    "X[0], X[1] = X[1], X[0]", "X, Y = X, X", "X = Y = X", "X, Y = X", "[X, Y] = X, X",
    "(X, (Y, Z)) = (X, (X, X))", "*X, Y = A", "X.a = 1", "X[:] = 0", "X[i] = X", "del X",
    "global X", "assert X", "raise X", "import os", "from os import path", "with X:\n  pass",
    "try:\n  pass\nfinally:\n  pass", "def inner():\n  pass", "class Inner:\n  pass",
    "async def inner():\n  pass", "inner = lambda: X", "X = pm.local(pm.f32, 4)",
    "X = pm.local(pm.i32, 'N')", "X = Y = pm.local(pm.f32, 4)", "X = pm.local(float, 4)",
    "X = pm.local(pm.f32, -1)", "print(X)", "helper(X, 1)", "helper(X)", "helper(X, 1, 2)",
    "helper(x=X, a=1)", "helper(*X)", "helper(A, a=0.5)", "kernel(X)", "kernel(A, B, C, 1)",
    "for X in range(4):\n  pass", "for q in X:\n  pass", "for q in range(X):\n  pass",
    "for q in range(0, 4, X):\n  A[0] = 0", "for q in range(4, 0, -1):\n  pass",
    "for q in range(2, X):\n  pass", "for q in range(0, 6, 2):\n  X = X",
    "for q in pm.parallel(X):\n  pass", "for q, w in pm.parallel(range(2), range(X)):\n  pass",
    "for q, w in range(2):\n  pass", "for q in pm.parallel(3):\n  s = X",
    "for q in range(3):\n  pass\nelse:\n  pass", "for q in range(3):\n  X = X",
    "for q, w in enumerate(A):\n  pass", "for q in range(3):\n  s = X\n  B[0] = s",
    "if X:\n  pass", "if X > 0:\n  X = 0", "if X:\n  s = 0\nelse:\n  s = 1",
    "if X > 1:\n  q = X\nelse:\n  q = 2 * X", "match X:\n  case 0:\n    pass", "'text'", "...",
    "q = X", "q = X\nq += X", "nonlocal X", "X <<= 1", "X **= 2", "X //= 2", "X @= X", "X = -X",
    "X, i = X, 0", "q = X + 1\nfor w in range(q):\n  pass"]
ANNOTATIONS = [
    "pm.f32", "pm.i32", "pm.index", "int", "float", "pm.f32['N']", "pm.f32['N * N']",
    "pm.f32[4]", "pm.i32['N']", "pm.f32[-1]", "pm.f32[1.5]", "pm.f32['N', 'N']",
    "pm.f64['M', 'N']", "pm.f32[()]", "pm.f32['']", "pm.f32['1 +']", "pm.f32[None]",
    "pm.f32['class']", "pm.f32['Q + 1']", "pm.f32[1:2]", "'pm.f32'", "'text'", "None",
    "np.float32", "pm", "pm.f32(4)", "pm.kernel", "pm.i32['N'].within(0, 4)",
    "pm.f32['N'].within(0, 1)", "pm.i32['N'].within(5, 2)", "pm.f32['N'].dead_out()",
    "pm.f32['N'].dead_out", "[pm.f32]", "pm.f31", "pm.f32['A']", "pm.i1['N']", "pm.i8",
    "pm.bf16", "pm.f32['N'].within"]
DECORATORS = [
    "@pm.kernel\n@function", "@function\n@pm.kernel", "@pm.kernel()", "@pm.kernel(1)", "@pm",
    "@staticmethod\n@pm.kernel", "@pm.kernel\n@pm.kernel", "@pm.f32"]


def expressions(tree):
    """(parent, field, index or None) of each expression that may be exchanged."""
    found = []
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            many = value if isinstance(value, list) else [value]
            for number, part in enumerate(many):
                if isinstance(part, ast.expr) and \
                        field not in ("annotation", "returns", "decorator_list"):
                    found.append((node, field, number if isinstance(value, list) else None))
    return found


def exchange(place, new):
    node, field, number = place
    if number is None:
        setattr(node, field, new)
    else:
        getattr(node, field)[number] = new


def part_of(place):
    node, field, number = place
    return getattr(node, field) if number is None else getattr(node, field)[number]


def blocks(tree):
    return [getattr(node, field) for node in ast.walk(tree) for field in ("body", "orelse")
            if isinstance(getattr(node, field, None), list) and getattr(node, field)]


def filled(pattern, generator, old):
    """A pattern with names, or what was there, for X and other names for Y and Z."""
    tree = ast.parse(pattern)

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node):
            if node.id not in ("X", "Y", "Z"):
                return node
            if node.id == "X" and old is not None and isinstance(node.ctx, ast.Load) and \
                    generator.random() < 0.6:
                return copy.deepcopy(old)
            return ast.Name(generator.choice(NAMES), node.ctx)
    return Fill().visit(tree).body


def change_expression(tree, generator):
    place = generator.choice(expressions(tree))
    old = part_of(place)
    kind = generator.randrange(4)
    if kind == 0:
        new = ast.Name(generator.choice(NAMES), ast.Load())
    elif kind == 1:
        new = ast.Constant(generator.choice(CONSTANTS))
    else:
        new = filled(f"({generator.choice(EXPRESSIONS)})", generator, old)[0].value
    exchange(place, new)


def change_plausibly(tree, generator):
    """An expression takes the place of another one that is of the same kind."""
    places = expressions(tree)
    old = generator.choice(places)
    kind = type(part_of(old))
    if kind is ast.Constant and generator.random() < 0.5:
        return exchange(old, ast.Constant(generator.choice([0, 1, 2, 3, -1, 0.5])))
    same = [place for place in places if type(part_of(place)) is kind
            and isinstance(getattr(part_of(place), "ctx", None), type(getattr(
                part_of(old), "ctx", None)))]
    exchange(old, copy.deepcopy(part_of(generator.choice(same))))


def change_operator(tree, generator):
    nodes = [node for node in ast.walk(tree)
             if isinstance(node, (ast.BinOp, ast.AugAssign, ast.Compare))]
    if not nodes:
        return
    node = generator.choice(nodes)
    if isinstance(node, ast.Compare):
        node.ops[generator.randrange(len(node.ops))] = generator.choice(
            [ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.Is, ast.In, ast.NotIn])()
    else:
        node.op = generator.choice(
            [ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.BitAnd,
             ast.BitOr, ast.BitXor, ast.LShift, ast.RShift, ast.MatMult])()


def change_statements(tree, generator):
    block = generator.choice(blocks(tree))
    position = generator.randrange(len(block))
    kind = generator.randrange(5)
    if kind == 0 and len(block) > 1:
        del block[position]
    elif kind == 1:
        block.insert(position, copy.deepcopy(generator.choice(generator.choice(blocks(tree)))))
    elif kind == 2 and len(block) > 1:
        block.append(block.pop(position))
    else:
        old = getattr(block[position], "value", None)
        block[position:position + (kind == 3)] = filled(
            generator.choice(STATEMENTS), generator, old)


def change_head(tree, generator):
    arguments = tree.args
    argument = generator.choice(arguments.args)
    kind = generator.randrange(6)
    if kind == 0:
        argument.arg = generator.choice([n for n in NAMES if n != "pm"])
    elif kind == 1:
        arguments.args.remove(argument)
    elif kind == 2:
        argument.annotation = None
    else:
        argument.annotation = ast.parse(generator.choice(ANNOTATIONS), mode="eval").body


def mutant(seed):
    """A kernel with one to three changes, as the text of a file."""
    generator = random.Random(seed)
    tree = ast.parse(generator.choice(KERNELS))
    changes = [change_expression] * 5 + [change_statements] * 4 + [change_operator, change_head]
    if seed % 2:
        changes = [change_plausibly] * 6 + [change_statements] + [change_operator] * 2
    for _ in range(generator.choice((1, 1, 1, 2, 3))):
        generator.choice(changes)(tree.body[0], generator)
    decorator = generator.choice(DECORATORS) if generator.random() < 0.02 else "@pm.kernel"
    ast.fix_missing_locations(tree)
    text = ast.unparse(tree)
    if generator.random() < 0.02:
        text = text.replace("def kernel", generator.choice(["async def kernel", "def kern"]))
    return f"{HEADER}{decorator}\n{text}\n"
