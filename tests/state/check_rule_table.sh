#!/bin/sh
# check_rule_table.sh TABLE PROGRAM...: every test that docs/state_rules.md names is a case of one of the programs, and
# every case of the programs is named there.
set -eu
table=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for program in "$@"; do "$program" --gtest_list_tests; done |
  awk '/^[^ ].*\./ { suite = $1 } /^  / { sub(/\/.*/, "", $1); print suite $1 }' | sed 's|^[A-Za-z]*/||' |
  LC_ALL=C sort -u >"$work/cases"
grep -oE '`[A-Za-z0-9]+\.[A-Za-z0-9_]+`' "$table" | tr -d '`' | LC_ALL=C sort -u >"$work/named"

missing=$(LC_ALL=C comm -13 "$work/cases" "$work/named")
[ -z "$missing" ] || { echo "$table names tests that do not exist:"; echo "$missing"; exit 1; }
unnamed=$(LC_ALL=C comm -23 "$work/cases" "$work/named")
[ -z "$unnamed" ] || { echo "tests that $table does not name:"; echo "$unnamed"; exit 1; }
echo "$(wc -l <"$work/named") tests"
