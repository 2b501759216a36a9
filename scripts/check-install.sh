#!/usr/bin/env bash
# Checks an install tree as a stranger would use it: every tool starts, stock
# mlir-opt loads the plugin, README's project builds and runs, and so do the
# programs of examples/ that run kernels.
#
#   scripts/check-install.sh PREFIX [--driver FILE] [--work DIR]
#
#   --driver FILE   a stand-in for the CUDA driver that runs kernels on the
#                   emulator (build/test/lib/libPolyMemFakeCuda.so); without it
#                   the machine's driver is used
#   --work DIR      where to build (default: a temporary folder, removed)
#
# CC and CXX name compilers. One line a check; the exit status is that of all.
set -euo pipefail
cd "$(dirname "$0")/.."
llvm=${LLVM_PREFIX:-/usr/lib/llvm-22}
prefix=
driver=
work=
while [ $# -gt 0 ]; do
  case $1 in
  --driver) driver=$(realpath "$2") && shift 2 ;;
  --work) work=$2 && shift 2 ;;
  -h | --help)
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
    exit 0
    ;;
  -*)
    echo "check-install: unknown argument '$1'; try --help" >&2
    exit 2
    ;;
  *) prefix=$(realpath "$1") && shift ;;
  esac
done
if [ -z "$prefix" ]; then
  echo "check-install: which install tree? try --help" >&2
  exit 2
fi
if [ -z "$work" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
# Installed files have to find what they need by themselves.
unset LD_LIBRARY_PATH LD_PRELOAD
command -v c++ >/dev/null || export CXX=${CXX:-clang++-22}
command -v cc >/dev/null || export CC=${CC:-clang-22}
PATH=$prefix/bin:$llvm/bin:$PATH

failed=0
check() { # check NAME FUNCTION ARGUMENT...: what it prints is shown if it fails
  local name=$1
  shift
  # A process of its own: in an `if`, bash would not end at the first error.
  if (set -euo pipefail; export -f "$1"; export prefix work driver llvm
    exec bash -euo pipefail -c '"$@"' check "$@") >"$work/log" 2>&1; then
    echo "ok: $name"
  else
    failed=1
    echo "FAILED: $name"
    tail -n 40 "$work/log"
  fi
}

starts() { # starts TOOL
  "$1" --help
}

plugin() {
  local file
  file=$(find "$prefix" -name PolyMemPlugin.so)
  # A plugin that does not load is ignored: what it does is what counts.
  mlir-opt examples/gemm.mlir --load-dialect-plugin="$file" --load-pass-plugin="$file" \
    --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=32,32}))' -o "$work/tiled.mlir"
  grep -q scratch.tile "$work/tiled.mlir"
}

readme() {
  rm -rf "$work/readme"
  mkdir -p "$work/readme"
  python3 scripts/check-docs.py --work "$work/readme" README.md
  cmake -S "$work/readme" -B "$work/readme/build" -DCMAKE_PREFIX_PATH="$prefix"
  cmake --build "$work/readme/build"
  "$work/readme/build/my-compiler" examples/gemm.mlir \
    --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=32,32}))' | grep scratch.tile
}

# stand_in FILE OPTIONS: sets the environment for the stand-in, if one is asked
# for; it gets the kernels of FILE.
stand_in() {
  [ -n "$driver" ] || return 0
  polymem-opt "$1" --polymem-to-emulator="instrument=false $2" -o "$work/emulated.mlir"
  mlir-translate --mlir-to-llvmir "$work/emulated.mlir" |
    sed 's/\(@polymem_emu_data_kernel_[0-9]* = \)internal /\1/' |
    llc -filetype=obj -relocation-model=pic -o "$work/kernels.o"
  "${CC:-cc}" -shared "$work/kernels.o" -o "$work/kernels.so" "$driver"
  export POLYMEM_CUDA_DRIVER=$driver POLYMEM_FAKE_CUDA_KERNELS=$work/kernels.so
}
export -f stand_in

linked() {
  rm -rf "$work/linked"
  cmake -S examples/linked -B "$work/linked" -DCMAKE_PREFIX_PATH="$prefix;$llvm"
  cmake --build "$work/linked"
  stand_in examples/gemm.mlir device-copies=true
  "$work/linked/gemm"
}

for tool in "$prefix"/bin/polymem-*; do
  check "$(basename "$tool") starts" starts "$tool"
done
check "mlir-opt loads the plugin" plugin
check "README's project builds and runs" readme
check "examples/linked builds and runs" linked
exit $failed
