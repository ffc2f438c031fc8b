// What LLVM's own `static-memory-planner` (merged for MLIR 23) is tested on and
// what it leaves alone, written from its description, with uses added: it
// counts bytes from an allocation to its release, we those from the first write
// to the last read. The bytes that it needs stand above each program, with its
// best-fit strategy and with its default one.
// RUN: mplan-opt %s --split-input-file --mplan-out-params --mplan-coalesce \
// RUN:   --mplan-allocate --mplan-verify | FileCheck %s

// One after the other: 4096, default 6144.
// CHECK: mplan.arena @arena size 4096
func.func @sequential(%x: f32, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<1024xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<1024xf32>)
  %v = memref.load %a[%c0] : memref<1024xf32>
  memref.dealloc %a : memref<1024xf32>
  %b = memref.alloc() : memref<512xf32>
  linalg.fill ins(%v : f32) outs(%b : memref<512xf32>)
  %w = memref.load %b[%c0] : memref<512xf32>
  memref.dealloc %b : memref<512xf32>
  memref.store %w, %o[] : memref<f32>
  return
}

// -----

// Allocated both, then released both, but not needed at once: 6144, default
// 6144.
// CHECK: mplan.arena @arena size 4096
func.func @allocated_at_once(%x: f32, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<512xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<1024xf32>)
  %v = memref.load %a[%c0] : memref<1024xf32>
  linalg.fill ins(%v : f32) outs(%b : memref<512xf32>)
  %w = memref.load %b[%c0] : memref<512xf32>
  memref.dealloc %a : memref<1024xf32>
  memref.dealloc %b : memref<512xf32>
  memref.store %w, %o[] : memref<f32>
  return
}

// -----

// Needed at once: 6144, default 6144.
// CHECK: mplan.arena @arena size 6144
func.func @needed_at_once(%x: f32, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<512xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<1024xf32>)
  linalg.fill ins(%x : f32) outs(%b : memref<512xf32>)
  %v = memref.load %a[%c0] : memref<1024xf32>
  %w = memref.load %b[%c0] : memref<512xf32>
  memref.dealloc %a : memref<1024xf32>
  memref.dealloc %b : memref<512xf32>
  %s = arith.addf %v, %w : f32
  memref.store %s, %o[] : memref<f32>
  return
}

// -----

// Interleaved: 3072, default 3584.
// CHECK: mplan.arena @arena size 3072
func.func @interleaved(%x: f32, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<512xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<512xf32>)
  %b = memref.alloc() : memref<256xf32>
  linalg.fill ins(%x : f32) outs(%b : memref<256xf32>)
  %u = memref.load %a[%c0] : memref<512xf32>
  memref.dealloc %a : memref<512xf32>
  %c = memref.alloc() : memref<128xf32>
  linalg.fill ins(%u : f32) outs(%c : memref<128xf32>)
  %v = memref.load %b[%c0] : memref<256xf32>
  memref.dealloc %b : memref<256xf32>
  %w = memref.load %c[%c0] : memref<128xf32>
  memref.dealloc %c : memref<128xf32>
  %s = arith.addf %v, %w : f32
  memref.store %s, %o[] : memref<f32>
  return
}

// -----

// Gaps between buffers that are still needed: 10240, default 10752.
// CHECK: mplan.arena @arena size 10240
func.func @gaps(%x: f32, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<256xf32>
  %c = memref.alloc() : memref<1024xf32>
  %d = memref.alloc() : memref<256xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<1024xf32>)
  linalg.fill ins(%x : f32) outs(%b : memref<256xf32>)
  linalg.fill ins(%x : f32) outs(%c : memref<1024xf32>)
  linalg.fill ins(%x : f32) outs(%d : memref<256xf32>)
  %p = memref.load %b[%c0] : memref<256xf32>
  memref.dealloc %b : memref<256xf32>
  %q = memref.load %d[%c0] : memref<256xf32>
  memref.dealloc %d : memref<256xf32>
  %r = memref.load %a[%c0] : memref<1024xf32>
  memref.dealloc %a : memref<1024xf32>
  %e = memref.alloc() : memref<128xf32>
  linalg.fill ins(%p : f32) outs(%e : memref<128xf32>)
  %s = memref.load %c[%c0] : memref<1024xf32>
  memref.dealloc %c : memref<1024xf32>
  %t = memref.load %e[%c0] : memref<128xf32>
  memref.dealloc %e : memref<128xf32>
  %u = arith.addf %q, %r : f32
  %v = arith.addf %s, %t : f32
  %w = arith.addf %u, %v : f32
  memref.store %w, %o[] : memref<f32>
  return
}

// -----

// A gap that alignment closes for one of two: 576, default 576.
// CHECK: mplan.arena @arena size 448 alignment 256
func.func @aligned_gap(%x: i8, %o: memref<i8>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() {alignment = 128 : i64} : memref<128xi8>
  %b = memref.alloc() : memref<56xi8>
  %c = memref.alloc() {alignment = 128 : i64} : memref<128xi8>
  linalg.fill ins(%x : i8) outs(%a : memref<128xi8>)
  linalg.fill ins(%x : i8) outs(%b : memref<56xi8>)
  linalg.fill ins(%x : i8) outs(%c : memref<128xi8>)
  %p = memref.load %b[%c0] : memref<56xi8>
  memref.dealloc %b : memref<56xi8>
  %d = memref.alloc() {alignment = 128 : i64} : memref<64xi8>
  linalg.fill ins(%p : i8) outs(%d : memref<64xi8>)
  %e = memref.alloc() {alignment = 256 : i64} : memref<64xi8>
  linalg.fill ins(%p : i8) outs(%e : memref<64xi8>)
  %q = memref.load %a[%c0] : memref<128xi8>
  %r = memref.load %c[%c0] : memref<128xi8>
  %s = memref.load %d[%c0] : memref<64xi8>
  %t = memref.load %e[%c0] : memref<64xi8>
  memref.dealloc %a : memref<128xi8>
  memref.dealloc %c : memref<128xi8>
  memref.dealloc %d : memref<64xi8>
  memref.dealloc %e : memref<64xi8>
  %u = arith.addi %q, %r : i8
  %v = arith.addi %s, %t : i8
  %w = arith.addi %u, %v : i8
  memref.store %w, %o[] : memref<i8>
  return
}

// -----

// Alignment between buffers that are not needed at once: 1024, default 1792.
// CHECK: mplan.arena @arena size 1024 alignment 128
func.func @aligned(%x: f32, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() {alignment = 128 : i64} : memref<256xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<256xf32>)
  %u = memref.load %a[%c0] : memref<256xf32>
  memref.dealloc %a : memref<256xf32>
  %b = memref.alloc() {alignment = 64 : i64} : memref<128xf32>
  linalg.fill ins(%u : f32) outs(%b : memref<128xf32>)
  %v = memref.load %b[%c0] : memref<128xf32>
  memref.dealloc %b : memref<128xf32>
  %c = memref.alloc() {alignment = 128 : i64} : memref<64xf32>
  linalg.fill ins(%v : f32) outs(%c : memref<64xf32>)
  %w = memref.load %c[%c0] : memref<64xf32>
  memref.dealloc %c : memref<64xf32>
  memref.store %w, %o[] : memref<f32>
  return
}

// -----

// A release through a select, as ownership-based deallocation leaves it: 8192,
// default 8192.
// CHECK: mplan.arena @arena size 8192
func.func @released_through_select(%x: f32, %o: memref<f32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<1024xf32>)
  %d = arith.addf %x, %x : f32
  linalg.fill ins(%d : f32) outs(%b : memref<1024xf32>)
  %s = arith.select %c, %a, %b : memref<1024xf32>
  %t = arith.select %c, %b, %a : memref<1024xf32>
  %v = memref.load %s[%c0] : memref<1024xf32>
  memref.dealloc %s : memref<1024xf32>
  %w = memref.load %t[%c0] : memref<1024xf32>
  memref.dealloc %t : memref<1024xf32>
  %u = arith.subf %v, %w : f32
  memref.store %u, %o[] : memref<f32>
  return
}

// -----

// Not released at all: left on the heap.
// CHECK: mplan.arena @arena size 4096
func.func @not_released(%x: f32, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<1024xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<1024xf32>)
  %v = memref.load %a[%c0] : memref<1024xf32>
  memref.store %v, %o[] : memref<f32>
  return
}

// -----

// Released in another block: left on the heap.
// CHECK: mplan.arena @arena size 4096
func.func @released_elsewhere(%x: f32, %o: memref<f32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<1024xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<1024xf32>)
  scf.if %c {
    %v = memref.load %a[%c0] : memref<1024xf32>
    memref.store %v, %o[] : memref<f32>
    memref.dealloc %a : memref<1024xf32>
  }
  return
}

// -----

// In a loop and in the branches of an `if`: left on the heap.
// CHECK: mplan.arena @arena size 2048
func.func @nested(%x: f32, %o: memref<f32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      %a = memref.alloc() : memref<256xf32>
      linalg.fill ins(%x : f32) outs(%a : memref<256xf32>)
      %v = memref.load %a[%c0] : memref<256xf32>
      memref.store %v, %o[] : memref<f32>
      memref.dealloc %a : memref<256xf32>
    } else {
      %b = memref.alloc() : memref<512xf32>
      linalg.fill ins(%x : f32) outs(%b : memref<512xf32>)
      %w = memref.load %b[%c0] : memref<512xf32>
      memref.store %w, %o[] : memref<f32>
      memref.dealloc %b : memref<512xf32>
    }
  }
  return
}

// -----

// Unstructured control flow: refused.
// CHECK: mplan.arena @arena size 4096
func.func @unstructured(%x: f32, %o: memref<f32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<512xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<512xf32>)
  cf.cond_br %c, ^left, ^right
^left:
  %b = memref.alloc() : memref<512xf32>
  linalg.fill ins(%x : f32) outs(%b : memref<512xf32>)
  %v = memref.load %b[%c0] : memref<512xf32>
  memref.dealloc %b : memref<512xf32>
  memref.store %v, %o[] : memref<f32>
  cf.br ^join
^right:
  %d = memref.alloc() : memref<512xf32>
  linalg.fill ins(%x : f32) outs(%d : memref<512xf32>)
  %w = memref.load %d[%c0] : memref<512xf32>
  memref.dealloc %d : memref<512xf32>
  memref.store %w, %o[] : memref<f32>
  cf.br ^join
^join:
  %u = memref.load %a[%c0] : memref<512xf32>
  memref.dealloc %a : memref<512xf32>
  memref.store %u, %o[] : memref<f32>
  return
}

// -----

// Several memory spaces: only the default one is planned.
// CHECK-DAG: mplan.arena @arena size 4096 {{.*}}peak 4096
// CHECK-DAG: mplan.arena @arena_{{.*}} size 2048 {{.*}} memory_space 1
func.func @spaces(%x: f32, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<512xf32, 1>
  linalg.fill ins(%x : f32) outs(%a : memref<1024xf32>)
  linalg.fill ins(%x : f32) outs(%b : memref<512xf32, 1>)
  %v = memref.load %a[%c0] : memref<1024xf32>
  %w = memref.load %b[%c0] : memref<512xf32, 1>
  %s = arith.addf %v, %w : f32
  memref.store %s, %o[] : memref<f32>
  memref.dealloc %a : memref<1024xf32>
  memref.dealloc %b : memref<512xf32, 1>
  return
}

// -----

// A function that returns what it allocates: refused.
// CHECK: mplan.arena @arena size 8192
func.func private @make(%x: f32) -> memref<1024xf32> {
  %a = memref.alloc() : memref<1024xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<1024xf32>)
  return %a : memref<1024xf32>
}
func.func @returned(%x: f32, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = call @make(%x) : (f32) -> memref<1024xf32>
  %d = arith.addf %x, %x : f32
  %b = call @make(%d) : (f32) -> memref<1024xf32>
  %v = memref.load %a[%c0] : memref<1024xf32>
  %w = memref.load %b[%c0] : memref<1024xf32>
  %s = arith.addf %v, %w : f32
  memref.store %s, %o[] : memref<f32>
  return
}

// -----

// Elements of less than a byte: left on the heap, or sized in bits.
// CHECK: mplan.arena @arena size 32
func.func @sub_byte(%x: i4, %o: memref<i4>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<16xi1>
  %b = memref.alloc() : memref<16xi4>
  %t = arith.trunci %x : i4 to i1
  linalg.fill ins(%t : i1) outs(%a : memref<16xi1>)
  linalg.fill ins(%x : i4) outs(%b : memref<16xi4>)
  %v = memref.load %a[%c0] : memref<16xi1>
  %w = memref.load %b[%c0] : memref<16xi4>
  %u = arith.extui %v : i1 to i4
  %s = arith.addi %u, %w : i4
  memref.store %s, %o[] : memref<i4>
  memref.dealloc %a : memref<16xi1>
  memref.dealloc %b : memref<16xi4>
  return
}

// -----

// A dynamic shape with a bound: left on the heap.
// CHECK: mplan.arena @arena size 4096
func.func @bounded(%x: f32, %n: index, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %m = affine.min affine_map<(d0) -> (d0, 1024)>(%n)
  %a = memref.alloc(%m) : memref<?xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<?xf32>)
  %v = memref.load %a[%c0] : memref<?xf32>
  memref.store %v, %o[] : memref<f32>
  memref.dealloc %a : memref<?xf32>
  return
}
