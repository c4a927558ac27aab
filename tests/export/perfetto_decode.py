"""perfetto_decode.py: protoc reads the timeline of an example's session, and finds what its JSON has.

    perfetto_decode.py PROTOC PROTO ACLPROF EXAMPLE
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile


def exported(aclprof, kind, session, output):
    subprocess.run([aclprof, 'export', '--quiet', '--type', kind, '--output', output, session], check=True)
    ending = {'text': 'json', 'perfetto': 'perfetto-trace'}[kind]
    [path] = glob.glob(os.path.join(output, f'msprof_2*.{ending}'))
    return path


def decoded(protoc, proto, path):
    command = [protoc, f'--proto_path={os.path.dirname(proto)}', '--decode=perfetto.protos.Trace', proto]
    with open(path, 'rb') as trace:
        return subprocess.run(command, stdin=trace, check=True, capture_output=True, text=True).stdout


def check(protoc, proto, aclprof, example, scratch):
    subprocess.run([example, scratch], check=True, stdout=subprocess.DEVNULL)
    [session] = glob.glob(os.path.join(scratch, 'PROF_*'))
    with open(exported(aclprof, 'text', session, os.path.join(scratch, 'text')), encoding='utf-8') as file:
        events = json.load(file)
    text = decoded(protoc, proto, exported(aclprof, 'perfetto', session, os.path.join(scratch, 'trace')))
    unknown = re.findall(r'^\s*\d+[ :{].*', text, re.MULTILINE)
    assert not unknown, f'fields that are not known: {unknown[:5]}'

    def phases(letter):
        return sum(event['ph'] == letter for event in events)

    slices = phases('X')
    pairs = {
        'slices begun': (text.count('type: TYPE_SLICE_BEGIN'), slices),
        'slices ended': (text.count('type: TYPE_SLICE_END'), slices),
        'counter values': (text.count('type: TYPE_COUNTER'), phases('C')),
        'processes': (text.count('process_name:'), sum(event['name'] == 'process_name' for event in events)),
        'states cleared': (text.count('sequence_flags: 3'), 1),
        'clocks': (text.count('clock_snapshot'), 1),
    }
    for what, (found, wanted) in pairs.items():
        assert found == wanted, f'{what}: {found}, not {wanted}'
    assert slices > 0 and phases('f') > 0
    # The ends of flows that are joined: each pair adds one to those of its launch.
    flows = re.findall(r'flow_ids: (\d+)', text)
    assert len(flows) - len(set(flows)) == phases('f'), f'{len(flows)} ends of {len(set(flows))} flows'
    print(f'{slices} slices, {phases("f")} flows, nothing unknown')


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as scratch_folder:
        check(*sys.argv[1:], scratch_folder)
