"""lint_self_test.py: the lint checks, seen passing and failing on small trees made up here."""

import os
import tempfile
import unittest

import file_rules
import include_table
import pairing_labels

TABLE = """
| folder | may include | deliberately not |
|---|---|---|
| `api/include` | the C standard library | ours |
| `base` | the standard library | ours |
| `readers`, `writers` | `base`, `api/include` | each other |
| `devices` | `api/include` | |
| `devices/replay` | `readers` | |
| `tests` | anything | |
"""

PAIR = """// ring.h: a ring.
//
// Orders   [P1] Put stores, release -> Get loads, acquire.
#pragma once
inline void Put() { tail.store(1, std::memory_order_release); }  // [P1]
inline void Get() { tail.load(std::memory_order_acquire); }  // [P1]
"""


class LintTest(unittest.TestCase):

    def faults(self, check, tree):
        with tempfile.TemporaryDirectory() as root:
            for path, text in tree.items():
                os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
                with open(os.path.join(root, path), 'w', encoding='utf-8') as file:
                    file.write(text)
            return check(root)

    def include_faults(self, path, include):
        tree = {
            'ARCHITECTURE.md': TABLE, 'api/include/acl/acl.h': '', 'base/status.h': '', 'readers/reader.h': '',
            'writers/writer.h': '', 'devices/replay/feed.h': '', path: f'#include {include}\n'
        }
        return self.faults(include_table.check, tree)

    def test_allowed_include_passes(self):
        self.assertEqual([], self.include_faults('readers/a.cc', '"base/status.h"'))
        self.assertEqual([], self.include_faults('readers/a.cc', '<acl/acl.h>'))
        self.assertEqual([], self.include_faults('readers/a.cc', '<vector>'))
        self.assertEqual([], self.include_faults('tests/a.cc', '"writers/writer.h"'))

    def test_forbidden_include_fails(self):
        faults = self.include_faults('readers/a.cc', '"writers/writer.h"')
        self.assertEqual(['readers/a.cc:1: is in readers and may not include writers/writer.h'], faults)

    def test_forbidden_include_fails_by_a_relative_path(self):
        self.assertEqual(1, len(self.include_faults('readers/a.cc', '"../writers/writer.h"')))

    def test_row_of_a_subfolder_stands_for_itself(self):
        self.assertEqual([], self.include_faults('devices/replay/a.cc', '"readers/reader.h"'))
        self.assertEqual(1, len(self.include_faults('devices/host/a.cc', '"readers/reader.h"')))

    def test_folder_without_a_row_includes_nothing(self):
        self.assertEqual(1, len(self.include_faults('extra/a.cc', '"base/status.h"')))

    def test_missing_file_fails(self):
        self.assertEqual(1, len(self.include_faults('readers/a.cc', '"base/gone.h"')))

    def test_public_header_includes_the_c_library_only(self):
        self.assertEqual([], self.include_faults('api/include/acl/a.h', '<stdint.h>'))
        self.assertEqual(1, len(self.include_faults('api/include/acl/a.h', '<vector>')))
        self.assertEqual(1, len(self.include_faults('api/include/acl/a.h', '"base/status.h"')))

    def test_missing_table_fails(self):
        self.assertEqual(1, len(self.faults(include_table.check, {'ARCHITECTURE.md': 'none'})))

    def test_pair_passes(self):
        self.assertEqual([], self.faults(pairing_labels.check, {'core/ring.h': PAIR}))

    def test_label_in_the_comment_above_counts(self):
        text = PAIR.replace('inline void Get', '// Get [P1]\ninline void Get').replace('acquire); }  // [P1]', 'acquire); }')
        self.assertEqual([], self.faults(pairing_labels.check, {'core/ring.h': text}))

    def test_orphan_fails(self):
        text = '\n'.join(line for line in PAIR.splitlines() if 'Get()' not in line)
        self.assertEqual(['[P1]: has no acquire end'], self.faults(pairing_labels.check, {'core/ring.h': text}))

    def test_ordering_without_a_label_fails(self):
        text = PAIR + 'void Peek() { tail.load(std::memory_order_acquire); }\n'
        self.assertEqual(['core/ring.h:7: an ordering without a label'],
                         self.faults(pairing_labels.check, {'core/ring.h': text}))

    def test_label_that_no_header_explains_fails(self):
        text = PAIR.replace('Orders   [P1]', 'Orders')
        self.assertEqual(['[P1]: is in no header\'s Orders lines'],
                         self.faults(pairing_labels.check, {'core/ring.h': text}))

    def test_fence_needs_a_second_place(self):
        header = '// a.h: a.\n//\n// Orders   [P4] a fence on both sides.\n#pragma once\n'
        one = header + 'void A() { std::atomic_thread_fence(std::memory_order_seq_cst); }  // [P4]\n'
        both = one + 'void B() { Look(); }  // [P4]\n'
        self.assertEqual(['[P4]: a fence without a second place'],
                         self.faults(pairing_labels.check, {'core/a.h': one}))
        self.assertEqual([], self.faults(pairing_labels.check, {'core/a.h': both}))

    def test_tests_need_no_labels(self):
        self.assertEqual([], self.faults(pairing_labels.check, {'tests/a.cc': 'x.load(std::memory_order_acquire);\n'}))

    def test_same_name_twice_fails(self):
        tree = {'base/ring.cc': '', 'core/ring.cc': ''}
        self.assertEqual(['base/ring.cc: has the same name as core/ring.cc'], self.faults(file_rules.check, tree))

    def test_name_in_another_style_fails(self):
        self.assertEqual(1, len(self.faults(file_rules.check, {'base/SpscRing.cc': ''})))

    def test_header_without_its_first_line_fails(self):
        self.assertEqual([], self.faults(file_rules.check, {'base/a.h': '// a.h: one thing.\n'}))
        self.assertEqual(1, len(self.faults(file_rules.check, {'base/a.h': '#pragma once\n'})))

    def test_machine_path_fails(self):
        self.assertEqual([], self.faults(file_rules.check, {'README.md': 'in $HOME/.cache/aclprof, or ~/x\n'}))
        self.assertEqual(1, len(self.faults(file_rules.check, {'scripts/test': 'cd /home/anna/aclprof\n'})))

    def test_work_left_undone_fails(self):
        self.assertEqual(1, len(self.faults(file_rules.check, {'base/a.cc': '// TODO: more\n'})))


if __name__ == '__main__':
    unittest.main()
