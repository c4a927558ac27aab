#!/bin/sh
# check_exports.sh LIBRARY LIST: the symbols that a shared library exports are those of the list, one a line.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm -D --defined-only "$1" >"$work/symbols"
awk '{ print $3 }' "$work/symbols" | LC_ALL=C sort >"$work/exported"
diff "$2" "$work/exported" || { echo "$2 (<) and what $1 exports (>) differ"; exit 1; }
echo "$(wc -l <"$work/exported") symbols"
