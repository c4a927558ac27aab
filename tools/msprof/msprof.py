#!/usr/bin/env python3
"""The vendor's script form of msprof, for the program beside this file.

    msprof.py import|query -dir D
    msprof.py export timeline|summary|db -dir D [-reports F] [--model-id N --iteration-id N] [--format csv|json] [--clear]
    msprof.py analyze --rule communication[,communication_matrix] -dir D [--type text|db]
"""

import argparse
import os
import sys

PROGRAM = os.path.join(os.path.dirname(os.path.realpath(__file__)), "msprof")


def parse(arguments):
    parser = argparse.ArgumentParser(prog="msprof.py", description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    for name in ("import", "query", "export", "analyze"):
        verb = verbs.add_parser(name)
        if name == "export":
            verb.add_argument("what", choices=("timeline", "summary", "db"))
            verb.add_argument("-reports", "--reports")
            verb.add_argument("--model-id")
            verb.add_argument("--iteration-id")
            verb.add_argument("--iteration-count", choices=("1", "2", "3", "4", "5"))
            verb.add_argument("--format", choices=("csv", "json"))
        if name in ("export", "analyze"):
            verb.add_argument("--clear", action="store_true")
        if name == "analyze":
            verb.add_argument("--rule")
            verb.add_argument("--type", choices=("text", "db"))
        verb.add_argument("-dir", "--collection-dir", dest="directory", required=True)
    return parser.parse_args(arguments)


def options_of(chosen):
    job = {"import": "parse"}.get(chosen.verb, chosen.verb)
    options = [f"--{job}=on", f"--output={chosen.directory}"]
    if chosen.verb == "analyze":
        options += [f"--{name}={value}" for name, value in (("rule", chosen.rule), ("type", chosen.type)) if value]
    if chosen.verb != "export":
        return options
    if chosen.what == "db":
        options.append("--type=db")
    if chosen.format is not None:
        options.append(f"--summary-format={chosen.format}")
    for name in ("reports", "model_id", "iteration_id"):
        if getattr(chosen, name) is not None:
            options.append(f"--{name.replace('_', '-')}={getattr(chosen, name)}")
    return options


os.execv(PROGRAM, [PROGRAM, *options_of(parse(sys.argv[1:]))])
