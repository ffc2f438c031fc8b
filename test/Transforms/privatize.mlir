// RUN: mplan-opt %s --mplan-privatize --split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-privatize=parallel=sequential --split-input-file \
// RUN:   | FileCheck %s --check-prefix=SEQ
// RUN: mplan-opt %s --mplan-privatize --mplan-allocate --mplan-verify \
// RUN:   --split-input-file | FileCheck %s --check-prefix=PLAN

// One part for each of 8 x 4 iterations, the innermost index fastest. The
// release goes behind the loop. The whole is one slot, alive all through.

// CHECK: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0 * 20 + d1 * 80)>
// CHECK-LABEL: func @forall
// SEQ-LABEL: func @forall
// PLAN: mplan.arena @arena size 640 alignment 4 peak 640
// PLAN-LABEL: func @forall
func.func @forall(%in: memref<5xf32>, %out: memref<8x4xf32>) {
  %c3 = arith.constant 3 : index
  // CHECK: %[[BYTES:.*]] = memref.alloc() {alignment = 4 : i64} : memref<640xi8>
  // CHECK-NEXT: scf.forall (%[[I:.*]], %[[J:.*]]) in (8, 4)
  // SEQ: scf.for
  // SEQ: scf.for
  // PLAN: mplan.slot @arena[0] id 0 alignment 4 live [2, 8) : memref<640xi8>
  scf.forall (%i, %j) in (8, 4) {
    // CHECK-NEXT: %[[AT:.*]] = affine.apply #[[$MAP]](%[[J]], %[[I]])
    // CHECK-NEXT: %[[A:.*]] = memref.view %[[BYTES]][%[[AT]]][] : memref<640xi8> to memref<5xf32>
    // CHECK-NEXT: linalg.exp {{.*}} outs(%[[A]]
    // SEQ: memref.alloc() : memref<5xf32>
    %a = memref.alloc() : memref<5xf32>
    linalg.exp ins(%in : memref<5xf32>) outs(%a : memref<5xf32>)
    %x = memref.load %a[%c3] : memref<5xf32>
    memref.store %x, %out[%i, %j] : memref<8x4xf32>
    // CHECK-NOT: memref.dealloc
    memref.dealloc %a : memref<5xf32>
  }
  // CHECK: }
  // CHECK-NEXT: memref.dealloc %[[BYTES]]
  // SEQ-NOT: scf.forall
  return
}

// -----

// Indices that begin elsewhere and take steps: iteration 0 is at byte 0. Parts
// are as far apart as the alignment asks.

// CHECK: affine_map<(d0) -> (((d0 - 3) floordiv 2) * 16)>
// CHECK-LABEL: func @steps
// SEQ-LABEL: func @steps
// PLAN-LABEL: func @steps
func.func @steps(%x: f32, %out: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  // CHECK: memref.alloc() {alignment = 16 : i64} : memref<48xi8>
  scf.parallel (%i) = (%c3) to (%c8) step (%c2) {
    %a = memref.alloc() {alignment = 16 : i64} : memref<1xf32>
    memref.store %x, %a[%c0] : memref<1xf32>
    %y = memref.load %a[%c0] : memref<1xf32>
    memref.store %y, %out[%i] : memref<9xf32>
  }
  return
}

// -----

// A loop in a loop, and a sequential one in between, whose turns use one part.
// Where an inner bound is not constant, the largest that it can be counts.

// CHECK: affine_map<(d0, d1) -> (d0 * 4 + d1 * 28)>
// CHECK-LABEL: func @nested
// SEQ-LABEL: func @nested
// PLAN-LABEL: func @nested
func.func @nested(%x: f32, %out: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: memref.alloc() {alignment = 4 : i64} : memref<224xi8>
  scf.forall (%i) in (8) {
    scf.for %k = %c0 to %n step %c1 {
      scf.parallel (%j) = (%c0) to (%i) step (%c1) {
        %a = memref.alloc() : memref<f32>
        memref.store %x, %a[] : memref<f32>
        %y = memref.load %a[] : memref<f32>
        memref.store %y, %out[%j] : memref<8xf32>
      }
    }
  }
  return
}

// -----

// An affine.parallel with bounds of its own: eight iterations, wherever they
// begin, and four at most. A stack buffer becomes a part like any other. Made
// sequential, the affine operations in the loop go with it.

// CHECK: affine_map<(d0, d1)[s0] -> (d0 * 4 + d1 * 16 - s0 * 16)>
// CHECK-LABEL: func @affine
// SEQ-LABEL: func @affine
// PLAN-LABEL: func @affine
func.func @affine(%in: memref<64xf32>, %out: memref<64xf32>, %n: index) {
  // CHECK: %[[BYTES:.*]] = memref.alloc() {alignment = 4 : i64} : memref<128xi8>
  // SEQ: scf.for
  // SEQ: scf.for
  affine.parallel (%i, %j) = (symbol(%n), 0) to (symbol(%n) + 8, min(4, symbol(%n))) {
    // SEQ: memref.alloca
    %a = memref.alloca() : memref<f32>
    // SEQ-NOT: affine.
    %x = affine.load %in[%i + %j] : memref<64xf32>
    affine.store %x, %a[] : memref<f32>
    %y = affine.load %a[] : memref<f32>
    affine.store %y, %out[%i + %j] : memref<64xf32>
  }
  // CHECK: memref.dealloc %[[BYTES]]
  return
}

// -----

// A reduction goes on as before; a strided layout is put over the bytes.

// CHECK-LABEL: func @reduction
// SEQ-LABEL: func @reduction
// PLAN-LABEL: func @reduction
func.func @reduction(%in: memref<4xf32>, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  // CHECK: memref.alloc() {alignment = 4 : i64} : memref<176xi8>
  // SEQ: scf.for {{.*}} iter_args
  %sum = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%zero) -> f32 {
    // CHECK: memref.view {{.*}} : memref<176xi8> to memref<11xf32>
    // CHECK: memref.reinterpret_cast {{.*}} to offset: [1], sizes: [4], strides: [3]
    %a = memref.alloc() : memref<4xf32, strided<[3], offset: 1>>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32, strided<[3], offset: 1>>)
    %x = memref.load %a[%i] : memref<4xf32, strided<[3], offset: 1>>
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  memref.store %sum, %out[] : memref<f32>
  return
}

// -----

// What was asked of the place holds for the whole.

// CHECK-LABEL: func @requests
// SEQ-LABEL: func @requests
// PLAN-LABEL: func @requests
mplan.arena @sram memory_space 1
func.func @requests(%x: f32) {
  // CHECK-DAG: mplan.alloc in @sram alignment 8 offset 64 : memref<32xi8, 1>
  // CHECK-DAG: memref.alloc() {alignment = 4 : i64, mplan.pool = @sram} : memref<16xi8, 1>
  scf.forall (%i) in (4) {
    %a = mplan.alloc in @sram alignment 8 offset 64 : memref<f32, 1>
    %b = memref.alloc() {mplan.pool = @sram} : memref<f32, 1>
    memref.store %x, %a[] : memref<f32, 1>
    memref.store %x, %b[] : memref<f32, 1>
  }
  return
}

// -----

// A loop that makes no buffer stays parallel, also beside one that does.

// CHECK-LABEL: func @only_makers
// SEQ-LABEL: func @only_makers
// PLAN-LABEL: func @only_makers
func.func @only_makers(%x: f32, %out: memref<4xf32>) {
  // SEQ: scf.for
  scf.forall (%i) in (4) {
    %a = memref.alloc() : memref<f32>
    memref.store %x, %a[] : memref<f32>
    // SEQ: scf.forall
    scf.forall (%j) in (4) {
      %y = memref.load %a[] : memref<f32>
      memref.store %y, %out[%j] : memref<4xf32>
    }
  }
  // SEQ: scf.forall
  scf.forall (%i) in (4) {
    memref.store %x, %out[%i] : memref<4xf32>
  }
  return
}

// -----

// An empty buffer takes no bytes, however often it is made.

// CHECK-LABEL: func @empty
// SEQ-LABEL: func @empty
// PLAN: mplan.arena @arena size 0
// PLAN-LABEL: func @empty
func.func @empty(%x: f32) {
  // CHECK: memref.alloc() {{.*}} : memref<0xi8>
  scf.forall (%i) in (4) {
    %a = memref.alloc() : memref<0xf32>
    linalg.fill ins(%x : f32) outs(%a : memref<0xf32>)
  }
  return
}

// -----

// The last tile is smaller: the part has the size of the largest one.

// CHECK-LABEL: func @tiles
// SEQ-LABEL: func @tiles
// PLAN: mplan.arena @arena size 48
// PLAN-LABEL: func @tiles
func.func @tiles(%x: f32, %out: memref<10xf32>) {
  // CHECK: memref.alloc() {alignment = 4 : i64} : memref<48xi8>
  scf.forall (%i) = (0) to (10) step (4) {
    // CHECK: %[[SIZE:.*]] = affine.min
    // CHECK: memref.view %{{.*}}[%{{.*}}][%[[SIZE]]] : memref<48xi8> to memref<?xf32>
    %size = affine.min affine_map<(d0) -> (4, 10 - d0)>(%i)
    %a = memref.alloc(%size) : memref<?xf32>
    linalg.fill ins(%x : f32) outs(%a : memref<?xf32>)
    %c0 = arith.constant 0 : index
    %y = memref.load %a[%c0] : memref<?xf32>
    memref.store %y, %out[%i] : memref<10xf32>
  }
  return
}

// -----

// A number of iterations that is declared to be 8 at most.

// CHECK-LABEL: func @declared
// SEQ-LABEL: func @declared
// PLAN: mplan.arena @arena size 32
// PLAN-LABEL: func @declared
func.func @declared(%x: f32, %out: memref<?xf32> {mplan.upper_bound = array<i64: 8>}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xf32>
  // CHECK: memref.alloc() {alignment = 4 : i64} : memref<32xi8>
  scf.forall (%i) in (%n) {
    %a = memref.alloc() : memref<f32>
    memref.store %x, %a[] : memref<f32>
    %y = memref.load %a[] : memref<f32>
    memref.store %y, %out[%i] : memref<?xf32>
  }
  return
}
