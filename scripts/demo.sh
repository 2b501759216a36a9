#!/usr/bin/env bash
# Installs what is missing, builds, compiles examples/ to PTX, runs the staged
# programs on the CPU against the originals, and shows what was staged.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! scripts/build.sh default polymem-opt polymem-run; then
  echo "demo: FAILED: the build failed" >&2
  exit 1
fi
exec python3 scripts/demo.py
