// RUN: mplan-opt %s --mplan-allocate --split-input-file --verify-diagnostics \
// RUN:   --allow-unregistered-dialect

// What is refused by name, and what to do about it.

// Threads of their own: the plan comes first, the threads after.

func.func @omp_parallel(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  // expected-error @below {{'omp.parallel' op has regions that may touch memory, and does not say how control flows through them (RegionBranchOpInterface): buffers around it cannot be planned; it runs them on threads: plan before loops are lowered to 'omp'}}
  omp.parallel {
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    omp.terminator
  }
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

func.func @omp_wsloop(%in: memref<4xf32>, %lb: index, %ub: index, %step: index) {
  %a = memref.alloc() : memref<4xf32>
  // expected-error @below {{'omp.wsloop' op has regions that may touch memory}}
  omp.wsloop {
    omp.loop_nest (%i) : index = (%lb) to (%ub) step (%step) {
      %x = memref.load %in[%i] : memref<4xf32>
      memref.store %x, %a[%i] : memref<4xf32>
      omp.yield
    }
  }
  return
}

// -----

func.func @gpu_launch(%in: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  // expected-error @below {{'gpu.launch' op has regions that may touch memory, and does not say how control flows through them (RegionBranchOpInterface): buffers around it cannot be planned; it runs them on threads: plan before loops are lowered to 'gpu'}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %in[%tx] : memref<4xf32>
    memref.store %x, %a[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}

// -----

// Nobody knows what the region of an unknown operation means.

func.func @unregistered(%in: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  // expected-error @below {{'test.region' op has regions that may touch memory, and does not say how control flows through them (RegionBranchOpInterface): buffers around it cannot be planned; lower it to 'scf' or 'cf' first}}
  "test.region"() ({
    memref.copy %in, %a : memref<4xf32> to memref<4xf32>
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @gpu_alloc() {
  // expected-error @below {{cannot plan 'gpu.alloc': make it a 'memref.alloc', whose type may have a memory space}}
  %a = gpu.alloc() : memref<4xf32, 1>
  return
}

// -----

func.func @alloc_tensor() {
  // expected-error @below {{cannot plan 'bufferization.alloc_tensor': it is on tensors: run 'mplan-bufferize' first}}
  %a = bufferization.alloc_tensor() : tensor<4xf32>
  return
}

// -----

func.func @memref_of_memref() {
  // expected-error @below {{'memref.alloc' makes a 'memref<2xmemref<4xf32>>', whose size in bytes is not a constant of 64 bits: it needs an identity or static strided layout and elements with a size}}
  %a = memref.alloc() : memref<2xmemref<4xf32>>
  return
}

// -----

// expected-note @below {{it depends on argument #0 of 'alloca_size'}}
func.func @alloca_size(%n: index) {
  // expected-error @below {{cannot plan 'memref.alloca': dimension 0 of 'memref<?xf32>' has no constant upper bound}}
  %a = memref.alloca(%n) : memref<?xf32>
  return
}

// -----

func.func @alloca_in_parallel(%in: memref<4xf32>, %n: index) {
  // expected-note @below {{here}}
  affine.parallel (%i) = (0) to (symbol(%n)) {
    // expected-error @below {{cannot plan 'memref.alloca': the buffer is made inside a parallel loop}}
    %a = memref.alloca() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  }
  return
}

// -----

// A new one in each turn, and the old one is still read: two at once.

func.func @alloca_carried(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  cf.br ^loop(%in : memref<4xf32>)
^loop(%x: memref<4xf32>):
  // expected-error @below {{cannot plan 'memref.alloca': the buffer is passed on to the next iteration}}
  %a = memref.alloca() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-note @below {{here}}
  cf.cond_br %c, ^loop(%a : memref<4xf32>), ^exit
^exit:
  return
}

// -----

func.func @too_large() {
  // expected-error @below {{'memref.alloc' makes a 'memref<9223372036854775807xi16>', whose size in bytes is not a constant of 64 bits}}
  %a = memref.alloc() : memref<9223372036854775807xi16>
  return
}

// -----

// Each has a size, but not both together, even one after the other.

// expected-error @below {{the buffers of 'too_large_together' cannot be placed as asked: the sizes and alignments up to this buffer add up to more than 2^63 - 1 bytes}}
func.func @too_large_together(%x: i8, %y: i8) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<9223372036854775800xi8>
  memref.store %x, %a[%c0] : memref<9223372036854775800xi8>
  %0 = memref.load %a[%c0] : memref<9223372036854775800xi8>
  // expected-note @below {{9223372036854775800 bytes here are alive at ticks}}
  %b = memref.alloc() : memref<9223372036854775800xi8>
  memref.store %y, %b[%c0] : memref<9223372036854775800xi8>
  %1 = memref.load %b[%c0] : memref<9223372036854775800xi8>
  return
}

// -----

func.func private @callee(%x: i8) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<9223372036854775800xi8>
  memref.store %x, %a[%c0] : memref<9223372036854775800xi8>
  %0 = memref.load %a[%c0] : memref<9223372036854775800xi8>
  return
}
// expected-error @below {{the buffers of 'too_large_across_call' cannot be placed as asked}}
func.func @too_large_across_call(%x: i8) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{9223372036854775800 bytes here are alive at ticks}}
  %a = memref.alloc() : memref<9223372036854775800xi8>
  memref.store %x, %a[%c0] : memref<9223372036854775800xi8>
  call @callee(%x) : (i8) -> ()
  %0 = memref.load %a[%c0] : memref<9223372036854775800xi8>
  return
}

// -----

mplan.arena @sram
func.func @too_far(%x: i8) {
  // expected-error @below {{is wanted at offset 9223372036854775800, where its 20 bytes end beyond 64 bits}}
  %a = memref.alloc() {mplan.offset = 9223372036854775800, mplan.pool = @sram} : memref<20xi8>
  return
}

// -----

// expected-error @below {{the buffers of 'large_alignment' cannot be placed as asked}}
func.func @large_alignment(%x: i8) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() {alignment = 4611686018427387904 : i64} : memref<4xi8>
  // expected-note @below {{4 bytes here are alive at ticks}}
  %b = memref.alloc() {alignment = 4611686018427387904 : i64} : memref<4xi8>
  memref.store %x, %a[%c0] : memref<4xi8>
  memref.store %x, %b[%c0] : memref<4xi8>
  return
}
