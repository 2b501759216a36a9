#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test. The last line is
# `N passed, N failed, N skipped`.
#
#   scripts/test.sh [PRESET] [lit options...]     e.g. default --filter Scratch
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-default}
[ $# -eq 0 ] || shift
if ! scripts/build.sh "$preset"; then
  echo "test: the build failed; nothing was tested" >&2
  echo "0 passed, 1 failed"
  exit 1
fi
build=build
[ "$preset" = default ] || build=build-$preset
exec python3 scripts/run-tests.py --build-dir "$build" "$@"
