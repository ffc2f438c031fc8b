// Without a bound, and on the heap by request; what has one is planned, and a
// branch may give either. Each release stays with its buffer.
// RUN: mplan-equiv %s --entry=chosen --extent=0:0=5,40 --seeds=4 \
// RUN:   --pipeline='mplan-pipeline{on-unbounded=heap},mplan-to-llvm{symbol-prefix=mplan_ allow-heap}' \
// RUN:   2>&1 | FileCheck %s
// CHECK: remark: 'memref.alloc' stays on the heap
// CHECK: equal: {{.*}} reference, {{[1-9][0-9]*}} mplan

func.func @chosen(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %h = memref.alloc(%n) : memref<?xf32>
  %m = arith.minsi %n, %c4 : index
  %a = memref.alloc(%m) : memref<?xf32>
  %first = memref.load %x[%c0] : memref<?xf32>
  %c = arith.cmpf olt, %first, %zero : f32
  linalg.exp ins(%x : memref<?xf32>) outs(%h : memref<?xf32>)
  linalg.fill ins(%first : f32) outs(%a : memref<?xf32>)
  %s = arith.select %c, %h, %a : memref<?xf32>
  %part = memref.subview %s[0] [%m] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %in = memref.subview %x[0] [%m] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  linalg.negf ins(%in : memref<?xf32, strided<[1]>>) outs(%part : memref<?xf32, strided<[1]>>)
  %b = memref.alloc(%m) : memref<?xf32>
  linalg.add ins(%part, %a : memref<?xf32, strided<[1]>>, memref<?xf32>)
             outs(%b : memref<?xf32>)
  linalg.sub ins(%b, %a : memref<?xf32>, memref<?xf32>)
             outs(%in : memref<?xf32, strided<[1]>>)
  linalg.add ins(%x, %h : memref<?xf32>, memref<?xf32>) outs(%x : memref<?xf32>)
  memref.dealloc %h : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  return
}
