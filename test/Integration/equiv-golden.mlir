// Inputs and results from files: one case after another.
// RUN: %python -c "open('%t.in', 'wb').write(bytes(range(12)))"
// RUN: %python -c "open('%t.out', 'wb').write(bytes(range(2, 26, 2)))"
// RUN: %python -c "open('%t.bad', 'wb').write(bytes(range(2, 24, 2)) + b'0')"
// RUN: %python -c "open('%t.short', 'wb').write(bytes(range(8)))"
// RUN: mplan-equiv %s --input=0:%t.in --expect=0:%t.out %heap | FileCheck %s
// CHECK: equal: 3 inputs, 2 calls each, 1 output

// RUN: %exits 1 mplan-equiv %s --input=0:%t.in --expect=0:%t.bad %heap \
// RUN:   | FileCheck %s --check-prefix=DIFFERENT
// DIFFERENT-NOT: case {{[01]}},
// DIFFERENT: case 2, call 1: result #0: first at [3]: expected 48, mplan 24; 1 of 4 elements differ

// RUN: %exits 2 mplan-equiv %s --input=0:%t.in --expect=0:%t.short %heap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CASES
// CASES: 2 cases, but 3 in another file
// RUN: %exits 2 mplan-equiv %s --input=1:%t.in %heap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INDEX
// INDEX: the entry has 1 arguments
// RUN: %exits 2 mplan-equiv %s --input=0:%S %heap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=READ
// READ: cannot read
// RUN: %python -c "open('%t.odd', 'wb').write(bytes(range(7)))"
// RUN: %exits 2 mplan-equiv %s --input=0:%t.odd %heap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ODD
// ODD: holds 7 bytes, not a multiple of the 4 of one case
func.func @f(%a: tensor<4xi8>) -> tensor<4xi8> {
  %one = arith.constant dense<1> : tensor<4xi8>
  %b = arith.addi %a, %one : tensor<4xi8>
  %c = arith.addi %b, %b : tensor<4xi8>
  %d = arith.subi %c, %c : tensor<4xi8>
  %e = arith.addi %c, %d : tensor<4xi8>
  return %e : tensor<4xi8>
}
