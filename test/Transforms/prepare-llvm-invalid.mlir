// RUN: mplan-opt %s --mplan-prepare-llvm=symbol-prefix=p_ -split-input-file -verify-diagnostics

func.func @allocates(%n: index) {
  // expected-error @below {{'memref.alloc' op allocates memory, and there is no allocator to call: run 'mplan-pipeline' first}}
  %0 = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func private @frees(%a: memref<4xf32>) {
  // expected-error @below {{'memref.dealloc' op frees memory, and there is no allocator to call: run 'mplan-pipeline' first}}
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

func.func private @reallocates(%a: memref<4xf32>) -> memref<8xf32> {
  // expected-error @below {{'memref.realloc' op}}
  %0 = memref.realloc %a : memref<4xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}

// -----

// expected-error @below {{'mplan.arena' op is a plan still: run 'mplan-materialize' first}}
mplan.arena @arena size 16 alignment 4

// -----

func.func private @unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  // expected-error @below {{'memref.copy' op copies a buffer of unknown rank, which only MLIR's run-time library can: give it a rank}}
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}

// -----

// expected-error @below {{'func.func' op @dynamic has argument #1 of type 'memref<?xf32>', which a bare pointer cannot stand for: give it a static shape and layout, or the function the attribute 'llvm.emit_c_interface'}}
func.func @dynamic(%n: index, %a: memref<?xf32>) {
  return
}

// -----

// expected-error @below {{'func.func' op @returns has result #0 of type 'memref<4xf32>', which a bare pointer cannot stand for: let the caller pass the buffer, or give the function the attribute 'llvm.emit_c_interface'}}
func.func @returns(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}

// -----

// expected-error @below {{'func.func' op @run becomes @p_run, a name that is taken: rename one of them}}
func.func @run() {
  return
}
// expected-note @below {{the other one is here}}
func.func private @p_run()
