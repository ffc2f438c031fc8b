//===- Program.cpp - A compiled module that can be called -----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. The execution engine wraps each function into one that takes
// an array of pointers: to every LLVM parameter, then to the place of the
// returned value.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Heap.h"

#include "mlir/ExecutionEngine/OptUtils.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/Module.h"
#include <chrono>
#include <cstring>

using namespace mlir;
using namespace mplan::equiv;

void mplan::equiv::registerFunctions(ExecutionEngine &engine,
                                     ArrayRef<RuntimeFunction> functions) {
  engine.registerSymbols([&](llvm::orc::MangleAndInterner interner) {
    llvm::orc::SymbolMap symbols;
    for (const RuntimeFunction &function : functions)
      symbols[interner(function.name)] = llvm::orc::ExecutorSymbolDef(
          llvm::orc::ExecutorAddr::fromPtr(function.address),
          llvm::JITSymbolFlags::Exported);
    return symbols;
  });
}

/// The entry after lowering: `name`, or `name` behind a prefix where one
/// function alone fits.
static LLVM::LLVMFuncOp findLowered(ModuleOp module, StringRef name) {
  SmallVector<LLVM::LLVMFuncOp> prefixed;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    // One that takes descriptors has a wrapper for C beside it.
    if (function.isExternal() ||
        function.getLinkage() != LLVM::Linkage::External ||
        function.getSymName().starts_with("_mlir_ciface_"))
      continue;
    if (function.getSymName() == name)
      return function;
    if (function.getSymName().ends_with(name))
      prefixed.push_back(function);
  }
  return prefixed.size() == 1 ? prefixed.front() : LLVM::LLVMFuncOp();
}

FailureOr<std::unique_ptr<Program>>
Program::compile(ModuleOp module, StringRef side, const Signature &signature,
                 const ResultUpdates &updates, unsigned optLevel,
                 ArrayRef<StringRef> libraries, uint8_t junk,
                 llvm::function_ref<void(ExecutionEngine &)> addSymbols) {
  LLVM::LLVMFuncOp entry = findLowered(module, signature.entry);
  if (!entry) {
    module.emitError() << side << ": no LLVM function for the entry '"
                       << signature.entry << "' after lowering";
    return failure();
  }
  FailureOr<CallingConvention> abi = matchConvention(entry, signature, updates);
  if (failed(abi))
    return failure();

  std::unique_ptr<Program> program(new Program);
  program->name = side.str();
  program->abi = *abi;
  program->junk = junk;
  auto report = [&](llvm::Error error) {
    module.emitError() << side << ": cannot compile: "
                       << llvm::toString(std::move(error));
    return failure();
  };

  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return report(builder.takeError());
  auto codegenLevel = static_cast<llvm::CodeGenOptLevel>(optLevel);
  builder->setCodeGenOptLevel(codegenLevel);
  auto machine = builder->createTargetMachine();
  if (!machine)
    return report(machine.takeError());
  program->machine = std::move(*machine);
  auto engineMachine = builder->createTargetMachine();
  if (!engineMachine)
    return report(engineMachine.takeError());

  // Options hold a reference to the transformer: it must be a variable.
  std::function<llvm::Error(llvm::Module *)> transformer =
      makeOptimizingTransformer(optLevel, /*sizeLevel=*/0,
                                program->machine.get());
  ExecutionEngineOptions options;
  options.transformer = transformer;
  options.jitCodeGenOptLevel = codegenLevel;
  options.sharedLibPaths = libraries;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto engine =
      ExecutionEngine::create(module, options, std::move(*engineMachine));
  if (!engine)
    return report(engine.takeError());
  program->engine = std::move(*engine);
  registerHeap(*program->engine);
  if (addSymbols)
    addSymbols(*program->engine);
  program->engine->initialize();
  auto packed = program->engine->lookupPacked(entry.getSymName());
  if (!packed)
    return report(packed.takeError());
  program->packed = *packed;
  return program;
}

namespace {
/// The array of pointers that a call takes, and the words they point to.
class Call {
public:
  explicit Call(bool barePointers) : barePointers(barePointers) {}

  void addScalar(uint8_t *data) { pointers.push_back({data, 0}); }

  void addMemRef(uint8_t *data, int64_t offset, ArrayRef<int64_t> shape,
                 ArrayRef<int64_t> strides) {
    addWord(reinterpret_cast<uint64_t>(data));
    if (barePointers)
      return;
    addWord(reinterpret_cast<uint64_t>(data));
    addWord(offset);
    for (int64_t size : shape)
      addWord(size);
    for (int64_t stride : strides)
      addWord(stride);
  }

  void invoke(void (*packed)(void **), uint8_t *returned) {
    SmallVector<void *> arguments;
    for (auto [data, word] : pointers)
      arguments.push_back(data ? static_cast<void *>(data) : &words[word]);
    arguments.push_back(returned);
    packed(arguments.data());
  }

private:
  void addWord(uint64_t word) {
    pointers.push_back({nullptr, words.size()});
    words.push_back(word);
  }

  bool barePointers;
  SmallVector<std::pair<uint8_t *, size_t>> pointers;
  std::vector<uint64_t> words;
};
} // namespace

static SmallVector<int64_t> rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t i = int64_t(shape.size()) - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * shape[i + 1];
  return strides;
}

/// Copies elements at `strides` from `data` to the end of `bytes`, rows first.
static void gather(const uint8_t *data, ArrayRef<int64_t> shape,
                   ArrayRef<int64_t> strides, int64_t elementSize,
                   Bytes &bytes) {
  if (shape.empty()) {
    bytes.insert(bytes.end(), data, data + elementSize);
    return;
  }
  if (shape.size() == 1 && strides[0] == 1) {
    bytes.insert(bytes.end(), data, data + shape[0] * elementSize);
    return;
  }
  for (int64_t i = 0; i < shape[0]; ++i)
    gather(data + i * strides[0] * elementSize, shape.drop_front(),
           strides.drop_front(), elementSize, bytes);
}

/// Reads a result from where the returned value keeps it.
static ResultValue readReturned(const uint8_t *place, const Port &port,
                                bool pointer, ArrayRef<int64_t> shape) {
  ResultValue value;
  if (port.scalar) {
    value.bytes.assign(place, place + port.element.size());
    return value;
  }
  auto word = [&](int64_t i) {
    int64_t result;
    std::memcpy(&result, place + 8 * i, sizeof(result));
    return result;
  };
  if (pointer) {
    value.shape.assign(shape.begin(), shape.end());
    gather(reinterpret_cast<const uint8_t *>(word(0)), value.shape,
           rowMajorStrides(value.shape), port.element.size(), value.bytes);
    return value;
  }
  SmallVector<int64_t> strides;
  for (int64_t i = 0; i < port.rank(); ++i) {
    value.shape.push_back(word(3 + i));
    strides.push_back(word(3 + port.rank() + i));
  }
  const uint8_t *data = reinterpret_cast<const uint8_t *>(word(1)) +
                        word(2) * port.element.size();
  gather(data, value.shape, strides, port.element.size(), value.bytes);
  return value;
}

Outcome Program::run(const Signature &signature, MakeArgument makeArgument,
                     ArrayRef<SmallVector<int64_t>> shapes) const {
  Outcome outcome;
  Call call(abi.barePointers);
  for (auto [i, port] : llvm::enumerate(signature.arguments)) {
    Bytes bytes = makeArgument(i);
    Buffer &buffer = outcome.arguments.emplace_back(bytes.size());
    llvm::copy(bytes, buffer.data());
    if (port.scalar)
      call.addScalar(buffer.data());
    else
      call.addMemRef(buffer.data(), port.offset, port.shape, port.strides);
  }
  std::vector<Buffer> outs;
  for (auto [i, port] : llvm::enumerate(signature.results)) {
    if (abi.places[i] != CallingConvention::Place::OutParam)
      continue;
    int64_t count = 1;
    for (int64_t size : shapes[i])
      count *= size;
    Buffer &buffer = outs.emplace_back(count * port.element.size());
    call.addMemRef(buffer.data(), 0, shapes[i], rowMajorStrides(shapes[i]));
  }
  Buffer returned(abi.returnBytes);

  setHeapJunk(junk);
  auto start = std::chrono::steady_clock::now();
  call.invoke(packed, returned.data());
  outcome.nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(
                            std::chrono::steady_clock::now() - start)
                            .count();

  size_t nextOut = 0, nextReturned = 0;
  for (auto [i, port] : llvm::enumerate(signature.results)) {
    if (abi.places[i] == CallingConvention::Place::Returned) {
      size_t slot = nextReturned++;
      outcome.results.push_back(
          readReturned(returned.data() + abi.returnOffset[slot], port,
                       abi.returnsBarePointer[slot], shapes[i]));
      continue;
    }
    const Buffer &buffer = abi.places[i] == CallingConvention::Place::OutParam
                               ? outs[nextOut++]
                               : outcome.arguments[abi.updated[i]];
    ResultValue &value = outcome.results.emplace_back();
    value.shape = shapes[i];
    value.bytes.assign(buffer.data(), buffer.data() + buffer.size());
  }
  for (const Buffer &out : outs)
    outcome.outsIntact &= out.guardsIntact();
  outcome.allocated = heapAllocated();
  releaseHeap();
  return outcome;
}
