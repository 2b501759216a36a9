"""The types of the extension stand beside it, for type checkers and editors."""
import ast
import builtins
import os

import pytest
from polymem import _core

import polymem as pm

FOLDER = os.path.dirname(_core.__file__)


@pytest.fixture(scope="module")
def stub():
    with open(os.path.join(FOLDER, "_core.pyi")) as file:
        return ast.parse(file.read())


def public(value):
    return {name for name in dir(value) if not name.startswith("_")}


def names(body):
    """What a stub's module or class has, besides imports."""
    found = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = node
    return found


def test_marker():
    assert os.path.exists(os.path.join(FOLDER, "py.typed"))


def test_names(stub):
    found = names(stub.body)
    assert set(found) == public(_core)
    classes = {name for name in found if isinstance(getattr(_core, name), type)}
    assert classes == {"ArrayView", "CudaDevice", "CudaGraph", "Program"}
    for name in classes:
        assert set(names(found[name].body)) - {"__init__"} == public(getattr(_core, name))


def test_types(stub):
    """Each parameter and result has a type of Python's: no string with one of C++."""
    known = {"Any", "Sequence", *public(_core), *public(builtins)}
    for function in (node for node in ast.walk(stub) if isinstance(node, ast.FunctionDef)):
        arguments = [*function.args.args, *function.args.kwonlyargs]
        types = [argument.annotation for argument in arguments if argument.arg != "self"]
        for type_ in [*types, function.returns]:
            assert type_ is not None, f"{function.name}: something has no type"
            for node in ast.walk(type_):
                assert not isinstance(node, ast.Constant) or node.value in (None, ...), \
                    f"{function.name}: {ast.unparse(type_)}"
                assert not isinstance(node, ast.Name) or node.id in known, \
                    f"{function.name}: {ast.unparse(type_)}"


def test_lazy_names():
    """Type checkers are told of what is loaded at its first use."""
    with open(pm.__file__) as file:
        parsed = ast.parse(file.read())
    (block,) = (node for node in parsed.body if isinstance(node, ast.If))
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    told = {name.name: node.module for node in block.body for name in node.names}
    assert told == pm._LAZY
