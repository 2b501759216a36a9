"""A stand-in for the driver of a GPU, which runs kernels on the emulator."""
import os
import shutil
import subprocess

import pytest
from support import tool

import polymem as pm

PACKAGE = os.path.dirname(os.path.dirname(pm.__file__))
DRIVER = os.path.join(PACKAGE, "..", "test", "lib", "libPolyMemFakeCuda.so")


def kernels_of(folder, module, options=""):
    """The library of the kernels of a module, a text in MLIR, which the stand-in finds by the
    name in POLYMEM_FAKE_CUDA_KERNELS. It is made in `folder`, with these options of
    polymem-to-emulator."""
    if not os.path.exists(DRIVER):
        pytest.skip("the stand-in driver is not built")
    llvm = os.environ.get("LLVM_PREFIX", "/usr/lib/llvm-22")
    compiler = shutil.which("cc") or shutil.which("clang-22")
    (folder / "kernels.mlir").write_text(module)
    steps = [f"{os.path.abspath(tool('polymem-opt'))} kernels.mlir "
             f"--polymem-to-emulator='instrument=false {options}'",
             f"{llvm}/bin/mlir-translate --mlir-to-llvmir",
             r"sed 's/\(@polymem_emu_data_kernel_[0-9]* = \)internal /\1/'",
             f"{llvm}/bin/llc -filetype=obj -relocation-model=pic -o kernels.o"]
    subprocess.run(["bash", "-o", "pipefail", "-c", " | ".join(steps)], check=True, cwd=folder)
    subprocess.run([compiler, "-shared", "kernels.o", "-o", "kernels.so", DRIVER], check=True,
                   cwd=folder)
    return str(folder / "kernels.so")
