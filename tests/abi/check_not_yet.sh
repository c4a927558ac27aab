#!/bin/sh
# check_not_yet.sh TABLE LIBRARIES OBJECTS: the functions that the objects define, all of them unimplemented, are those of
# the table in docs/not_yet.md, and the libraries export each. LIBRARIES and OBJECTS are ;-lists.
set -eu
table=$1 libraries=$(echo "$2" | tr ';' ' ') objects=$(echo "$3" | tr ';' ' ')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck disable=SC2086
nm --defined-only $objects >"$work/symbols"
awk '$2 == "T" && $3 ~ /^acl/ { print $3 }' "$work/symbols" | LC_ALL=C sort >"$work/defined"
sed -n 's/^| `\(acl[A-Za-z0-9]*\)` |.*/\1/p' "$table" | LC_ALL=C sort >"$work/listed"
for library in $libraries; do nm -D --defined-only "$library" >>"$work/dynamic"; done
awk '{ print $3 }' "$work/dynamic" | LC_ALL=C sort >"$work/exported"

diff "$work/defined" "$work/listed" || { echo "the code (<) and $table (>) differ"; exit 1; }
hidden=$(LC_ALL=C comm -23 "$work/listed" "$work/exported")
[ -z "$hidden" ] || { echo "not exported: $hidden"; exit 1; }
echo "$(wc -l <"$work/listed") functions are declared and not implemented yet"
