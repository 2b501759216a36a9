#!/usr/bin/env bash
# Formats the sources in C++, and most of those in C, that git knows or does not ignore; with --check, only
# says whether that would change something.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(-i)
[ "${1:-}" != --check ] || mode=(--dry-run --Werror)
git ls-files -z --cached --others --exclude-standard --deduplicate -- '*.cpp' '*.h' 'lib/*.c' 'examples/*.c' 'test/Runtime/*.c' | xargs -0 clang-format-22 "${mode[@]}"
