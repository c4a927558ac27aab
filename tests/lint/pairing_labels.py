"""pairing_labels.py: checks that every ordering of the library names its partner.

    pairing_labels.py ROOT

A line with an acquire, a release or a full fence carries a label such as [P1], on the line or in the comment above it.
Each label is explained in the Orders lines of a header, and has both of its ends in the code: a release and an
acquire, or (where a fence stands between a store and a load) two places.
"""

import collections
import re
import sys

import source_tree

LABEL = re.compile(r'\[([A-Z][0-9]+)\]')
ORDER = re.compile(r'(?:__ATOMIC_|memory_order_)(RELEASE|ACQUIRE|ACQ_REL|release|acquire|acq_rel)\b')
FENCE = re.compile(r'thread_fence')
NOT_LIBRARY = ('tests/', 'bench/', 'fuzz/', 'examples/')


def code_of(line):
    return re.split(r'//|/\*', line)[0]


def ends_of(line):
    """Which ends of a pair a line of code is: any of 'release', 'acquire', 'fence'."""
    code = code_of(line)
    ends = {'fence'} if FENCE.search(code) else set()
    for order in ORDER.findall(code):
        order = order.lower()
        ends |= {'release', 'acquire'} if order == 'acq_rel' else {order}
    return ends


def labels_at(lines, index):
    """Labels on a line, or else in the statement that it continues, or else in the comment directly above."""
    found = LABEL.findall(lines[index])
    while not found and index > 0:
        index -= 1
        code = code_of(lines[index]).strip()
        is_comment = not code and lines[index].strip()
        if not is_comment and (not code or code.endswith((';', '{', '}', ':'))):
            break
        found = LABEL.findall(lines[index])
    return found


def is_documented(label, headers):
    orders = re.compile(r'\bOrders\b(?:.*\n)*?[^\n]*\[' + label + r'\]')
    return any(orders.search(text) for text in headers)


def check(root):
    faults, headers = [], []
    ends, places = collections.defaultdict(set), collections.Counter()
    for path in source_tree.sources(root):
        if path.startswith(NOT_LIBRARY):
            continue
        text = source_tree.read(root, path)
        if path.endswith('.h'):
            headers.append(text.split('#pragma once')[0].split('#ifndef')[0])
        lines = text.splitlines()
        for index, line in enumerate(lines):
            here = ends_of(line)
            labels = labels_at(lines, index) if here else (LABEL.findall(line) if code_of(line).strip() else [])
            if here and not labels:
                faults.append(f'{path}:{index + 1}: an ordering without a label')
            for label in labels:
                ends[label] |= here
                places[label] += 1
    for label in sorted(ends):
        if 'fence' in ends[label]:
            if places[label] < 2:
                faults.append(f'[{label}]: a fence without a second place')
        else:
            for end in sorted({'release', 'acquire'} - ends[label]):
                faults.append(f'[{label}]: has no {end} end')
        if not is_documented(label, headers):
            faults.append(f'[{label}]: is in no header\'s Orders lines')
    return faults


if __name__ == '__main__':
    sys.exit(source_tree.report(check(sys.argv[1])))
