#!/usr/bin/env bash
# Installs what PolyMem needs to build and test, on Debian 12 and its relatives.
#
#   scripts/install-deps.sh          compiler, LLVM/MLIR 22, CMake, Ninja, ...
#   scripts/install-deps.sh --lint   also clang-format and clang-tidy (CI)
#   scripts/install-deps.sh --boards  also what runs C for RISC-V and Arm here, and checks it against MISRA C (some tests)
#   scripts/install-deps.sh --asan   also the run-times of the sanitizers and of coverage (presets asan, coverage)
#
# Looks first, and does nothing when everything is there. Installs as root or
# through sudo; where it cannot, it says what is missing and fails.
# LLVM_PREFIX names another place for LLVM (default: /usr/lib/llvm-22).
set -euo pipefail

llvm=${LLVM_PREFIX:-/usr/lib/llvm-22}
lint=no
asan=no
boards=no
for argument in "$@"; do
  case $argument in
  --lint) lint=yes ;;
  --asan) asan=yes ;;
  --boards) boards=yes ;;
  -h | --help)
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
    exit 0
    ;;
  *)
    echo "install-deps: unknown argument '$argument'; try --help" >&2
    exit 2
    ;;
  esac
done

missing=()  # what is not there, for people
packages=() # the packages that bring it
note() {
  missing+=("$1 (package $2)")
  case " ${packages[*]-} " in
  *" $2 "*) ;;
  *) packages+=("$2") ;;
  esac
}
need_command() { command -v "$1" >/dev/null || note "$1" "$2"; }
# Of any Python that lit may be run by, or Debian's.
need_module() {
  python3 -c "import $1" 2>/dev/null || /usr/bin/python3 -c "import $1" 2>/dev/null ||
    note "Python's $1" "$2"
}
need_file() { [ -e "$1" ] || note "$1" "$2"; }

look() {
  missing=()
  packages=()
  need_command cmake cmake
  need_command ninja ninja-build
  need_command python3 python3
  need_command git git
  need_command make make
  need_command ccache ccache
  need_command clang++-22 clang-22
  need_command gcc gcc
  # clang brings no C++ standard library of its own.
  ls -d /usr/include/c++/*/vector >/dev/null 2>&1 || note "the C++ standard library" g++
  need_file "$llvm/bin/ld.lld" lld-22
  need_file "$llvm/lib/cmake/llvm/LLVMConfig.cmake" llvm-22-dev
  need_file "$llvm/lib/cmake/mlir/MLIRConfig.cmake" libmlir-22-dev
  need_file "$llvm/bin/mlir-opt" mlir-22-tools
  need_file "$llvm/bin/mlir-tblgen" mlir-22-tools
  need_file "$llvm/bin/mlir-runner" mlir-22-tools
  need_file "$llvm/bin/FileCheck" llvm-22-tools
  need_file "$llvm/bin/lit" llvm-22-tools
  need_file "$llvm/lib/libPollyISL.a" libpolly-22-dev
  # A faster malloc for the tools (POLYMEM_ALLOCATOR).
  ls /usr/lib/*/libtcmalloc_minimal.a >/dev/null 2>&1 || note "tcmalloc" libgoogle-perftools-dev
  # For the Python extension and the tests of the package.
  ls /usr/include/python3*/Python.h >/dev/null 2>&1 || note "Python's headers" python3-dev
  need_module pip python3-pip
  need_module ensurepip python3-venv # python3 -m venv
  need_module numpy python3-numpy
  need_module pytest python3-pytest
  need_module tqdm python3-tqdm
  if [ $lint = yes ]; then
    need_command clang-format-22 clang-format-22
    need_command clang-tidy-22 clang-tidy-22
  fi
  if [ $boards = yes ]; then
    need_command cppcheck cppcheck
    need_command qemu-riscv64 qemu-user
    need_command riscv64-linux-gnu-gcc gcc-riscv64-linux-gnu
    need_file /usr/riscv64-linux-gnu/include/stdio.h libc6-dev-riscv64-cross
    need_command arm-linux-gnueabihf-gcc gcc-arm-linux-gnueabihf
    need_file /usr/arm-linux-gnueabihf/include/stdio.h libc6-dev-armhf-cross
  fi
  if [ $asan = yes ]; then
    ls "$llvm"/lib/clang/22/lib/*/*asan* >/dev/null 2>&1 ||
      note "the AddressSanitizer run-time" libclang-rt-22-dev
  fi
}

give_up() {
  {
    echo "install-deps: $1"
    printf '  missing: %s\n' "${missing[@]}"
    echo "Install, as root:"
    echo "  apt-get update && apt-get install -y --no-install-recommends ${packages[*]}"
    echo "LLVM 22 comes with Debian 12's security updates (suite"
    echo "bookworm-security) and with LLVM's own apt archive for other releases."
  } >&2
  exit 1
}

# What Debian 12 has no package of, into .deps of this checkout. Without it the
# build leaves the Python extension out.
add_nanobind() {
  [ ! -d .deps/nanobind ] || return 0
  local python=/usr/bin/python3
  [ -x $python ] || python=python3
  "$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
    --target .deps 'nanobind>=2.4,<4' ||
    echo "install-deps: no nanobind from pip: there will be no Python extension" >&2
}

cd "$(dirname "$0")/.."
look
if [ ${#missing[@]} -eq 0 ]; then
  add_nanobind
  exit 0
fi
command -v apt-get >/dev/null ||
  give_up "no apt-get here; install these by hand"
sudo=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || give_up "not root, and there is no sudo"
  sudo=(sudo)
fi
apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 -qq)
"${apt[@]}" update || give_up "apt-get update failed"
echo "install-deps: installing ${packages[*]}"
"${apt[@]}" install -y --no-install-recommends "${packages[@]}" >/dev/null ||
  give_up "apt-get install failed"
look
[ ${#missing[@]} -eq 0 ] || give_up "still missing after installation"
add_nanobind
echo "install-deps: done"
