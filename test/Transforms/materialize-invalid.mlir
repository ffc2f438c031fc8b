// RUN: mplan-opt %s --mplan-materialize -split-input-file -verify-diagnostics

func.func @unplanned() -> memref<8xf32> {
  // expected-error @below {{'mplan.alloc' op has no place yet: run 'mplan-allocate' before 'mplan-materialize'}}
  %0 = mplan.alloc : memref<8xf32>
  return %0 : memref<8xf32>
}

// -----

mplan.arena @arena size 32 alignment 4
func.func @freed() {
  // expected-note @below {{the slot is here}}
  %0 = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-error @below {{'memref.dealloc' op frees a slot of @arena, whose bytes are never freed: remove it}}
  memref.dealloc %0 : memref<8xf32>
  return
}

// -----

mplan.arena @arena size 32 alignment 4 storage argument
// expected-note @below {{the function is here}}
func.func private @callee() {
  %0 = mplan.slot @arena[0] id 0 : memref<8xf32>
  %c0 = arith.constant 0 : index
  %v = memref.load %0[%c0] : memref<8xf32>
  return
}
func.func @indirect() {
  // expected-error @below {{'func.constant' op refers to @callee, which needs @arena as an argument, by another way than a call from a function: use another storage for the arena}}
  %f = func.constant @callee : () -> ()
  func.call_indirect %f() : () -> ()
  return
}

// -----

mplan.arena @arena size 32 alignment 4 storage argument
// expected-error @below {{'mplan.slot' op is not in a function or sees none of its arguments, but @arena is to be one: use another storage for the arena}}
%0 = mplan.slot @arena[0] id 0 : memref<8xf32>

// -----

mplan.arena @arena size 32 alignment 4 storage argument
// expected-error @below {{'llvm.func' op needs @arena as an argument, but its type takes no memref: use another storage for the arena}}
llvm.func @lowered() {
  %0 = mplan.slot @arena[0] id 0 : memref<8xf32>
  llvm.return
}
