#!/usr/bin/env bash
# Formats the C++ sources that git knows or does not ignore; with --check, only
# says whether that would change something.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(-i)
[ "${1:-}" != --check ] || mode=(--dry-run --Werror)
git ls-files -z --cached --others --exclude-standard --deduplicate -- '*.cpp' '*.h' | xargs -0 clang-format-22 "${mode[@]}"
