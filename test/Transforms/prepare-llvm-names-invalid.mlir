// RUN: not mplan-opt %s --mplan-prepare-llvm 2>&1 | FileCheck %s --check-prefix=MAIN
// RUN: not mplan-opt %s --mplan-prepare-llvm=symbol-prefix=7_ 2>&1 | FileCheck %s --check-prefix=PREFIX
// RUN: mplan-opt %s --mplan-prepare-llvm=symbol-prefix=net_ | FileCheck %s

// MAIN: error: 'func.func' op @main would be the program's own 'main' when linked: give a 'symbol-prefix', or rename it
// PREFIX: error: symbol prefix '7_' is not the beginning of a C identifier
// CHECK: func.func @net_main()
func.func @main() {
  return
}
