#!/usr/bin/env python3
"""Compares docs/functions.md with what the libraries export and with the tests that there are.

    function_table.py SOURCE_TREE

Every exported function of the vendor's has one row, every row names one of them, and the test that a row names calls the
function, itself or through what its file has for all its tests.
"""

import pathlib
import re
import sys

ROW = re.compile(r'^\| `(acl\w+)` \|.*\| `(\w+)\.(\w+)` \|$')
TEST = re.compile(r'^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)', re.MULTILINE)
SCRIPT = re.compile(r'NAME (abi)\.(\w+)')


def exported(root):
    lists = (root / 'tests' / 'abi').glob('*.symbols')
    names = [name for path in lists for name in path.read_text().split()]
    return {name for name in names if not name.startswith('aclprofx_')}


def tests(root):
    """What each test says, with what stands before the first test of its file."""
    cases = {case: (root / 'docs' / 'not_yet.md').read_text()
             for case in SCRIPT.findall((root / 'tests' / 'abi' / 'CMakeLists.txt').read_text())}
    for path in (root / 'tests').rglob('*.cc'):
        shared, *parts = TEST.split(path.read_text())
        for suite, name, body in zip(parts[::3], parts[1::3], parts[2::3]):
            cases[suite, name] = shared + body
    return cases


def complaints(root):
    rows = [ROW.match(line) for line in (root / 'docs' / 'functions.md').read_text().splitlines()]
    rows = [row.groups() for row in rows if row]
    names = [name for name, _, _ in rows]
    yield from (f'{name}: no row' for name in sorted(exported(root) - set(names)))
    yield from (f'{name}: not exported' for name in sorted(set(names) - exported(root)))
    yield from (f'{name}: several rows' for name in sorted(set(names)) if names.count(name) > 1)
    known = tests(root)
    for name, suite, test in rows:
        if (suite, test) not in known:
            yield f'{name}: no test {suite}.{test}'
        elif not re.search(rf'\b{name}\b', known[suite, test]):
            yield f'{name}: {suite}.{test} does not call it'


def main():
    found = list(complaints(pathlib.Path(sys.argv[1])))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
