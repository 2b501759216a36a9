"""What the kernels that benchmarks/gpu.py measures are in terms of PyTorch.

Each function gets the arguments of the kernel, in order, arrays as tensors, and leaves the
results in them, as the kernel does. Triangles are computed whole where the library has no half.
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Library:
    """A kernel by a library: `run(torch, *arguments)`.

    `flops` gives the floating-point operations that the kernel cannot do without, to the
    leading order, at sizes. `part` has, by name of a parameter, the part of an array that is
    the kernel's result, "lower" or "upper"; `results` the names of those that are compared,
    all if it is None. A `graph` is made of what does not wait for the GPU.
    """
    run: object
    flops: object = None
    part: dict = dataclasses.field(default_factory=dict)
    results: tuple = None
    graph: bool = True


def _gemm(torch, alpha, beta, C, A, B):
    C.addmm_(A, B, alpha=alpha, beta=beta)


def _two_mm(torch, alpha, beta, tmp, A, B, C, D):
    torch.mm(A, B, out=tmp)
    D.addmm_(tmp, C, alpha=alpha, beta=beta)


def _three_mm(torch, E, A, B, F, C, D, G):
    torch.mm(A, B, out=E)
    torch.mm(C, D, out=F)
    torch.mm(E, F, out=G)


def _doitgen(torch, A, C4, sum_):
    A.copy_(torch.matmul(A, C4))


def _mv(torch, A, x, y):
    torch.mv(A, x, out=y)


def _tmv(torch, A, x, y):
    torch.mv(A.T, x, out=y)


def _atax(torch, A, x, y, tmp):
    torch.mv(A, x, out=tmp)
    torch.mv(A.T, tmp, out=y)


def _bicg(torch, A, s, q, p, r):
    torch.mv(A.T, r, out=s)
    torch.mv(A, p, out=q)


def _mvt(torch, x1, x2, y1, y2, A):
    x1.addmv_(A, y1)
    x2.addmv_(A.T, y2)


def _gesummv(torch, alpha, beta, A, B, tmp, x, y):
    torch.mv(A, x, out=y)
    y.addmv_(B, x, alpha=beta, beta=alpha)


def _gemver(torch, alpha, beta, A, u1, v1, u2, v2, w, x, y, z):
    A.addr_(u1, v1).addr_(u2, v2)
    x.addmv_(A.T, y, alpha=beta).add_(z)
    w.addmv_(A, x, alpha=alpha)


def _syrk(torch, alpha, beta, C, A):
    C.addmm_(A, A.T, alpha=alpha, beta=beta)


def _syr2k(torch, alpha, beta, C, A, B):
    C.addmm_(A, B.T, alpha=alpha, beta=beta).addmm_(B, A.T, alpha=alpha)


def _trmm(torch, alpha, A, B):
    B.copy_((A.T @ B).mul_(alpha))


def _covariance(torch, float_n, data, cov, mean):
    torch.mean(data, 0, out=mean)
    data.sub_(mean)
    torch.mm(data.T, data, out=cov)
    cov.div_(float_n - 1)


def _cholesky(torch, A):
    A.copy_(torch.linalg.cholesky(A))


def _lu(torch, A):
    A.copy_(torch.linalg.lu_factor(A, pivot=False).LU)


def _gramschmidt(torch, A, R, Q):
    torch.linalg.qr(A)


def _trisolv(torch, L, x, b):
    x.copy_(torch.linalg.solve_triangular(L, b[:, None], upper=False)[:, 0])


def _conv2d(torch, I, W, O):
    O.copy_(torch.nn.functional.conv2d(I, W))


def _softmax(torch, X, Y):
    torch.softmax(X, 1, out=Y)


def _layer_norm(torch, X, gamma, beta, Y, epsilon):
    Y.copy_(torch.nn.functional.layer_norm(X, X.shape[1:], gamma, beta, epsilon))


def _depthwise_convolution(torch, X, F, Y):
    Y.copy_(torch.nn.functional.conv2d(X[None], F[:, None], groups=len(X))[0])


def _batched_gemm(torch, A, X, C, alpha, beta):
    C.baddbmm_(A, X, alpha=alpha, beta=beta)


def _attention_scores(torch, Q, K, S):
    seen = torch.ones(S.shape[1:], dtype=torch.bool, device=S.device).tril_()
    scores = torch.matmul(Q, K.transpose(1, 2)).mul_(Q.shape[2] ** -0.5)
    torch.softmax(scores.masked_fill_(~seen, float("-inf")), 2, out=S)


def _product(*names):
    """The operations of a matrix product with these extents."""
    def flops(sizes):
        result = 2
        for name in names:
            result *= sizes[name]
        return result
    return flops


def _sum(*terms):
    return lambda sizes: sum(term(sizes) for term in terms)


_COLUMNS = _product("M", "N")
_SQUARE = _product("N", "N")


def _third(sizes):
    return sizes["N"] ** 3 / 3


#: The kernels by title, as Case has it.
LIBRARY = {
    "2mm": Library(_two_mm, _sum(_product("NI", "NK", "NJ"), _product("NI", "NJ", "NL"))),
    "3mm": Library(_three_mm, _sum(_product("NI", "NK", "NJ"), _product("NJ", "NM", "NL"),
                                   _product("NI", "NJ", "NL"))),
    "gemm": Library(_gemm, _product("NI", "NK", "NJ")),
    "doitgen": Library(_doitgen, _product("NR", "NQ", "NP", "NP")),
    "atax": Library(_atax, _sum(_COLUMNS, _COLUMNS)),
    "bicg": Library(_bicg, _sum(_COLUMNS, _COLUMNS)),
    "mvt": Library(_mvt, _sum(_SQUARE, _SQUARE)),
    "gesummv": Library(_gesummv, _sum(_SQUARE, _SQUARE)),
    "gemver": Library(_gemver, _sum(_SQUARE, _SQUARE, _SQUARE, _SQUARE)),
    "syrk": Library(_syrk, lambda s: s["M"] * s["N"] * (s["N"] + 1), {"C": "lower"}),
    "syr2k": Library(_syr2k, lambda s: 2 * s["M"] * s["N"] * (s["N"] + 1), {"C": "lower"}),
    "symm": Library(_gemm, _product("M", "M", "N")),
    "trmm": Library(_trmm, lambda s: s["M"] * (s["M"] - 1) * s["N"]),
    "covariance": Library(_covariance, lambda s: s["N"] * s["M"] * (s["M"] + 1)),
    "cholesky": Library(_cholesky, _third, {"A": "lower"}, graph=False),
    "lu": Library(_lu, lambda s: 2 * _third(s), graph=False),
    # Its signs are the library's; of more columns than rows the others are rounding errors.
    "gramschmidt": Library(_gramschmidt, None, results=(), graph=False),
    "trisolv": Library(_trisolv, lambda s: s["N"] ** 2, graph=False),
    "kernels/gemm": Library(lambda torch, alpha, beta, A, B, C: _gemm(torch, alpha, beta, C, A, B),
                            _product("M", "K", "N")),
    "kernels/two_mm": Library(_two_mm, _sum(_product("M", "K", "N"), _product("M", "N", "L"))),
    "kernels/mv": Library(_mv, _COLUMNS),
    "kernels/tmv": Library(_tmv, _COLUMNS),
    "kernels/mvt": Library(lambda torch, A, x1, x2, y1, y2: _mvt(torch, x1, x2, y1, y2, A),
                           _sum(_SQUARE, _SQUARE)),
    "kernels/conv2d": Library(_conv2d, _product("N", "K", "C", "P", "Q", "R", "S")),
    "gallery/softmax": Library(_softmax),
    "gallery/layer_norm": Library(_layer_norm),
    "gallery/depthwise_convolution": Library(_depthwise_convolution,
                                             _product("C", "H", "W", "R", "S")),
    "gallery/batched_gemm": Library(_batched_gemm, lambda s: s["B"] * 2 * 8 * 12 * 16),
    "gallery/attention_scores": Library(_attention_scores,
                                        lambda s: s["H"] * s["N"] * (s["N"] + 1) * s["D"]),
}
for _name in ("gemm", "mv"):
    LIBRARY[f"kernels/{_name}_iter_args"] = LIBRARY[f"kernels/{_name}"]


def flops_of(title, sizes):
    """The operations that a kernel cannot do without at these sizes, None if unknown."""
    library = LIBRARY.get(title)
    return library.flops(sizes) if library and library.flops else None
