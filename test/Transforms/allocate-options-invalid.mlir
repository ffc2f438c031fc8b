// RUN: mplan-opt %s --mplan-allocate=on-unbounded=stack --verify-diagnostics

// expected-error @below {{unknown on-unbounded 'stack': it is error or heap}}
module {
}
