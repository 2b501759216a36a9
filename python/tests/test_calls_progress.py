"""What a terminal shows of long work, and that nothing else is shown anything."""
import os
import pty
import re
import subprocess
import sys

import pytest

import polymem as pm

pytest.importorskip("tqdm")

PACKAGE = os.path.dirname(os.path.dirname(pm.__file__))
HEAD = """
import sys, time, warnings
import tqdm
import polymem as pm
from polymem import _core as core, parameters, progress
progress.PATIENCE = progress.PERIOD = 0.05

@pm.kernel
def gemm(A: pm.f32["M", "K"], B: pm.f32["K", "N"], C: pm.f32["M", "N"]):
    for i in range(M):
        for j in range(N):
            for k in range(K):
                C[i, j] += A[i, k] * B[k, j]

@pm.kernel
def chain(A: pm.f32["N"]):
    for i in range(1, N):
        A[i] = A[i - 1] * A[i]

def slowly(module, name):
    # Work is as long as a test needs it, on every machine.
    call = getattr(module, name)
    def slow(*given, **how):
        result = call(*given, **how)
        time.sleep(0.5)
        return result
    setattr(module, name, slow)
"""


@pytest.fixture
def shown(tmp_path):
    """What a script writes on a terminal, or on a pipe, as standard error."""
    def run(text, terminal=True):
        (tmp_path / "script.py").write_text(HEAD + text)
        environment = {**os.environ, "PYTHONPATH": PACKAGE, "POLYMEM_CACHE_DIR": ""}
        command = [sys.executable, "script.py"]
        if not terminal:
            done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True,
                                  text=True)
            assert done.returncode == 0, done.stderr
            return done.stderr
        try:
            ours, theirs = pty.openpty()
        except OSError as error:
            pytest.skip(f"no pseudo-terminal: {error}")
        with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL,
                              stderr=theirs) as process:
            os.close(theirs)
            written = b""
            try:
                while part := os.read(ours, 4096):
                    written += part
            except OSError:
                # The other end is closed.
                pass
            os.close(ours)
        assert process.wait() == 0, written.decode()
        return written.decode()
    return run


def last_line(written):
    """What stays on the screen in the last line."""
    return written.rpartition("\n")[2].rpartition("\r")[2].strip()


WORK = {
    "compile": "slowly(core, 'compile_to_ptx')\n"
               "gemm.compile().ptx",
    "check": "slowly(core, 'compile_to_ptx')\n"
             "assert gemm.compile().check()",
    "count": "slowly(parameters, 'for_call')\ngemm.compile().counts(M=2, N=2, K=2)",
    "run": "slowly(parameters, 'for_call')\nimport numpy as np\na = np.ones((2, 2), np.float32)\n"
           "gemm(a, a + 1, a + 2, on='emulator')",
}


@pytest.mark.parametrize("what", WORK)
def test_one_piece_of_work(shown, what):
    written = shown(WORK[what])
    assert re.search(rf"\r{what} gemm: 00:0\d", written)
    assert not last_line(written), "the line is removed"


@pytest.mark.parametrize("what", WORK)
def test_nothing_on_a_pipe(shown, what):
    assert not shown(WORK[what], terminal=False)


def test_nothing_of_short_work(shown):
    assert not shown("progress.PATIENCE = 60\n" + WORK["check"])


def test_nothing_without_tqdm(shown):
    assert not shown("sys.modules['tqdm'] = None\n" + WORK["check"])


def test_many(shown):
    """Of many, what is shown is how many are done, and not each."""
    written = shown("slowly(core, 'compile_to_ptx')\n"
                    "made = pm.compile_all([gemm, gemm.compile(options=pm.ToPTX(sizes=(8, 8, 8)))])\n"
                    "assert made[0] is gemm.compile() and '.entry' in made[1].ptx")
    assert re.search(r"compile: +0%.* 0/2 ", written) and re.search(r"compile: +50%.* 1/2 ", written)
    assert "compile gemm" not in written and not last_line(written)


def test_warnings_are_on_lines_of_their_own(shown):
    written = shown("slowly(core, 'compile_to_ptx')\n"
                    "pm.compile_all([gemm, chain])\n")
    (line,) = [line for line in written.splitlines() if "PolyMemWarning" in line]
    assert re.fullmatch(r"/\S*script.py:\d+: PolyMemWarning: .*", line)


def test_errors_end_the_line(shown):
    written = shown("""
slowly(core, 'compile_to_ptx')
for work in (lambda: gemm.compile(options=pm.ToPTX(machine="cray")).ptx,
             lambda: pm.compile_all([chain, gemm], options=pm.ToPTX(machine="cray"))):
    try:
        work()
        sys.exit("no error")
    except pm.CompileError:
        assert not progress._line.locked()
""")
    assert "compile gemm: 00:00" in written and "0/2" in written and not last_line(written)


def test_threads_share_a_line(shown):
    written = shown("""
import threading
slowly(core, 'compile_to_ptx')
threads = [threading.Thread(target=lambda n=n: gemm.compile(options=pm.ToPTX(sizes=(n, n, n))).ptx)
           for n in (8, 16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
""")
    assert "compile gemm: 00:00" in written and "\n" not in written


def test_all_are_compiled_for_a_target():
    @pm.kernel
    def twice(A: pm.f32["N"]):
        for i in range(N):
            A[i] *= 2

    (k,) = pm.compile_all(iter([twice]), on="cpu", machine="nvidia-a100")
    assert k is twice.compile(machine="nvidia-a100")
    assert [key[0] for key in k._made] == ["cpu"]
    assert pm.compile_all([]) == []
    with pytest.raises(ValueError, match="on='gpu': None or one of cuda, emulator, cpu"):
        pm.compile_all([twice], on="gpu")
