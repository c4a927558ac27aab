"""file_rules.py: checks names and texts of files.

    file_rules.py ROOT

Names of source files are snake_case and unique in the whole tree; headers begin with `name.h: what it is`; no file
names a folder of somebody's machine; nothing is left undone in the code.
"""

import collections
import os
import re
import sys

import source_tree

SNAKE_CASE = re.compile(r'^[a-z][a-z0-9_]*\.[a-z]+$')
MACHINE_PATH = re.compile(r'(?<![\w./$}])/(?:work|home|root|Users)/[A-Za-z]')
LEFT_OVER = re.compile(r'\b(?:TODO|FIXME|XXX)\b|\bDISABLED_')
TEXT = source_tree.SOURCE_ENDINGS + ('.py', '.md', '.txt', '.cmake', '.json', '.in', '.sh', '.map')


def name_faults(paths):
    places = collections.defaultdict(list)
    for path in paths:
        if path.endswith(source_tree.SOURCE_ENDINGS + ('.py',)):
            places[os.path.basename(path)].append(path)
    for name, where in sorted(places.items()):
        if len(where) > 1:
            yield f'{where[0]}: has the same name as {", ".join(where[1:])}'
        if not SNAKE_CASE.match(name):
            yield f'{where[0]}: is not named in snake_case'


def text_faults(path, text):
    if path.endswith('.h') and not re.match(r'(?://|/\*) ' + re.escape(os.path.basename(path)) + ': ', text):
        yield f'{path}: does not begin with its name and what it is'
    for number, line in enumerate(text.splitlines(), 1):
        if MACHINE_PATH.search(line):
            yield f'{path}:{number}: names a folder of a machine'
        if path.endswith(source_tree.SOURCE_ENDINGS) and LEFT_OVER.search(line):
            yield f'{path}:{number}: is left undone'


def is_text(path):
    return path.endswith(TEXT) or path.startswith(('scripts/', '.ci/'))


def check(root):
    paths = source_tree.files(root)
    faults = list(name_faults(paths))
    for path in filter(is_text, paths):
        # What captures look like is data, and the checks' own tests are made of faults.
        if path == 'tests/lint/lint_self_test.py':
            continue
        faults += text_faults(path, source_tree.read(root, path))
    return faults


if __name__ == '__main__':
    sys.exit(source_tree.report(check(sys.argv[1])))
