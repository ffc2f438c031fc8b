"""How lit runs the unit tests of mplan: every program whose name ends in
Tests, each of its tests as one of ours."""

import os

import lit.formats

config.name = "mplan-unit"
config.test_exec_root = os.path.join(config.mplan_binary_root, "test", "unit")
if config.have_gtest:
    config.suffixes = []
    config.test_source_root = config.test_exec_root
    config.test_format = lit.formats.GoogleTest(".", "Tests")
else:
    config.suffixes = [".test"]
    config.test_source_root = os.path.dirname(__file__)
    config.test_format = lit.formats.ShTest(execute_external=False)
