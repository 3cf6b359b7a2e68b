// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of lowerKernels(), and what they share; lower_kernels.cpp has their order. Each has a
// file of its own; those up to call_graph.cpp work on the module, most others on one function.
#ifndef WEFT_PASSES_LOWERING_STEPS_H
#define WEFT_PASSES_LOWERING_STEPS_H

#include "passes/address_space.h"
#include "passes/launch_fields.h"
#include "passes/work_item_function.h"

#include "weft/kernel_abi.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <array>
#include <optional>

namespace weft {

// Upper limits (exclusive) that every launch keeps: of global sizes with their offsets, and of a
// group's size in a dimension. So `local_id * 8` in 32 bits is known not to wrap.
constexpr uint64_t MaxSize = uint64_t(1) << 63;
constexpr uint64_t MaxLocalSize = WEFT_MAX_GROUP_SIZE + 1;

using Errors = std::vector<std::string>;

// --- opencl_functions.cpp ---

enum class ItemQuery {
#define WEFT_ITEM_QUERY(kind, name) kind,
#include "passes/lowering/opencl_functions.def"
};

enum class PointerQuery { ToGlobal, ToLocal, ToPrivate, Fence };

enum class GroupMemory {
#define WEFT_GROUP_MEMORY(kind, name) kind,
#include "passes/lowering/opencl_functions.def"
};

std::optional<ItemQuery> itemQuery(const llvm::Function &function);
std::optional<PointerQuery> pointerQuery(const llvm::Function &function);
std::optional<GroupMemory> groupMemory(const llvm::Function &function);
// What calls of barriers become (isBarrier), declared.
llvm::Function &barrierFunction(llvm::Module &module);
bool isSourceBarrier(const llvm::Function &function);
bool isPrintf(const llvm::Function &function);
// Whether the function converts an opaque value to what lowering represents it by
// (opaque_types.cpp), or a number to a sampler.
bool isOpaqueConversion(const llvm::Function &function);

// Whether the function is defined by the OpenCL C library.
bool isLibraryFunction(const llvm::Function &function);

// Clang's name for the body of a kernel, which the kernel itself only calls.
constexpr llvm::StringLiteral KernelBodyPrefix = "__clang_ocl_kern_imp_";
// What follows the names of a program's own functions and variables from host_conventions.cpp on.
constexpr llvm::StringLiteral ProgramSuffix = ".cl";
// What follows a kernel's name in that of its work-item function.
constexpr llvm::StringLiteral ItemSuffix = ".item";

// A function's name as its author knows it; and with its kind: "kernel 'f'", "function 'f'".
std::string plainName(const llvm::Function &function);
std::string describe(const llvm::Function &function);

// --- opaque_types.cpp ---

// Replaces the opaque types of SPIR by ones that the target has, in the whole module; no other step
// meets them. Kernels are still told by their calling convention.
void lowerOpaqueTypes(llvm::Module &module);

// --- host_conventions.cpp ---

// Gives SPIR's functions the host's conventions: the C calling convention, no attributes of other
// targets, no name that LLVM or its code generator could take for one of the C library's, and
// `convergent` on barriers alone. Returns the kernels, in the module's order.
std::vector<llvm::Function *> adoptHostConventions(llvm::Module &module);

// --- barriers.cpp ---

// Replaces OpenCL C's barrier functions by BarrierName. `marks_flags`: with AlikeName ahead of
// those whose flags are computed.
void lowerBarriers(llvm::Module &module, bool marks_flags);

// Keeps `restrict` from saying that no barrier changes what the pointer leads to: other work-items
// do, through the same parameter. What it says of loads and stores stays.
void makeBarriersClobber(llvm::Function &item);

// --- sub_groups.cpp ---

// Renames the library's __weft_sub_group_* as in passes/analysis/sub_group_operations.h.
void lowerSubGroups(llvm::Module &module);
// The n of __attribute__((intel_reqd_sub_group_size(n))), or 0.
unsigned requiredSubGroupSize(const llvm::Function &item, Errors &errors);

// --- indirect_calls.cpp ---

// Turns calls through pointers into a switch over calls of the functions that they may lead to.
// These can then be inlined like others, and use ids, barriers and local memory.
void resolveIndirectCalls(llvm::Module &module);

// --- call_graph.cpp ---

struct CallGraphPlan {
  // Functions that the kernels reach, callees before callers; only cycles of functions that may
  // remain calls are out of order.
  std::vector<llvm::Function *> bottom_up;
  // Functions that cannot remain calls, because they contain a barrier, a work-item query, a
  // collective or sub-group function, printf or a __local variable, themselves or through what they
  // call. Kernels are among them.
  llvm::DenseSet<const llvm::Function *> must_inline;
  // Those of must_inline that are there only because they ask for ids or sizes: they may remain
  // calls after passQueries(), and so may their callees.
  llvm::DenseSet<const llvm::Function *> only_ask;
  // Functions on a cycle of calls. None of them is in must_inline unless an error was reported.
  llvm::DenseSet<const llvm::Function *> recursive;
  // Functions that one kernel calls at several places, itself or through what it calls.
  llvm::DenseSet<const llvm::Function *> called_often;
  // Copies that a kernel would have if all calls were inlined, of the kernel with the most. Calls
  // with numbers as arguments are not counted, as what they make of a copy may be little.
  llvm::DenseMap<const llvm::Function *, unsigned> copies;
};

CallGraphPlan planCalls(llvm::Module &module, llvm::ArrayRef<llvm::Function *> kernels,
                        Errors &errors);

// --- passed_queries.cpp ---

// Lets the callers of `function` pass it the results of the work-item functions that it calls.
// Returns the function that replaces it; `function` remains as a declaration without uses. Null,
// and nothing is changed, if a dimension is not constant or its address is taken.
llvm::Function *passQueries(llvm::Function &function);

// --- parameters.cpp ---

// Moves the body of `kernel`, which nothing uses any more, into a new work-item function, and lays
// out the packed argument buffer. Erases `kernel`.
LoweredKernel makeWorkItemFunction(llvm::Function &kernel);

// Names the parameters for ids and sizes, and gives them ranges.
void describePlaces(llvm::Function &item);

// --- work_item_queries.cpp ---

struct QueryFacts {
  Grouping grouping = Grouping::Free; // of groups that give the queries the same results
  bool transposed = false;            // see LoweredKernel
  unsigned rows_of_tile = 1;          // rowsThatShareLines()
};

// `may_transpose`: whether lanes may run along y.
QueryFacts lowerQueries(llvm::Function &item, bool may_transpose);

// The local size that every launch is required to have, if there is one: in the kernel's dimensions
// before lowerQueries(), afterwards in those of the launch record and the parameters.
std::optional<std::array<uint64_t, 3>> requiredLocalSize(const llvm::Function &item);
// Whether all groups of a launch have the same size.
bool hasUniformGroups(const llvm::Function &item);

// --- own_elements.cpp ---

// Finds ArgSlot::own_bytes and KernelFacts::reaches_by_arguments. Comes before lowerQueries().
void findOwnElements(LoweredKernel &kernel);

// --- composed_ids.cpp ---

// A value that a kernel computes from its groups' ids and sizes, though it does not depend on them.
struct ComposedId {
  llvm::Instruction *value; // that is computed
  ItemQuery is;             // GlobalId, without the offset, or GlobalSize, either truncated
  unsigned dimension;
  bool is_exact; // in all launches; else in those of less than 2^31 work-items in each dimension
  llvm::SmallVector<llvm::Value *, 8> others; // other terms of the sum
  // The instructions from the queries to `value`, without casts.
  llvm::SmallVector<llvm::Instruction *, 2> parts;
};

// In the order of the code. They are right only if all groups of a launch have the same size.
llvm::SmallVector<ComposedId, 4> findComposedIds(llvm::Function &item);
// Whether all uses of `query` are parts of `ids`.
bool onlyComposes(llvm::CallInst &query, llvm::ArrayRef<ComposedId> ids);

// --- row_dimension.cpp ---

// Whether vectors should be of work-items along y. `queries`: all calls of itemQuery() functions.
bool hasRowsAlongY(llvm::Function &item, llvm::ArrayRef<llvm::CallInst *> queries);
// How many successive rows access the same cache lines, if the work-items of a row each access a
// line of their own: a power of two, 1 if there are none. `transposed`: rows are along y.
unsigned rowsThatShareLines(llvm::Function &item, llvm::ArrayRef<llvm::CallInst *> queries,
                            bool transposed);

// --- pointer_queries.cpp ---

void lowerPointerQueries(llvm::Function &item);

// --- group_memory.cpp ---

// Gives the collective functions their memory. Returns the bytes per work-item that it takes at the
// start of weft_thread::context; what a group has once becomes a __local variable.
uint64_t lowerGroupMemory(llvm::Function &item);

// --- memory_scopes.cpp ---

// Tells LLVM which accesses cannot alias, by alias scopes. Comes before lowerLocalVariables(), as
// it needs the __local variables.
void describeMemory(llvm::Function &item);

// --- local_variables.cpp ---

bool hasNamedBarriers(const llvm::Function &item);

// Returns the bytes of local memory that the kernel's __local variables take.
uint64_t lowerLocalVariables(llvm::Function &item);

// --- blocks.cpp ---

// Whether the function returns the launch's weft_children.
bool isChildrenQuery(const llvm::Function &function);
// Marks the kernel with EnqueuesKernels (blocks.h) if it enqueues, or asks about, others.
void lowerChildren(llvm::Function &item);

// --- component_accesses.cpp ---
//
// Front ends write components of a vector by loading it, replacing them and storing all of it. What
// other work-items have written to the other components in between would be lost: a vector's lanes
// load before they store.

// Makes such a store one of the components alone, where they are at an index that is computed or
// other stores write other components of vectors of this size. What is the same for all stores
// stays: the rest of the vector is stored as it was.
void narrowMixedComponentStores(llvm::Function &function);

// Makes all of them stores of the components alone, and reads of components loads of these, each
// with ComponentKind: what checks have to see is the program's accesses.
void narrowComponentAccesses(llvm::Function &item);

// --- printf_calls.cpp ---

void lowerPrintf(llvm::Function &item);

// --- alignment.cpp ---

// The first multiple of `align` from `address` on.
llvm::Value *alignAddress(llvm::IRBuilderBase &builder, llvm::Value *address, llvm::Align align);

} // namespace weft
#endif
