#!/bin/sh
# check_exports.sh LIBRARY LIST: the symbols that a shared library exports are those of the list, one a line.
set -eu
exported=$(mktemp)
trap 'rm -f "$exported"' EXIT
nm -D --defined-only "$1" | awk '{ print $3 }' | LC_ALL=C sort >"$exported"
diff "$2" "$exported" && echo "$(wc -l <"$exported") symbols"
