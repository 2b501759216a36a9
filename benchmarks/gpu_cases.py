"""The kernels that benchmarks/gpu.py measures: where they are, their sizes, their inputs."""
import dataclasses
import glob
import importlib.util
import os
import re
import sys

from programs import KERNELS, ROOT, functions, polybench

GALLERY = os.path.join(ROOT, "examples", "python")

#: Sizes that are compared and sizes that are timed, of benchmarks/kernels by function.
KERNEL_SIZES = {
    "gemm": (dict(M=60, N=70, K=80), dict(M=1000, N=1100, K=1200)),
    "two_mm": (dict(M=40, N=50, K=70, L=80), dict(M=800, N=900, K=1100, L=1200)),
    "mv": (dict(M=116, N=124), dict(M=1900, N=2100)),
    "tmv": (dict(M=116, N=124), dict(M=1900, N=2100)),
    "mvt": (dict(N=120), dict(N=2000)),
    "conv2d": (dict(N=2, C=3, K=5, P=12, Q=14, R=3, S=3),
               dict(N=8, C=64, K=64, P=56, Q=56, R=3, S=3)),
    "trimul": (dict(N=61), dict(N=1000)),
    "motion_estimation": (dict(Ni=20, Nj=24, WS=8), dict(Ni=1024, Nj=1024, WS=16)),
    "jacobi_1d": (dict(N=120, T=40), dict(N=2000, T=500)),
    "jacobi_2d": (dict(N=90, M=80, T=10), dict(N=1300, M=1300, T=500)),
    "five_point": (dict(N=90, M=80), dict(N=8194, M=8194)),
    "fdtd_2d": (dict(N=60, M=80, T=10), dict(N=1000, M=1200, T=500)),
    "mri_q": (dict(K=60, X=100), dict(K=2048, X=32768)),
    "mri_fhd": (dict(K=60, X=100), dict(K=2048, X=32768)),
    "figure_1": ({}, {}),
    "figure_1_parametric": (dict(L=9, W=5), dict(L=1000, W=500)),
}
KERNEL_SIZES.update({name + suffix: KERNEL_SIZES[name] for name, suffix in (
    ("gemm", "_iter_args"), ("mv", "_iter_args"), ("motion_estimation", "_forall"))})

#: The same of examples/python by kernel.
GALLERY_SIZES = {
    "softmax": (dict(M=45, N=131), dict(M=4096, N=4096)),
    "layer_norm": (dict(M=33, N=129), dict(M=4096, N=4096)),
    "attention_scores": (dict(H=2, N=37, D=33), dict(H=16, N=1024, D=64)),
    "depthwise_convolution": (dict(C=3, H=17, W=67, R=3, S=5),
                              dict(C=256, H=112, W=112, R=3, S=3)),
    "heat_3d": (dict(steps=3, N=17, M=13, L=35), dict(steps=50, N=120, M=120, L=120)),
    "batched_gemm": (dict(B=33), dict(B=100000)),
    "histogram": (dict(N=515, K=33), dict(N=100000, K=256)),
    "banded_solve": (dict(N=35, M=33, W=9), dict(N=2000, M=4096, W=8)),
    "lattice_boltzmann": (dict(N=33, M=67), dict(N=2048, M=2048)),
}

#: Functions whose last bits depend on who computes them.
_ROUNDED = re.compile(r"\bmath\.(exp|exp2|log|log2|sin|cos|tan|tanh|pow|powf|rsqrt|erf)\b")


class Unknown(Exception):
    """A kernel, a dataset or sizes that there are not."""


@dataclasses.dataclass
class Case:
    """A kernel of a group, whose `compile(options=..., machine=...)` gives a Compiled.

    `datasets` has sizes by name of a dataset; `odd` are small sizes that are no multiples of
    tiles. `names` are those of the parameters in the source, `dead` those of arrays that are
    no results. `reference` is a function on NumPy arrays that computes the same, or None.
    """
    group: str
    name: str
    compile: object
    datasets: dict
    odd: dict
    names: tuple
    dead: frozenset
    text: str
    reference: object = None

    @property
    def title(self):
        return self.name if self.group == "polybench" else f"{self.group}/{self.name}"

    @property
    def rounds(self):
        """Whether results depend on who computes a function."""
        return bool(_ROUNDED.search(self.text))

    def sizes(self, dataset):
        if dataset not in self.datasets:
            raise Unknown(f"{self.title} has no dataset {dataset}; it has "
                          f"{', '.join(self.datasets)}")
        return self.datasets[dataset]


def _odd(names):
    values = iter((7, 9, 5, 11, 13, 15, 17, 19, 21))
    return {name: 3 if name in ("TSTEPS", "TMAX", "T", "steps", "R", "S", "W") else next(values)
            for name in names}


def _from_mlir(group, name, path, entry, datasets, odd, passes):
    """The function `entry` of a file; `passes` run before it is compiled."""
    import polymem as pm
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = re.search(rf"^func\.func @{entry}\(.*?^}}", text, re.M | re.S)
    if not found:
        raise Unknown(f"{path} has no function '{entry}'")
    head = found[0][: found[0].index(") {\n")]
    parameters = re.findall(r"%(\w+): [^%{]*(\{[^}]*\})?", head)

    def compile_(**how):
        source = pm.run_pipeline(text, passes, locations=True).text if passes else text
        return pm.compile(source, function=entry, **how)
    return Case(group, name, compile_, datasets, odd,
                tuple(parameter for parameter, _ in parameters),
                frozenset(parameter for parameter, given in parameters
                          if "polymem.dead_out" in given), found[0])


def _of_kernel(group, kernel, datasets, odd, reference, passes):
    """A kernel of Python."""
    import polymem as pm

    def compile_(**how):
        if not passes:
            return kernel.compile(**how)
        return pm.compile(pm.run_pipeline(kernel.source_ir, passes).text,
                          function=kernel.name, **how)
    dead = {name for name, (type_, _) in kernel.parameters.items()
            if getattr(type_, "is_dead_out", False)}
    return Case(group, kernel.name, compile_, datasets, odd, tuple(kernel.parameters),
                frozenset(dead), kernel.source_ir, reference)


def _polybench(names, suffix, passes):
    return [_from_mlir("polybench", kernel.name, kernel.file,
                       kernel.entry((suffix, "_i32")), kernel.datasets, kernel.odd_sizes(), passes)
            for kernel in polybench(names)]


def _kernels(names, suffix, passes):
    result = []
    for name in names or KERNEL_SIZES:
        path = next(file for file in sorted(glob.glob(f"{KERNELS}/*.mlir"))
                    if name + suffix in functions([file]))
        small, large = KERNEL_SIZES[name]
        result.append(_from_mlir("kernels", name, path, name + suffix,
                                 {"SMALL": small, "LARGE": large}, _odd(small), passes))
    return result


def module_of(path):
    """A file of Python as a module."""
    name = "benchmark_" + os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    return module


def _gallery(names, suffix, passes):
    del suffix  # Their types are in their text.
    result = []
    for name in names or GALLERY_SIZES:
        module = module_of(os.path.join(GALLERY, f"{name}.py"))
        small, large = GALLERY_SIZES[name]
        result.append(_of_kernel("gallery", getattr(module, name),
                                 {"SMALL": small, "LARGE": large}, _odd(small),
                                 module.reference, passes))
    return result


def _of_file(text, sizes, passes):
    """FILE or FILE:KERNEL, at sizes that are given."""
    import polymem as pm
    path, _, wanted = text.partition(":")
    if not os.path.exists(path):
        raise Unknown(f"no file '{path}'")
    if path.endswith(".mlir"):
        found = list(functions([path]))
    else:
        kernels = {name: value for name, value in vars(module_of(path)).items()
                   if isinstance(value, pm.Kernel)}
        found = list(kernels)
    if wanted and wanted not in found or not wanted and len(found) != 1:
        raise Unknown(f"{text}: name one of {', '.join(found) or 'none'}, as in "
                      f"{path}:{found[0] if found else 'KERNEL'}")
    wanted = wanted or found[0]
    datasets = {"given": sizes}
    if path.endswith(".mlir"):
        return _from_mlir("file", wanted, path, wanted, datasets, _odd(sizes), passes)
    return _of_kernel("file", kernels[wanted], datasets, _odd(sizes), None, passes)


#: Group -> the names in it, and what makes cases of them.
GROUPS = {"polybench": (lambda: [kernel.name for kernel in polybench()], _polybench),
          "kernels": (lambda: list(KERNEL_SIZES), _kernels),
          "gallery": (lambda: list(GALLERY_SIZES), _gallery)}


def cases(wanted, element_type, sizes=None, passes=""):
    """The cases that texts mean: a group, a kernel of one (GROUP/NAME, or NAME, which is looked
    for in the groups in order), or FILE[:KERNEL] with sizes. Raises Unknown."""
    result = []
    for text in wanted or ["polybench"]:
        if text.partition(":")[0].endswith((".mlir", ".py")):
            if sizes is None:
                raise Unknown(f"{text}: give its sizes, --sizes=N=1000,M=...")
            result.append(_of_file(text, sizes, passes))
            continue
        group, slash, name = text.partition("/")
        if not slash and text not in GROUPS:
            group, name = next((g for g, (names, _) in GROUPS.items() if text in names()), ""), text
        if group not in GROUPS or name and name not in GROUPS[group][0]():
            raise Unknown(f"no kernel {text}")
        result += GROUPS[group][1]([name] if name else [], "_" + element_type, passes)
    return result


def _diagonal(array, value):
    array[range(len(array)), range(len(array))] = value


def _definite(A, **_):
    A += A.T.copy()
    A[range(len(A)), range(len(A))] += 2 * len(A)


def _symmetric(A, **_):
    A[:] = A + A.T.copy()


def _unit_triangle(np, A, **_):
    A[:] = np.tril(A)
    _diagonal(A, 1)


def _prepare(name, arrays, np):
    """Makes random arrays, by name, what a kernel is for: a factorization needs a matrix that
    has one; what is divided by is not near zero; integers are in their ranges."""
    if name in ("cholesky", "lu", "ludcmp"):
        _definite(**arrays)
    elif name == "symm":
        _symmetric(**arrays)
    elif name == "trmm":
        _unit_triangle(np, **arrays)
    elif name == "trisolv":
        _diagonal(arrays["L"], len(arrays["L"]))
    elif name == "banded_solve":
        arrays["L"][:, -1] = 2 * arrays["L"].shape[1]
    elif name == "durbin":
        arrays["r"] /= len(arrays["r"])
    elif name == "nussinov":
        arrays["seq"] %= 4
        arrays["table"][:] = 0
    elif name == "histogram":
        arrays["label"] %= len(arrays["H"])
    elif name == "lattice_boltzmann":
        arrays["f"][:] = abs(arrays["f"]) + 1


#: Numbers that are no sizes.
_NUMBERS = {"alpha": 1.5, "beta": 1.2, "rate": 0.1, "epsilon": 0.1, "omega": 1.0}


def inputs(case, compiled, sizes, np, seed=1):
    """Arguments by the names that `compiled` has for its parameters."""
    numbers = dict(sizes)
    for parameter, name in zip(compiled.parameters, case.names):
        if not parameter.is_array and parameter.type.is_float:
            numbers[parameter.name] = sizes["N"] if name == "float_n" else \
                0.25 if case.name == "deriche" else _NUMBERS.get(name, 1.5)
    values = compiled.random_arguments({}, numbers, np.random.default_rng(seed))
    _prepare(case.name, {name: value for name, value in zip(case.names, values.values())
                         if isinstance(value, np.ndarray)}, np)
    return values


def array_bytes(compiled, sizes):
    """Bytes of the arrays that a function gets at these sizes."""
    total = 0
    for parameter in compiled.parameters:
        if not parameter.is_array:
            continue
        count = max(parameter.type.element.bits, 8) // 8
        for extent in parameter.type.extents:
            count *= extent.constant + sum(factor * sizes[name]
                                           for name, factor in extent.terms.items())
        total += count
    return total
