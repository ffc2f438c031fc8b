// RUN: mplan-opt %s --mplan-allocate=on-unbounded=stack --verify-diagnostics
// RUN: not mplan-opt %s --mplan-allocate=state=nowhere 2>&1 | FileCheck %s
// RUN: not mplan-opt %s --mplan-allocate=reuse=some 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REUSE
// RUN: not mplan-opt %s --mplan-allocate=placement=luck 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLACEMENT
// RUN: not mplan-opt %s --mplan-allocate=red-zone=-1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZONE

// CHECK: error: unknown place for state 'nowhere': it is one of global and arena
// REUSE: error: unknown reuse 'some': it is dead or none
// PLACEMENT: error: unknown placement 'luck': it is one of all, skyline, peak-skyline, first-fit, best-fit
// ZONE: error: a red zone cannot have -1 bytes: it has from 0 to 1073741824
// expected-error @below {{unknown on-unbounded 'stack': it is error or heap}}
module {
}
