"""A step of the lattice Boltzmann method on a plane with nine directions (D2Q9).

Each cell takes the particles that come from its neighbours, and moves them towards the
equilibrium of their density and speed. The cells of the border stay as they are.
"""
import numpy as np

import polymem as pm

CENTRE, STRAIGHT, DIAGONAL = 4 / 9, 1 / 9, 1 / 36


@pm.kernel
def lattice_boltzmann(f: pm.f32[9, "N", "M"], g: pm.f32[9, "N", "M"], omega: pm.f32):
    for i in range(1, N - 1):
        for j in range(1, M - 1):
            rest = f[0, i, j]
            east, west = f[1, i - 1, j], f[2, i + 1, j]
            north, south = f[3, i, j - 1], f[4, i, j + 1]
            ne, sw = f[5, i - 1, j - 1], f[6, i + 1, j + 1]
            nw, se = f[7, i + 1, j - 1], f[8, i - 1, j + 1]
            rho = rest + east + west + north + south + ne + sw + nw + se
            u = (east - west + ne - sw - nw + se) / rho
            v = (north - south + ne - sw + nw - se) / rho
            still = 1 - 1.5 * (u * u + v * v)
            p, m = 3 * (u + v), 3 * (u - v)
            g[0, i, j] = rest + omega * (CENTRE * rho * still - rest)
            g[1, i, j] = east + omega * (STRAIGHT * rho * (still + 3 * u + 4.5 * u * u) - east)
            g[2, i, j] = west + omega * (STRAIGHT * rho * (still - 3 * u + 4.5 * u * u) - west)
            g[3, i, j] = north + omega * (STRAIGHT * rho * (still + 3 * v + 4.5 * v * v) - north)
            g[4, i, j] = south + omega * (STRAIGHT * rho * (still - 3 * v + 4.5 * v * v) - south)
            g[5, i, j] = ne + omega * (DIAGONAL * rho * (still + p + 0.5 * p * p) - ne)
            g[6, i, j] = sw + omega * (DIAGONAL * rho * (still - p + 0.5 * p * p) - sw)
            g[7, i, j] = nw + omega * (DIAGONAL * rho * (still - m + 0.5 * m * m) - nw)
            g[8, i, j] = se + omega * (DIAGONAL * rho * (still + m + 0.5 * m * m) - se)


def reference(f, g, omega):
    directions = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1),
                           (1, -1)])
    weights = np.array([CENTRE] + 4 * [STRAIGHT] + 4 * [DIAGONAL])
    arrived = np.array([np.roll(f[q], tuple(directions[q]), (0, 1)) for q in range(9)], float)
    rho = arrived.sum(axis=0)
    speed = np.einsum("qnm,qd->dnm", arrived, directions) / rho
    along = 3 * np.einsum("qd,dnm->qnm", directions, speed)
    equilibrium = weights[:, None, None] * rho * (
        1 + along + along ** 2 / 2 - 1.5 * (speed ** 2).sum(axis=0))
    inside = arrived + omega * (equilibrium - arrived)
    g[:, 1:-1, 1:-1] = inside[:, 1:-1, 1:-1]


def main():
    f = 0.1 + np.random.default_rng(0).uniform(size=(9, 40, 50)).astype(np.float32)
    g, expected = f.copy(), f.copy()
    compiled = lattice_boltzmann.compile()
    compiled(f, g, 1.2, on="emulator")
    reference(f, expected, 1.2)
    print("largest difference from NumPy:", abs(g - expected).max())
    print(compiled.ptx[:400])


if __name__ == "__main__":
    main()
