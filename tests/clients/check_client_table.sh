#!/bin/sh
# check_client_table.sh ROOT: docs/clients.md names every program here and no other, and no test that does not exist.
set -eu
cd "$1"
table=docs/clients.md
failed=0
complain() { echo "$1"; failed=1; }

for program in tests/clients/c*_*.c; do
  name=$(basename "$program" .c)
  grep -q "\`$name\`" "$table" || complain "$table does not name $name"
done
for name in $(grep -oE '`c[0-9]+_[a-z0-9_]+`' "$table" | tr -d '`' | sort -u); do
  [ -e "tests/clients/$name.c" ] || complain "$table names $name, which is none"
done
for name in $(grep -oE '`[A-Z][A-Za-z0-9]+\.[A-Za-z0-9_]+`' "$table" | tr -d '`' | sort -u); do
  grep -rqE "^TEST(_F|_P)?\(${name%.*}, ${name#*.}\)" tests || complain "$table names $name, which is none"
done
exit $failed
