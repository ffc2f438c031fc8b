// RUN: mplan-opt --mplan-pipeline="buffer-alignment=16 check-bounds inputs=dies io=arena on-unbounded=heap parallel=sequential state=arena reuse=none placement=first-fit poison red-zone=8 storage=argument report=- report-format=json" --dump-pass-pipeline %s 2>&1 | FileCheck %s
// RUN: mplan-opt --mplan-pipeline --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: mplan-opt --mplan-pipeline="fold-batch-norm" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=FOLD

// The options reach the passes that they are for; without a file, no report.

// CHECK: mplan-bufferize{buffer-alignment=16}
// CHECK-NEXT: mplan-out-params
// CHECK-NEXT: mplan-coalesce
// CHECK-NEXT: mplan-check-bounds
// CHECK-NEXT: mplan-privatize{parallel=sequential}
// CHECK-NEXT: mplan-io-to-arena{inputs=dies}
// CHECK-NEXT: mplan-allocate{on-unbounded=heap placement=first-fit red-zone=8 reuse=none state=arena}
// CHECK-NEXT: mplan-verify
// CHECK-NEXT: mplan-report{format=json output=-}
// CHECK-NEXT: mplan-poison{asan=false}
// CHECK-NEXT: mplan-materialize{storage=argument verify=false}

// PLAIN-NOT: mplan-fold-batch-norm
// PLAIN: mplan-bufferize{buffer-alignment=0}
// PLAIN-NOT: mplan-check-bounds
// PLAIN-NOT: mplan-io-to-arena
// PLAIN: mplan-allocate{on-unbounded=error placement=all red-zone=0 reuse=dead state=global}
// PLAIN-NOT: mplan-report
// PLAIN-NOT: mplan-poison
// PLAIN: mplan-materialize{storage= verify=true}

// FOLD: mplan-fold-batch-norm
// FOLD-NEXT: mplan-shrink{
module {}
