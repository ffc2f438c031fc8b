// Upstream's parser calls itself for each bracket, and ends with the stack.
// Fuzz targets skip such input (Program.cpp).
// RUN: %python -c "print('func.func private @f() attributes {a = ' + '[' * 200000)" > %t
// RUN: not --crash mlir-opt %t
