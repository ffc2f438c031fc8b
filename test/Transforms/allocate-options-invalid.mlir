// RUN: mplan-opt %s --mplan-allocate=on-unbounded=stack --verify-diagnostics
// RUN: not mplan-opt %s --mplan-allocate=state=nowhere 2>&1 | FileCheck %s

// CHECK: error: unknown place for state 'nowhere': it is one of global and arena
// expected-error @below {{unknown on-unbounded 'stack': it is error or heap}}
module {
}
