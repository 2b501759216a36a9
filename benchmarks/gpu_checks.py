"""Whether a kernel computes on a GPU what it should: what the original does on the CPU, what
NumPy does, what the library does."""
import re

import gpu_cases

#: How far sums in another order may be from each other, of the largest number, by element.
ORDER = {"float32": 1e-3, "float64": 1e-9}
#: How far functions may be that the GPU and the host compute each in its way.
ROUNDED = 1e-5

#: What is wrong with a program on a GPU, by what PolyMem says of it.
_FAILURES = (("not mapped", r"no function of this module has a kernel|the program has no kernels"),
             ("host", "the host's code accesses an array"))


def failure(error):
    """What a row says of a PolyMemError."""
    return next((cell for cell, pattern in _FAILURES if re.search(pattern, str(error))), "error")


def difference(name, expected, found, tolerance, np):
    """How two arrays differ by more than `tolerance` (0: in a bit), or None. A tolerance is
    relative to the number, or absolute if that is less than 1. NaN is NaN."""
    same = (expected == found) | (expected != expected) & (found != found)
    if tolerance:
        with np.errstate(invalid="ignore"):
            same |= abs(expected - found) <= tolerance * np.maximum(1, abs(expected))
    else:
        same &= np.signbit(expected) == np.signbit(found)
    if np.all(same):
        return None
    where = tuple(int(i) for i in np.argwhere(~same)[0])
    return f"argument {name}, element {list(where)}: expected {expected[where]!r}, got {found[where]!r}"


def compare(names, expected, found, tolerance, np):
    """The first difference of arrays by name, or None."""
    return next((text for name in names
                 if (text := difference(name, expected[name], found[name], tolerance, np))), None)


def _results(case, compiled):
    """Names of the parameters that are results, in the program and in the source."""
    return [(parameter.name, name) for parameter, name in zip(compiled.parameters, case.names)
            if parameter.is_array and parameter.written and name not in case.dead]


def _copies(values, np):
    return {name: value.copy() if isinstance(value, np.ndarray) else value
            for name, value in values.items()}


def _by_source_name(pairs, values):
    return {name: values[key] for key, name in pairs}


def check(case, compiled, sizes, tolerance, np):
    """How the kernel on the GPU differs from the original, or from its reference in NumPy; None
    if it does not."""
    values = gpu_cases.inputs(case, compiled, sizes, np)
    expected, found = _copies(values, np), _copies(values, np)
    compiled.reference(**expected)
    compiled(**found, on="cuda", wait=True)
    pairs = _results(case, compiled)
    tolerance = tolerance or (ROUNDED if case.rounds else 0)
    found = _by_source_name(pairs, found)
    wrong = compare(found, _by_source_name(pairs, expected), found, tolerance, np)
    if wrong or not case.reference:
        return wrong
    given = _copies(values, np)
    case.reference(*given.values())
    given = _by_source_name(pairs, given)
    return compare(found, given, found, ORDER["float32"], np)


def against_library(case, compiled, library, found, expected, np):
    """How results differ from the library's by more than the order of sums explains; None if
    they do not. `found` and `expected` are arrays by the names of the program."""
    for key, name in _results(case, compiled):
        if library.results is not None and name not in library.results:
            continue
        keep = {"lower": np.tril, "upper": np.triu}.get(library.part.get(name), lambda a: a)
        ours, theirs = keep(found[key]), keep(expected[key])
        if not theirs.size:
            continue
        scale = max(abs(theirs).max(), np.finfo(theirs.dtype).tiny)
        error = (abs(ours.astype(float) - theirs) / scale).max()
        # Not a number is no number below the bound.
        if not error <= ORDER[str(theirs.dtype)]:
            return f"argument {name}: differs from the library by {error:.2g} of its largest number"
    return None
