#!/usr/bin/env bash
# Configures and builds one preset: scripts/build.sh [PRESET] [TARGET...]
# (presets: default, debug, asan; default target: everything).
# JOBS limits the parallelism.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-default}
[ $# -eq 0 ] || shift
if [ "$preset" = asan ]; then
  scripts/install-deps.sh --asan
else
  scripts/install-deps.sh
fi
options=()
[ -z "${LLVM_PREFIX:-}" ] || options+=("-DCMAKE_PREFIX_PATH=$LLVM_PREFIX")
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset "$preset" "${options[@]}" >"$log" 2>&1 || {
  cat "$log" >&2
  exit 1
}
targets=()
[ $# -eq 0 ] || targets=(--target "$@")
cmake --build --preset "$preset" -j "${JOBS:-$(nproc)}" "${targets[@]}"
