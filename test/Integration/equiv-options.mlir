// Options that are no options are errors (exit code 2), and so are numbers of
// arguments that the entry does not have.
// RUN: mplan-equiv --version | FileCheck %s --check-prefix=VERSION
// VERSION: mplan version
// RUN: mplan-equiv --help | FileCheck %s --check-prefix=HELP
// HELP: Exit code: 0 equal, 1 different, 2 error.

// RUN: %exits 2 mplan-equiv %s --no-such-option 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: Unknown command line argument '--no-such-option'
// RUN: %exits 2 mplan-equiv %t.no-such-file 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// MISSING: no-such-file
// RUN: %exits 2 mplan-equiv %s --seeds=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SEEDS
// SEEDS: --seeds=0: expected at least 1
// RUN: %exits 2 mplan-equiv %s --opt-level=4 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LEVEL
// LEVEL: --opt-level=4: expected 0 to 3
// RUN: %exits 2 mplan-equiv %s --int-range=0:3..1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INT
// INT: --int-range=0:3..1: expected ARG:LO..HI with LO no more than HI
// RUN: %exits 2 mplan-equiv %s --float-range=0:x 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FLOAT
// FLOAT: --float-range=0:x: expected ARG:LO..HI with LO no more than HI
// RUN: %exits 2 mplan-equiv %s --dim=0=4 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIM
// DIM: --dim=0=4: expected ARG:DIM=N with N at least 0
// RUN: %exits 2 mplan-equiv %s --input=file 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INPUT
// INPUT: --input=file: expected NUMBER:FILE

// RUN: %exits 2 mplan-equiv %s --int-range=2:0..1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BEYOND
// BEYOND: error: --int-range names argument #2 of 2
// RUN: %exits 2 mplan-equiv %s --int-range=0:0..1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KIND
// KIND: error: --int-range names argument #0, which is 'tensor<4xf32>'
// RUN: %exits 2 mplan-equiv %s --dim=0:0=4 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STATIC
// STATIC: error: --dim names dimension 0 of argument #0, which is no dynamic one of 'tensor<4xf32>'
// RUN: %exits 2 mplan-equiv %s --dim=2:0=4 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOARG
// NOARG: error: --dim names argument #2 of 2

// The index picks an element: out of the whole tensor, and out of its tail.
// RUN: mplan-equiv %s %heap
// RUN: mplan-equiv %s --int-range=1:2..3 --seed=7 %heap --opt-level=0
func.func @f(%a: tensor<4xf32>, %i: index) -> f32 {
  %x = tensor.extract %a[%i] : tensor<4xf32>
  return %x : f32
}
