// Memref arguments of entries become buffers with a role; the entry takes no
// pointer for them.

// RUN: mplan-opt %s --mplan-io-to-arena --split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-io-to-arena=inputs=dies --split-input-file | FileCheck %s --check-prefixes=CHECK,DIES

// CHECK-LABEL: func @roles(%{{.*}}: index, %{{.*}}: f32) {
func.func @roles(
    %read: memref<4xf32>,
    %n: index,
    %gone: memref<4xf32> {bufferization.writable = true},
    %cache: memref<4xf32> {bufferization.writable = true, mplan.result = 1 : i64},
    %scale: f32,
    %written: memref<4xf32>,
    %out: memref<4xf32> {bufferization.access = "write", mplan.result = 0 : i64}) {
  // CHECK-NEXT: %[[READ:.*]] = mplan.alloc role {{kept|input}} argument 0 : memref<4xf32>
  // DIES: mplan.alloc role input argument 2
  // CHECK: mplan.alloc role inout argument 3 result 1
  // CHECK-NEXT: mplan.alloc role inout argument 5 :
  // CHECK-NEXT: %[[OUT:.*]] = mplan.alloc role output argument 6 result 0
  // CHECK-NEXT: linalg.exp ins(%[[READ]] : memref<4xf32>) outs(%[[OUT]] : memref<4xf32>)
  linalg.exp ins(%read : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%gone : memref<4xf32>) outs(%gone : memref<4xf32>)
  linalg.exp ins(%gone : memref<4xf32>) outs(%written : memref<4xf32>)
  linalg.add ins(%gone, %cache : memref<4xf32>, memref<4xf32>) outs(%cache : memref<4xf32>)
  return
}

// -----

// What is asked of an argument's place holds for its buffer; a layout may be
// strided, if it is static.

mplan.arena @sram memory_space 1
// CHECK-LABEL: func @places()
func.func @places(%x: memref<4xf32, 1> {mplan.pool = @sram, mplan.offset = 64 : i64, llvm.align = 32 : i64},
                  %y: memref<2x2xf32, strided<[4, 1]>>) {
  // CHECK: mplan.alloc in @sram alignment 32 offset 64 role {{kept|input}} argument 0 : memref<4xf32, 1>
  // CHECK: mplan.alloc role inout argument 1 : memref<2x2xf32, strided<[4, 1]>>
  %c0 = arith.constant 0 : index
  %f = memref.load %x[%c0] : memref<4xf32, 1>
  linalg.fill ins(%f : f32) outs(%y : memref<2x2xf32, strided<[4, 1]>>)
  return
}

// -----

// Calls from within the module have buffers to pass: they go to a private
// double, which may run in another entry's time.

// CHECK-LABEL: func @inner() attributes {mplan.concurrent}
// CHECK: func private @inner_0(%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>) {
func.func @inner(%x: memref<4xf32>, %y: memref<4xf32>) attributes {mplan.concurrent} {
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}
// A function without a body is the linker's.
// CHECK: func private @elsewhere(memref<4xf32>)
func.func private @elsewhere(memref<4xf32>)
// CHECK-LABEL: func @outer()
func.func @outer(%x: memref<4xf32>, %y: memref<4xf32>) {
  // CHECK: %[[Y:.*]] = mplan.alloc role inout argument 1
  %a = memref.alloc() : memref<4xf32>
  // CHECK: call @inner_0(%{{.*}}, %{{.*}}) : (memref<4xf32>, memref<4xf32>) -> ()
  call @inner(%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  // CHECK: call @elsewhere(%[[Y]])
  call @elsewhere(%y) : (memref<4xf32>) -> ()
  linalg.add ins(%a, %x : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  return
}
