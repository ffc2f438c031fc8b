// RUN: mplan-opt %s --mplan-to-llvm=optimize=size | mlir-translate --mlir-to-llvmir | FileCheck %s
// RUN: mplan-opt %s --mplan-to-llvm=optimize=size | mlir-translate --mlir-to-llvmir | opt -O3 -S -mtriple=%triple | FileCheck %s --check-prefix=OPT

// Shared functions are kept: neither inlined, nor given the addresses of one
// caller, though all calls pass the same.

// CHECK: @llvm.compiler.used = appending global [1 x ptr] [ptr @kernel], section "llvm.metadata"
// OPT: @llvm.compiler.used = appending global [1 x ptr] [ptr @kernel], section "llvm.metadata"
memref.global "private" @arena : memref<4096xi8> = uninitialized {alignment = 64 : i64}

// CHECK: define void @run() #[[SMALL:[0-9]+]]
// OPT: define void @run() {{.*}}#[[SMALL:[0-9]+]]
// OPT-COUNT-2: call void @kernel(ptr{{.*}} getelementptr {{.*}} @arena, i64 1024), ptr {{.*}}@arena)
func.func @run() {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %arena = memref.get_global @arena : memref<4096xi8>
  %a = memref.view %arena[%c0][] : memref<4096xi8> to memref<256xf32>
  %b = memref.view %arena[%c1024][] : memref<4096xi8> to memref<256xf32>
  linalg.add ins(%b, %b : memref<256xf32>, memref<256xf32>) outs(%a : memref<256xf32>)
  linalg.add ins(%b, %b : memref<256xf32>, memref<256xf32>) outs(%a : memref<256xf32>)
  return
}

// CHECK: define internal void @kernel(ptr noalias align 64 %0, ptr noalias align 64 %1) #[[KERNEL:[0-9]+]]
// OPT: define internal void @kernel(ptr noalias{{.*}} align 64 {{.*}}%0, ptr noalias{{.*}} align 64 {{.*}}%1) {{.*}}#[[KERNEL:[0-9]+]]
// OPT-NOT: @arena
// OPT: ret void
// CHECK-DAG: attributes #[[SMALL]] = { optsize }
// CHECK-DAG: attributes #[[KERNEL]] = { noinline optsize }
// OPT: attributes #[[KERNEL]] = { {{.*}}noinline {{.*}}optsize
