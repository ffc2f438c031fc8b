"""What the benches of the networks beside the project are made of.

Which networks there are, what upstream's bufferization needs for one, how
mplan-opt is run on it, and how a row of a table is written.
"""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import re
import subprocess

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
MARCH = {"x86-64": "x86-64", "avx2": "x86-64-v3"}
DIRECTORIES = ("converted", "mcu", "nas", "rnn", "transformer", "vision")

# TOSA to linalg, in the order that works; for files that hold TOSA.
IMPORT = """mplan-static-batch{batch=1}, tosa-to-mlprogram,
  func.func(tosa-optional-decompositions), canonicalize,
  func.func(tosa-to-scf, tosa-infer-shapes, tosa-make-broadcastable,
    tosa-to-linalg-named), canonicalize,
  func.func(tosa-layerwise-constant-fold, tosa-make-broadcastable,
    tosa-to-linalg, tosa-to-arith{include-apply-rescale}, tosa-to-tensor),
  canonicalize, cse,"""
# Tensors to memrefs, results to arguments. What a file has no use for changes
# nothing. Upstream's defaults: arguments may be written.
BUFFERIZE = """func.func(convert-elementwise-to-linalg),
  one-shot-bufferize{bufferize-function-boundaries
    function-boundary-type-conversion=identity-layout-map
    allow-return-allocs-from-loops},
  buffer-results-to-out-params"""

ALLOC = re.compile(r"(%[\w$.-]+) = memref\.alloc\(.*: memref<(.*)>$")
# Operations whose result is the same buffer.
VIEW = re.compile(r"(%[\w$.-]+) = memref\.(?:cast|collapse_shape|expand_shape|"
                  r"memory_space_cast|reinterpret_cast|reshape|subview|"
                  r"transpose|view) (%[\w$.-]+)")
VALUE = re.compile(r"%[\w$.-]+")
COPY = re.compile(r"^\s*(memref\.copy|linalg\.copy)\b")


class Failure(Exception):
    """A tool failed; the text is its first error."""


def type_bytes(text):
    """Bytes of a memref whose type is memref<`text`>; None if not static."""
    shape, _, element = text.split(",")[0].rpartition("x")
    bits = re.fullmatch(r"(?:[su]?i|b?f)(\d+)", element)
    if element == "index":
        size = 8
    elif bits:
        size = (int(bits[1]) + 7) // 8
    else:
        raise Failure(f"no size is known of memref<{text}>")
    for extent in shape.split("x") if shape else ():
        if extent == "?":
            return None
        size *= int(extent)
    return size


def count_copies(lines):
    return sum(bool(COPY.match(line)) for line in lines)


class Unplanned:
    """What memref IR as upstream prints it needs."""

    def __init__(self, lines):
        self.allocs = self.live = 0
        self.copies = count_copies(lines)
        function = []
        for line in lines:
            if line.lstrip().startswith("func.func"):
                self.add_function(function)
                function = []
            function.append(line)
        self.add_function(function)

    def add_function(self, lines):
        """The values in `lines` have names of their own."""
        ranges = {}  # allocation: [bytes, first use, last use]
        roots = {}  # view: allocation
        for tick, line in enumerate(lines):
            line = line.strip()
            alloc = ALLOC.match(line)
            if alloc:
                self.allocs += 1
                roots[alloc[1]] = alloc[1]
                ranges[alloc[1]] = [type_bytes(alloc[2]) or 0, None, None]
                continue
            view = VIEW.match(line)
            if view and view[2] in roots:
                roots[view[1]] = roots[view[2]]
                continue
            for value in VALUE.findall(line):
                if value in roots:
                    found = ranges[roots[value]]
                    found[1] = tick if found[1] is None else found[1]
                    found[2] = tick
        change = [0] * (len(lines) + 1)
        for size, first, last in ranges.values():
            if first is not None:
                change[first] += size
                change[last + 1] -= size
        live = 0
        for step in change:
            live += step
            self.live = max(self.live, live)


def run(command, timeout):
    """Runs `command`; what it says on stderr.

    A failure's text is the first error there.
    """
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True,
                              timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise Failure(f"no answer within {timeout} seconds") from None
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        raise Failure((errors or [f"exit code {done.returncode}"])[0][:400])
    return done.stderr


def build_object(llvm, lowered, march, timeout):
    """Makes the object `lowered`.o of an MLIR file in the LLVM dialect, and
    `lowered`.ll; the bytes of its code."""
    ll, bc, o = (lowered + end for end in (".ll", ".bc", ".o"))

    def tool(name, *arguments):
        run([os.path.join(llvm, name), *arguments], timeout)

    tool("mlir-translate", "--mlir-to-llvmir", lowered, "-o", ll)
    # Without a triple opt knows of no processor, and no vectors.
    target = ("-mtriple=x86_64-linux-gnu", "-mcpu=" + MARCH[march])
    # Debian compiles programs as position-independent.
    tool("opt", "-O3", *target, ll, "-o", bc)
    tool("llc", "-O3", *target, "-filetype=obj", "-relocation-model=pic", bc,
         "-o", o)
    sizes = subprocess.run([os.path.join(llvm, "llvm-size"), "-A", o],
                           capture_output=True, text=True, check=True)
    return sum(int(size) for size in re.findall(
        r"^\.text\S*\s+(\d+)", sizes.stdout, re.M))


def measure_times(equiv, file, programs, seeds, timeout):
    """Microseconds of a call of the first of `programs`, which are passes by
    their names, then of each other one as a multiple of that. All run in turn
    on the same inputs; a failure, too, if results differ by a bit."""
    done = subprocess.run(
        [equiv, file, "--batch=1", "--times", "--allow-constant",
         "--opt-level=3", f"--seeds={seeds}",
         *(f"--mode={name}:{passes}" for name, passes in programs.items())],
        capture_output=True, text=True, timeout=timeout, check=False)
    found = dict((name, float(number)) for number, name in
                 re.findall(r"([\d.]+) ([\w-]+)", done.stdout.rpartition(
                     "microseconds a call:")[2]))
    if done.returncode or any(name not in found for name in programs):
        raise Failure((done.stdout + done.stderr).strip()[-400:])
    first, *others = (found[name] for name in programs)
    return [first] + [f"{other / first:.2f}" for other in others]


def read_lines(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().splitlines()


class Bench:
    """Runs mplan-opt over one file at a time."""

    def __init__(self, opt, timeout, directory):
        self.opt = opt
        self.timeout = timeout
        self.out = os.path.join(directory, "out.mlir")
        self.report = os.path.join(directory, "report.json")

    def mplan_opt(self, file, *options):
        for path in (self.out, self.report):
            if os.path.exists(path):
                os.remove(path)
        return run([self.opt, file, *options, "-o", self.out,
                    "--mlir-elide-elementsattrs-if-larger=1",
                    "--mlir-elide-resource-strings-if-larger=1",
                    "--mlir-print-unique-ssa-ids"], self.timeout)

    def upstream(self, file):
        """Allocations, copies, live bytes."""
        is_tosa = any("tosa." in line for line in read_lines(file))
        passes = (IMPORT if is_tosa else "") + BUFFERIZE
        self.mplan_opt(file, "--pass-pipeline=builtin.module("
                       + " ".join(passes.split()) + ")")
        need = Unplanned(read_lines(self.out))
        return need.allocs, need.copies, need.live


def cells(values):
    """Numbers as text; None as a dash."""
    return ["-" if value is None else
            f"{value:.1f}" if isinstance(value, float) else
            f"{value:,}" if isinstance(value, int) else value
            for value in values]


def print_row(row, markdown):
    if markdown:
        print("| " + " | ".join(row) + " |", flush=True)
    else:
        print(f"{row[0]:<52}" + "".join(f"{cell:>14}" for cell in row[1:]),
              flush=True)


def is_network(path):
    return path.endswith((".mlir", ".mlirbc"))


def find_models(directory, names):
    """Paths of the networks, or of those whose path in `directory` holds one of
    `names`."""
    files = [os.path.join(sub, name)
             for sub in DIRECTORIES
             if os.path.isdir(os.path.join(directory, sub))
             for name in sorted(os.listdir(os.path.join(directory, sub)))
             if is_network(name)]
    return [os.path.join(directory, file) for file in files
            if not names or any(name in file for name in names)]


def name_of(file, directory):
    """What a table calls it: its path in `directory`, or its name if it lies
    elsewhere."""
    name = os.path.relpath(file, directory)
    return os.path.basename(file) if name.startswith(os.pardir) else name


def add_arguments(parser, names=()):
    """Which networks, by default those of `names`, where, and by what tool."""
    parser.add_argument("names", nargs="*", metavar="NAME", default=names,
                        help="only files whose path holds one of these "
                        f"(default: {' '.join(names) or 'all'}), and .mlir "
                        "and .mlirbc files that lie elsewhere")
    parser.add_argument("--models", metavar="DIR",
                        default=os.path.join(ROOT, "..", "shared", "models"),
                        help="where the networks are (default: %(default)s)")
    parser.add_argument("--opt", metavar="FILE",
                        default=os.path.join(ROOT, "build", "bin", "mplan-opt"),
                        help="the mplan-opt to run (default: %(default)s)")


def add_equiv_argument(parser):
    """The program that runs networks."""
    parser.add_argument("--equiv", metavar="FILE",
                        default=os.path.join(ROOT, "build", "bin",
                                             "mplan-equiv"),
                        help="the mplan-equiv to run (default: %(default)s)")


def add_compiler_arguments(parser):
    """By what tools, and for which processor, objects are made."""
    parser.add_argument("--march", choices=MARCH, default="avx2",
                        help="the processor (default: %(default)s)")
    parser.add_argument("--llvm", metavar="DIR", default="/usr/lib/llvm-22/bin",
                        help="where opt and llc are (default: %(default)s)")


def parse_arguments(parser):
    """The arguments, and the files that they name; exits if there are none."""
    args = parser.parse_args()
    if not os.path.exists(args.opt):
        parser.error(f"there is no {args.opt}: build it, with tools/quickstart")
    elsewhere = [name for name in args.names
                 if is_network(name) and os.path.isfile(name)]
    names = [name for name in args.names if name not in elsewhere]
    if elsewhere and not names:
        return args, elsewhere
    if not os.path.isdir(args.models):
        parser.error(f"the networks are not part of the project, and not in "
                     f"{os.path.normpath(args.models)}: say where they are "
                     "with --models DIR")
    files = find_models(args.models, names)
    if not files:
        parser.error(f"no network in {os.path.normpath(args.models)} has such "
                     "a name")
    return args, files + elsewhere
