import glob
import os
import re
import shutil
import subprocess
import sys

import lit.formats

config.name = "PolyMem"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".py"]
config.excludes = ["lit.cfg.py", "lit.site.cfg.py", "CMakeLists.txt", "Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.polymem_build_dir, "test")

bin_dir = os.path.join(config.polymem_build_dir, "bin")
config.environment["PATH"] = os.pathsep.join(
    [bin_dir, config.llvm_tools_dir, config.environment["PATH"]]
)
config.environment["LC_ALL"] = "C.UTF-8"
for name in ("CCACHE_DIR", "CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "HOME", "LLVM_PROFILE_FILE"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    ("%polymem_src", config.polymem_source_dir),
    ("%polymem_build", config.polymem_build_dir),
    ("%polymem_plugin", os.path.join(config.polymem_build_dir, "lib", "PolyMemPlugin.so")),
    ("%fake_cuda", os.path.join(config.polymem_build_dir, "test", "lib", "libPolyMemFakeCuda.so")),
    ("%mlir_lib_dir", config.llvm_lib_dir),
    ("%cmake", config.cmake),
    ("%python", sys.executable),
    ("%cxx", config.cxx_compiler),
    ("%cc", config.c_compiler),
]
# A PREM program, and what it is linked with on the host. Results are compared bit by bit.
config.substitutions += [
    ("%prem_cc", f"{config.c_compiler} -std=c99 -O1 -ffp-contract=off -Wall -Wextra -pedantic "
                 f"-Werror -I {config.polymem_source_dir}/include"),
    ("%prem_host", f"{config.polymem_build_dir}/lib/libpolymem_prem_host.a -pthread"
     + (" -fsanitize=address,undefined" if config.polymem_sanitize in ("ON", "1", "TRUE") else "")),
]

# Features: tests that need them say REQUIRES and are reported as unsupported
# (never as passed) where they are missing.
if config.polymem_allocator == "AUTO" and os.path.isfile(config.polymem_tcmalloc):
    config.available_features.add("tcmalloc")
if config.polymem_sanitize in ("ON", "1", "TRUE"):
    config.available_features.add("sanitizer")
    # LLVM's headers poison free parts of its allocators' slabs. The installed
    # libMLIR is not instrumented and never unpoisons what it takes from a slab
    # that our code began: false alarms, so no user poisoning.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_poisoning=0"
    # Programs that are not built so, and load libraries that are, need the sanitizers'
    # run-time from the start: the interpreter for the extension, others for the
    # stand-in for the driver.
    preload = f"env 'LD_PRELOAD={config.polymem_sanitizer_preload.strip()}' "
else:
    preload = ""
config.substitutions.append(("%preload ", preload))
# What takes long and rarely finds anything that the rest does not: run with
# `scripts/run-tests.py --extended`, as CI does.
extended = bool(lit_config.params.get("extended"))
if extended:
    config.available_features.add("extended")
# Orders of blocks and threads in which kernels run in the emulator.
config.substitutions.append(("%seeds", "0..7" if extended else "0..1"))
# A kernel in single precision. In double precision it is the same program
# (Execution/precisions.test) whose elements take twice the room.
for folder in ("kernels", "polybench"):
    for path in glob.glob(os.path.join(config.polymem_source_dir, "benchmarks", folder, "*.mlir")):
        with open(path) as file:
            for name in re.findall(r"@(\w+)_f32\(", file.read()):
                entries = f"--entry={name}_f32" + (f" --entry={name}_f64" if extended else "")
                config.substitutions.append((rf"%entries\({name}\)", entries))
                # Of which the default suite has a variant.
                config.substitutions.append(
                    (rf"%more_entries\({name}\)", entries if extended else ""))
if os.path.isdir(os.path.join(config.polymem_build_dir, "python", "polymem")):
    config.available_features.add("python-extension")
# Proofs of execution tests: what they prove about these kernels, Check/Kernels does in the
# default suite for some tiles.
config.substitutions.append(("%proofs", "--check" if extended else ""))
# A Python with what the tests of the Python package need.
for interpreter in (sys.executable, "/usr/bin/python3"):
    if subprocess.run([interpreter, "-c", "import numpy, pytest"], check=False,
                      stderr=subprocess.DEVNULL).returncode == 0:
        config.available_features.add("pytest")
        config.substitutions.append(("%pytest", f"{preload}{interpreter} -m pytest"))
        config.substitutions.append(("%numpy_python", preload + interpreter))
        break
ptxas = shutil.which("ptxas") or next(
    (
        os.path.join(os.environ[v], "bin", "ptxas")
        for v in ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT")
        if v in os.environ
        and os.path.exists(os.path.join(os.environ[v], "bin", "ptxas"))
    ),
    None,
)
if ptxas:
    config.available_features.add("ptxas")

# Compilers for other processors, what runs their programs, and a checker of MISRA's rules:
# scripts/install-deps.sh --boards.
if all(shutil.which(tool) for tool in ("riscv64-linux-gnu-gcc", "qemu-riscv64",
                                       "arm-linux-gnueabihf-gcc", "qemu-arm")):
    config.available_features.add("boards")
if shutil.which("cppcheck"):
    config.available_features.add("cppcheck")
    config.substitutions.append(("%ptxas", ptxas))
