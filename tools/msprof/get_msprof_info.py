#!/usr/bin/env python3
"""What a session says of itself, as JSON: get_msprof_info.py -dir PROF_XXX[/device_N|/host]."""

import argparse
import os
import shutil
import stat
import sys

parser = argparse.ArgumentParser(prog="get_msprof_info.py", description=__doc__)
parser.add_argument("-dir", "--collection-dir", dest="directory", required=True)
directory = os.path.normpath(parser.parse_args().directory)
if os.path.basename(directory) == "host" or os.path.basename(directory).startswith("device_"):
    directory = os.path.dirname(directory)
path = os.path.join(directory, "info.json")
try:
    # Without O_NONBLOCK a pipe of that name would hold us up for ever.
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as info:
        if not stat.S_ISREG(os.fstat(info.fileno()).st_mode):
            sys.exit(f"get_msprof_info.py: {path}: is not a file")
        shutil.copyfileobj(info, sys.stdout.buffer)
        sys.stdout.flush()
except OSError as error:
    sys.exit(f"get_msprof_info.py: {path}: {error.strerror}")
