#!/bin/sh
# check_bindgen.sh INCLUDE_DIRECTORY DLSYM_HEADER SYMBOLS...: bindgen reads the vendor's headers, and what comes out declares
# every function that the libraries export but those of DLSYM_HEADER, and lays structs out as C does.
set -eu
include=$1 dlsym=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$include" && find acl -name '*.h' | LC_ALL=C sort | sed 's/.*/#include <&>/') > "$work/all.h"

bindgen "$work/all.h" -- -I"$include" > "$work/all.rs"
grep -oE 'pub fn acl[A-Za-z0-9]*' "$work/all.rs" | sed 's/pub fn //' | LC_ALL=C sort -u > "$work/declared"
grep -hE '^acl[a-z]*[A-Z]' "$@" | LC_ALL=C sort -u > "$work/exported"
grep -oE 'acl[A-Za-z0-9]*\(' "$dlsym" | tr -d '(' | LC_ALL=C sort -u > "$work/by_name"

missing=$(LC_ALL=C comm -23 "$work/exported" "$work/declared" | LC_ALL=C comm -23 - "$work/by_name")
[ -z "$missing" ] || { echo "exported and not declared for bindgen:"; echo "$missing"; exit 1; }
for struct in aclprofTensor aclprofTensorInfo; do
  grep -A20 "fn bindgen_test_layout_$struct()" "$work/all.rs" | grep -q '48usize' ||
    { echo "$struct is not 48 bytes"; exit 1; }
done
echo "$(wc -l < "$work/declared") functions"
