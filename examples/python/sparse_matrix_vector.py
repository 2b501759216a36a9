"""Why a sparse matrix times a vector is no kernel.

Which elements of x a row needs is data: it stands in an array. Loops, conditions and
subscripts of kernels are affine in loop variables and sizes, so that every dependence is
known; bounds (CSR) and subscripts (also ELL, whose rows have the same length) that are
data are refused, with the place that is meant. `main` shows both refusals.

With few diagonals, which are known, the matrix is banded: see banded_solve.py. A matrix that
is small enough is multiplied as a dense one.
"""
import polymem as pm


def csr():
    @pm.kernel
    def sparse(begin: pm.i32["N + 1"], column: pm.i32["NNZ"].within(0, "M"),
               value: pm.f32["NNZ"], x: pm.f32["M"], y: pm.f32["N"]):
        for i in range(N):
            y[i] = 0
            for k in range(begin[i], begin[i + 1]):
                y[i] += value[k] * x[column[k]]
    return sparse


def ell():
    @pm.kernel
    def sparse(column: pm.i32["N", "K"].within(0, "M"), value: pm.f32["N", "K"],
               x: pm.f32["M"], y: pm.f32["N"]):
        for i in range(N):
            y[i] = 0
            for k in range(K):
                y[i] += value[i, k] * x[column[i, k]]
    return sparse


def main():
    for make in (csr, ell):
        try:
            make()
        except pm.KernelError as error:
            print(f"{make.__name__}: line {error.lineno}: {error.msg}\n{error.text.rstrip()}\n"
                  f"{' ' * (error.offset - 1)}^")


if __name__ == "__main__":
    main()
