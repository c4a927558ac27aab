#!/bin/sh
# check_headers.sh INCLUDE_DIRECTORY COMPILER...: each public header alone, and all of them together, compile without a
# warning as each standard of C and C++ that a user may ask for, with each of the compilers that is there.
set -eu
include=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$include"
headers=$(find acl aclprof -name '*.h' | LC_ALL=C sort)

cd "$work"
for header in $headers; do
  source=$(echo "$header" | tr / _)
  printf '#include <%s>\nextern int not_empty;\n' "$header" > "alone_$source.c"
  echo "#include <$header>" >> all.c
done
for source in *.c; do cp "$source" "${source%.c}.cc"; done

compile() { # compiler language standard suffix
  if ! "$1" -x "$2" -std="$3" -Wall -Wextra -pedantic -Werror -fsyntax-only -I "$include" ./*."$4"; then
    echo "with $1 -std=$3"
    exit 1
  fi
}
passed=0
for compiler in "$@"; do
  command -v "$compiler" > /dev/null || { echo "$compiler is not here"; continue; }
  for standard in c99 c11 c17; do compile "$compiler" c $standard c; passed=$((passed + 1)); done
  for standard in c++11 c++14 c++17 c++20; do compile "$compiler" c++ $standard cc; passed=$((passed + 1)); done
done
[ "$passed" -gt 0 ]
echo "$(echo "$headers" | wc -l) headers, $passed standards"
