"""source_tree.py: the files of a tree that the lint checks look at."""

import os

SOURCE_ENDINGS = ('.h', '.cc', '.c')
NOT_OURS = {'.git', 'build', 'demo-out', '.cache', '__pycache__'}


def files(root):
    """Paths of all files below root, relative to it, in order."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in NOT_OURS)
        found += [os.path.relpath(os.path.join(folder, name), root) for name in sorted(names)]
    return found


def sources(root):
    return [path for path in files(root) if path.endswith(SOURCE_ENDINGS)]


def read(root, path):
    with open(os.path.join(root, path), encoding='utf-8', errors='replace') as file:
        return file.read()


def report(faults):
    """Prints the faults; the exit status of the check."""
    for fault in faults:
        print(fault)
    return 1 if faults else 0
