#!/usr/bin/env python3
"""Gathers what a fuzz target starts from: the inputs of our own tests.

    corpus.py TARGET FOLDER [--gen MPLAN_GEN]

Writes one file an input into FOLDER, named by its contents, so that what is
there already stays as it is. fuzz-csv gets the tables of test/Solver; fuzz-plan
the modules of the tests that hold memrefs, fuzz-pipeline all, each split where
`-split-input-file` would split it, without comments; both get random programs
of MPLAN_GEN beside.
"""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import hashlib
import pathlib
import re
import subprocess

TESTS = pathlib.Path(__file__).resolve().parent.parent
MAX_SIZE = 16000  # Bytes: larger inputs are slow, and no richer.
PROGRAMS = 120
FEATURES = {
    "fuzz-plan": "memref,types,generic,if,for,while,switch,execute,joins,"
                 "carried,calls,returns,state,blocks,irreducible,views,copies,"
                 "partial,stores,dealloc,parallel,parallel-alloc,affine",
    "fuzz-pipeline": "default",
}


def split_sections(text):
    """The parts that split-file would make of a test."""
    return re.split(r"(?m)^#--- .*\n", text)[1:]


def tables():
    for path in TESTS.glob("Solver/**/*.csv"):
        yield path.read_bytes()
    for path in TESTS.glob("Solver/*.test"):
        # Some hold bytes that are no text: that is what they test.
        text = path.read_bytes().decode("latin-1")
        for section in split_sections(text):
            yield section.encode("latin-1")


def modules():
    for path in sorted(TESTS.glob("**/*.mlir")):
        text = path.read_text(encoding="utf-8")
        for part in re.split(r"(?m)^// -----.*\n", text):
            lines = [line for line in part.splitlines()
                     if not re.match(r"\s*//", line)]
            code = "\n".join(lines).strip() + "\n"
            if code.strip():
                yield code


def programs(gen, features):
    for seed in range(PROGRAMS):
        yield subprocess.run(
            [gen, f"--seed={seed}", f"--size={4 + seed % 12}",
             "--max-extent=3", f"--features={features}"],
            check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("target",
                        choices=["fuzz-csv", "fuzz-plan", "fuzz-pipeline"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--gen")
    args = parser.parse_args()

    inputs = []
    if args.target == "fuzz-csv":
        inputs += tables()
    else:
        for code in modules():
            if args.target == "fuzz-pipeline" or "memref" in code:
                inputs.append(code.encode("utf-8"))
        if args.gen:
            for code in programs(args.gen, FEATURES[args.target]):
                inputs.append(code.encode("utf-8"))

    args.folder.mkdir(parents=True, exist_ok=True)
    for data in inputs:
        if len(data) <= MAX_SIZE:
            name = hashlib.sha1(data).hexdigest()
            (args.folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
