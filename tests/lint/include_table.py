"""include_table.py: checks every #include of the tree against the table in ARCHITECTURE.md.

    include_table.py ROOT

A row is `| folder | may include | deliberately not |`, folders in backquotes; only the first two columns are read.
A file belongs to the row with the longest folder that its path begins with. Its own folder, and the C and C++
standard libraries, it may always include; a folder without a row may include nothing of ours.
"""

import os
import re
import sys

import source_tree

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
PUBLIC = 'api/include'
C_LIBRARY = {'stdbool.h', 'stddef.h', 'stdint.h'}


def read_table(text):
    """{folder: folders that it may include}; '*' stands for anything."""
    table = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split('|')]
        if len(cells) < 4 or not cells[1].startswith('`'):
            continue
        allowed = set(re.findall(r'`([^`]+)`', cells[2]))
        if cells[2].startswith('anything'):
            allowed.add('*')
        for folder in re.findall(r'`([^`]+)`', cells[1]):
            table[folder] = allowed
    return table


def row_of(path, table):
    rows = [folder for folder in table if path.startswith(folder + '/')]
    return max(rows, key=len, default=None)


def target_of(root, path, name):
    """The file of ours that an include names, or None."""
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
    for candidate in (name, beside, os.path.join(PUBLIC, name)):
        if os.path.isfile(os.path.join(root, candidate)):
            return candidate
    return None


def fault_of(root, path, quote, name, table):
    own = row_of(path, table)
    target = target_of(root, path, name)
    if target is None:
        if quote == '"':
            return f'includes "{name}", which does not exist'
        if own == PUBLIC and name not in C_LIBRARY:
            return f'is a public header and includes <{name}>'
        return None
    if own is None:
        return 'is in no folder of the include table'
    theirs = row_of(target, table)
    allowed = table[own]
    if theirs == own or '*' in allowed or theirs in allowed:
        return None
    return f'is in {own} and may not include {target}'


def check(root):
    table = read_table(source_tree.read(root, 'ARCHITECTURE.md'))
    if not table:
        return ['ARCHITECTURE.md: has no include table']
    faults = []
    for path in source_tree.sources(root):
        for number, line in enumerate(source_tree.read(root, path).splitlines(), 1):
            include = INCLUDE.match(line)
            fault = include and fault_of(root, path, *include.groups(), table)
            if fault:
                faults.append(f'{path}:{number}: {fault}')
    return faults


if __name__ == '__main__':
    sys.exit(source_tree.report(check(sys.argv[1])))
