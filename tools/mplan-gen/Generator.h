//===- Generator.h - What statements are made with --------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of one program that is being made, and what all statements share:
// values in scope, destinations, scalars, regions. A statement is a function
// that takes the generator, and either adds operations and returns true, or
// finds nothing to work on and returns false.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_GEN_GENERATOR_H
#define MPLAN_TOOLS_GEN_GENERATOR_H

#include "Generate.h"
#include "Random.h"
#include "Scope.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include <optional>

namespace mplan::gen {

class Generator;

/// A kind of statement.
struct Statement {
  bool (*make)(Generator &);
  unsigned weight;
  Feature feature;
  enum In { Tensors = 1, Memrefs = 2, Both = 3 } in = Both;
  bool nests = false; ///< Has bodies of statements.
};

/// The type of a tensor or memref without layout.
struct Kind {
  llvm::SmallVector<int64_t> shape;
  mlir::Type element;
  mlir::Attribute space = {}; ///< Of a memref; null for the usual one.

  int64_t count() const;
};

/// The kind of a type.
Kind getKind(mlir::ShapedType type);

/// Where an operation puts what it computes: an item that is written, or a
/// tensor that only lends its type and perhaps its buffer.
struct Dest {
  mlir::Value value;
  std::optional<unsigned> item;
  bool readable = false;
};

/// A private function that may be called.
struct Callee {
  mlir::func::FuncOp op;
  /// A tensor or memref that it takes; scalars and the sum come before these.
  struct Param {
    mlir::ShapedType type;
    unsigned place = 0;
    bool isReadable = true;     ///< The caller has written it.
    bool isWritten = false;     ///< Some of it may be written.
    bool isInitialised = false; ///< All of it is written when it returns.
  };
  llvm::SmallVector<Param> params;
  bool takesIndex = false;
  bool touchesState = false;
  struct Result {
    Places places;        ///< As they are within the function.
    bool isOwned = false; ///< Nobody else has it: the caller may release it.
  };
  llvm::SmallVector<Result> results;
  unsigned firstPlace = 0; ///< From this on, places are the function's own.
};

class Generator {
public:
  Generator(mlir::MLIRContext &context, uint64_t seed,
            const GenerateOptions &options);

  mlir::OwningOpRef<mlir::ModuleOp> run();

  //===--------------------------------------------------------------------===//
  // State
  //===--------------------------------------------------------------------===//

  const GenerateOptions &options;
  Random random;
  mlir::OpBuilder b;
  mlir::Location loc;
  mlir::ModuleOp module;
  bool isTensors = true;
  Scope scope;
  int loopDepth = 0, depth = 0;
  std::vector<Callee> callees;
  FeatureCounts counts; ///< Statements made so far.
  /// Globals that hold state, with their places.
  struct Global {
    std::string name;
    Kind kind;
    unsigned place = 0;
  };
  std::vector<Global> globals;

  /// What all that is computed ends up in: on tensors the running value, on
  /// memrefs a buffer of `sums` numbers.
  mlir::Value sum;
  static constexpr int64_t sums = 4;

  bool has(Feature feature) const { return options.features.has(feature); }

  //===--------------------------------------------------------------------===//
  // Statements (Generator.cpp)
  //===--------------------------------------------------------------------===//

  /// Makes about `count` statements, as long as the program may still grow.
  void statements(unsigned count);
  /// Makes the body of a statement that nests.
  void body();
  /// May a statement have bodies here?
  bool mayNest() const { return depth < 4 && budget > 1; }

  //===--------------------------------------------------------------------===//
  // Types and items (Generator.cpp)
  //===--------------------------------------------------------------------===//

  Kind pickKind();
  mlir::Type pickElement();
  mlir::ShapedType makeType(const Kind &kind) const;

  /// A new place; made by `allocation`, in the region at hand, if it is given.
  unsigned newPlace(mlir::Value allocation = {});
  static Places onePlace(unsigned place);
  /// The allocation that made the place, if it stands in the region at hand.
  mlir::Value getAllocation(unsigned place) const;
  unsigned placeCount() const { return placeInfos.size(); }
  /// Places that anything was ever written to.
  const Places &writtenPlaces() const { return everWritten; }

  unsigned addItem(mlir::Value value, bool written, Places places = {},
                   int view = -1, bool writable = true);
  /// Notes that all of the item has been written.
  void markWritten(unsigned id);
  /// Notes that some of it has been.
  void markTouched(unsigned id);
  void markRead(unsigned id);

  using Filter = llvm::function_ref<bool(const Item &)>;
  /// An item that passes, recent ones preferred.
  Item *pickItem(Filter filter);
  Item *pickReadable(Filter filter);
  /// An item of just this type that may be read; makes one if there is none.
  unsigned pickOrMake(mlir::ShapedType type, Filter filter);
  unsigned pickOrMake(mlir::ShapedType type);

  /// A tensor or buffer of unspecified contents; not an item yet.
  mlir::Value makeEmpty(const Kind &kind, Places *places);
  /// A new item, written by a simple operation.
  unsigned makeFresh(const Kind &kind);
  /// Writes all of it by a simple operation, from scalars.
  unsigned initialise(const Dest &dest);

  /// Where to put a result of `kind`, in no place of `avoid`. If `inPlace` is
  /// given, that item may be taken whatever its places. Makes one if
  /// `mustRead`: the result is to be added to what is there.
  Dest pickDest(const Kind &kind, const Places &avoid,
                std::optional<unsigned> inPlace = std::nullopt,
                bool mustRead = false);
  /// A new destination. On memrefs an item that is not written yet.
  Dest freshDest(const Kind &kind);
  /// Fills it, so that it can be added to.
  void fill(Dest &dest);
  /// Notes that `op` has computed all of `dest`, and returns the item.
  unsigned finish(const Dest &dest, mlir::Operation *op);

  /// Reads the item into the sum, so that its contents are observed.
  void observe(unsigned id);
  /// Takes the item out of scope, observed if nothing else has read it.
  void retire(unsigned id);

  //===--------------------------------------------------------------------===//
  // Scalars (Scalars.cpp)
  //===--------------------------------------------------------------------===//

  mlir::Value constant(mlir::TypedAttr value);
  mlir::Value constantIndex(int64_t value);
  mlir::Value constantOf(mlir::Type type, int64_t value);
  /// A small number of that type.
  mlir::TypedAttr randomAttr(mlir::Type type);
  /// An index in [0, bound), a constant or computed from data.
  mlir::Value pickIndex(int64_t bound);
  /// The same, computed from data if there is any.
  mlir::Value pickDataIndex(int64_t bound);
  /// A truth value that depends on data.
  mlir::Value pickBool();
  mlir::Value pickScalar(mlir::Type type);
  /// One element of the item, or none if it has none.
  mlir::Value loadElement(const Item &item);
  mlir::Value convert(mlir::Value value, mlir::Type type);
  /// A value of that type made of all the inputs; floats stay within bounds.
  mlir::Value expression(mlir::Type type, llvm::ArrayRef<mlir::Value> inputs);
  mlir::Value clamp(mlir::Value value);
  /// The element's bits as an i64.
  mlir::Value toBits(mlir::Value value);
  /// Adds an i64 to the sum.
  void addToSum(mlir::Value bits);

  //===--------------------------------------------------------------------===//
  // Regions (Regions.cpp)
  //===--------------------------------------------------------------------===//

  /// The generator outside of a region that it is making.
  struct Frame {
    Scope scope;
    mlir::Value sum;
    mlir::OpBuilder::InsertPoint point;
    unsigned region;
  };
  /// Remembers what is outside and starts a region in place.
  Frame enter();
  /// Continues at the end of `block`.
  Frame enter(mlir::Block *block);
  /// Continues where `enter` left; what was written inside counts as touched.
  /// Returns the ids of items that were readable in the end.
  Places leave(Frame &frame);
  /// Items of `ids` are readable from here on.
  void markReadable(const Places &ids);

  /// Starts a function's body: nothing in scope, constants at its entry.
  struct FunctionState {
    mlir::OpBuilder::InsertPoint point;
    Scope scope;
    mlir::Value sum;
    int loopDepth, depth, budget;
    unsigned region;
    llvm::MapVector<mlir::Attribute, mlir::Value> constants;
    mlir::Block *constantBlock;
  };
  FunctionState enterFunction(mlir::Block *entry, int statements);
  /// Ends it: it returns `results`, and on tensors the sum before them.
  void leaveFunction(mlir::func::FuncOp function,
                     llvm::SmallVector<mlir::Value> results,
                     FunctionState state);

private:
  void choosePalette();
  void chooseStatements();

  std::vector<std::pair<Statement, unsigned>> choices;
  std::vector<Kind> palette;
  std::vector<mlir::Type> elements;
  int budget = 0;
  unsigned nextItem = 0, nextRegion = 1, currentRegion = 0;
  /// For each place: what allocates it, and in which region.
  struct PlaceInfo {
    mlir::Value allocation;
    unsigned region;
  };
  std::vector<PlaceInfo> placeInfos;
  Places everWritten;
  llvm::MapVector<mlir::Attribute, mlir::Value> constants;
  mlir::Block *constantBlock = nullptr;
};

} // namespace mplan::gen

#endif // MPLAN_TOOLS_GEN_GENERATOR_H
