// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files that translate instructions share. The reader goes over a parsed module once:
// types, constants and variables in their order, then the functions' blocks in that of
// block_order.cpp, so that a value is defined before it is used but for phis. Each handler fetches
// its operands by functions that check them, asks `failed`, and only then gives them to LLVM, which
// does not check.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_READER_H
#define WEFT_COMPILER_FRONTEND_SPIRV_READER_H

#include "compiler/frontend/options.h"
#include "compiler/frontend/spirv/mangler.h"
#include "compiler/frontend/spirv/module.h"
#include "weft/compiler.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>
#include <vector>

namespace weft::spirv {

// A type of the module. Kind is the OpType... that made it.
struct Type {
  spv::Op kind = spv::Op::OpTypeVoid;
  uint32_t id = 0;
  llvm::Type *llvm = nullptr;                 // null: of a function, or a sampled image
  const Type *element = nullptr;              // vector, array, sampled image (its image)
  uint32_t pointee = 0;                       // pointer: id, maybe not defined yet; 0: untyped
  spv::StorageClass storage{};                // pointer
  uint64_t count = 0;                         // vector, array
  llvm::SmallVector<const Type *, 4> members; // struct; function: the result, then parameters
  llvm::ArrayRef<uint32_t> image;             // image: dimension to format, and access if given
  uint64_t spread = 1;                        // what is written in it, through all structures
  unsigned depth = 1;
};

struct Decoration {
  spv::Decoration kind;
  llvm::ArrayRef<uint32_t> operands;
};

class Reader {
public:
  Reader(const Module &module, llvm::ArrayRef<weft_spec_constant> constants, const Options &options,
         llvm::LLVMContext &context, Log &log);
  std::unique_ptr<llvm::Module> run();

private:
  // ---- reader.cpp: the module's sections ----
  bool header();
  bool capability(uint32_t value);
  bool isDeclared(llvm::ArrayRef<uint32_t> any) const;
  bool checkCapabilities(const Instruction &in);
  void annotate(const Instruction &in);
  bool global(const Instruction &in);
  bool fail(const llvm::Twine &why);
  bool unsupported(const llvm::Twine &what = "");

  // Operands of the instruction at hand.
  size_t numOperands() const { return at->operands.size(); }
  uint32_t operand(size_t i);
  const Type *type(uint32_t id);   // never null; fails
  const Type *typeOf(uint32_t id); // of a value; never null; fails
  const Type *resultType() { return type(at->type); }
  llvm::Value *value(uint32_t id); // null after a failure
  llvm::Value *arg(size_t i) { return value(operand(i)); }
  llvm::Constant *constant(uint32_t id);       // null after a failure
  bool integer(uint32_t id, uint64_t &number); // of a constant
  uint64_t number(size_t i);                   // of the constant that operand i names
  llvm::Value *pointer(size_t i);              // an operand that is a pointer
  llvm::Value *pointerById(uint32_t id);
  const Type *pointee(const Type &pointer); // never null; fails
  const Type *contentOf(uint32_t id);       // what a pointer points to; never null; fails
  bool isUntyped(uint32_t id) const;        // a pointer whose type does not say it
  void define(llvm::Value *made);           // checks that it has the result's type
  const Decoration *decoration(uint32_t id, spv::Decoration kind) const;
  std::string nameOf(uint32_t id) const;
  // Scalars both, or vectors of as many elements.
  static bool haveSameShape(const llvm::Type *a, const llvm::Type *b);

  // ---- types.cpp ----
  void makeType();
  bool makeNewerType(Type &made);
  void makeStruct(Type &made);
  void makeArray(Type &made);
  void makeImage(Type &made);
  bool finishType(Type &made);
  unsigned addressSpace(spv::StorageClass storage);

  // ---- constants.cpp ----
  void makeConstant();
  void makeNumber(bool specialized);
  void makeComposite();
  void makeSpecOp();
  void makeSampler();
  llvm::Value *entryValue(uint32_t id);
  void makeFunctionPointer();
  const weft_spec_constant *specialization(uint32_t id, size_t size);
  void makeVariable();
  void takeLinkage(llvm::GlobalValue &value, uint32_t id);

  // ---- functions.cpp ----
  bool declareFunctions();
  bool declareFunction(size_t index);
  bool translateFunctions();
  bool translateFunction(size_t &index);
  bool translateBody(size_t start);
  bool isInBody(uint32_t id) const;
  bool makeKernels();
  bool makeKernel(const Instruction &entry);
  bool isEnqueued(uint32_t id, const llvm::Function &body) const;
  void kernelMetadata(llvm::Function &kernel, uint32_t id, llvm::ArrayRef<uint32_t> params);
  void executionModes(llvm::Function &kernel, uint32_t id);
  bool hasMode(uint32_t id, spv::ExecutionMode mode) const;
  bool makeStructor(uint32_t id, llvm::Function &body);
  void listStructors(llvm::StringRef name, llvm::ArrayRef<llvm::Function *> functions);
  std::string typeName(const Type &type);

  // ---- debug_lines.cpp ----
  void beginDebug();
  void beginFunctionDebug(llvm::Function &of, llvm::StringRef name, size_t first, size_t end);
  llvm::DIFile *debugFile(uint32_t string);
  void debugAt(uint32_t file, uint32_t line, uint32_t column);
  bool isDebugLine(const Instruction &in) const;
  bool isDebugNoLine(const Instruction &in) const;
  uint32_t debugLineOf(const Instruction &in, uint32_t &file, uint32_t &line) const;
  bool saysLine(const Instruction &in) const; // or that there is none
  void debugLine();                           // of the instruction at hand, if it says one

  // ---- block_order.cpp ----
  struct Part {
    size_t begin, end;       // instructions
    const Instruction *line; // which holds at its beginning; may be null
    bool is_reached = false; // some way leads to it from the function's first block
  };
  std::vector<Part> readingOrder();
  llvm::SmallVector<uint32_t, 2> successors(const Instruction &end);

  // ---- control.cpp ----
  void instruction(); // which handler is whose
  bool isOneOf(std::initializer_list<spv::Op> ops) const;
  bool control();
  llvm::BasicBlock *block(uint32_t id);
  void makeSwitch();
  void makePhi();
  void finishPhis();
  void checkDominance();
  void makeCall();

  // ---- memory.cpp ----
  bool memory();
  void makeLocalVariable();
  struct Access {
    llvm::Align align;
    bool is_volatile = false, non_temporal = false;
  };
  Access access(size_t i, llvm::Type *type);
  llvm::Value *load(llvm::Type *type, llvm::Value *from, const Access &how);
  void store(llvm::Value *what, llvm::Value *to, const Access &how);
  bool mayMove(llvm::Type *composite);
  void makeAccessChain();
  void makeCopy();
  llvm::Value *castPointer(llvm::Value *from, llvm::Type *to);

  // ---- arithmetic.cpp ----
  bool arithmetic();
  bool comparison();
  bool binary(llvm::Instruction::BinaryOps op, bool floats);
  bool sameAsResult(std::initializer_list<size_t> operands, bool floats);
  llvm::FastMathFlags fastMath() const;

  // ---- integers.cpp ----
  bool integers();
  void integerDot(bool a_signed, bool b_signed, bool accumulates);
  void bitField();

  // ---- conversion.cpp ----
  bool conversion();
  bool convertByLibrary(bool from_signed, bool to_signed, bool saturated);

  // ---- composite.cpp ----
  bool composite();

  // ---- atomics.cpp ----
  bool atomics();
  llvm::AtomicOrdering ordering(size_t i);
  void barrier();
  uint32_t fenceFlags(uint64_t semantics);

  // An argument of a library function.
  struct Arg {
    llvm::Value *value;
    MangledType type;
    Sign sign = Sign::Unsigned;
  };

  // ---- groups.cpp ----
  bool groups();
  bool groupScope(bool &sub_group);
  void groupArithmetic(llvm::StringRef operation, Sign sign, bool non_uniform);
  llvm::Value *perElement(llvm::Value *vector,
                          llvm::function_ref<llvm::Value *(llvm::Value *)> one);
  llvm::Value *vote(llvm::StringRef name, llvm::Value *predicate);
  void asyncCopy();
  void readClock();

  // ---- sub_groups.cpp ----
  bool subGroups();
  bool nonUniform();
  bool shaderBallot();
  void moveInSubGroup(llvm::StringRef name, llvm::Value *what, llvm::ArrayRef<Arg> rest);
  void ballot(llvm::Value *predicate);
  void allEqual(llvm::Value *what);

  // ---- gathers.cpp ----
  bool gathers();
  void gather();
  void scatter();
  llvm::Function *laneFunction(llvm::Type *result, llvm::ArrayRef<llvm::Value *> args);
  bool fitsLanes(llvm::Value *pointers, llvm::Value *mask, llvm::Type *values, llvm::Align &align);

  // ---- newer.cpp ----
  bool newerInstructions();

  // ---- intel.cpp ----
  bool intel();
  bool intelSubGroups();
  llvm::Type *blockType(llvm::Type *type);
  void callThroughPointer();

  // ---- pipes.cpp ----
  enum class PipeAccess { Read, Write, Any };
  struct PipeFunction {
    spv::Op op;
    const char *name;
    PipeAccess access;
    const char *operands;
    bool of_group;
  };
  bool pipes();
  void usePipe(const PipeFunction &which);
  void packetLayout(llvm::SmallVectorImpl<llvm::Value *> &args);
  // Operands that are checked; null after a failure.
  llvm::Value *opaque(size_t i, llvm::StringRef name);
  llvm::Value *integerArg(size_t i, unsigned bits);
  llvm::Value *genericPointer(size_t i);

  // ---- named_barriers.cpp ----
  bool namedBarriers();
  void initializeNamedBarrier();

  // ---- enqueue.cpp ----
  struct Block {
    llvm::Value *kernel = nullptr, *literal = nullptr;
    unsigned num_locals = 0;
  };
  bool deviceEnqueue();
  void enqueueKernel();
  void enqueueMarker();
  bool askKernel();
  bool deviceEvents();
  void useEvent(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<Arg> rest);
  unsigned checkInvoke(uint32_t id);
  llvm::Function *blockKernel(uint32_t id, uint64_t offset);
  Block blockArgs(size_t i);
  llvm::StructType *rangeType();
  llvm::Value *rangeArg(size_t i);
  unsigned rangeSizes(size_t i, llvm::Value *&sizes);
  void buildRange();
  llvm::AllocaInst *entryVariable(llvm::Type *type, uint64_t align);

  // ---- images.cpp ----
  bool images();
  static std::string imageName(const Type &image);
  const Type *imageType(uint32_t id);
  llvm::Value *coordinate(const Type &image, size_t i, bool integers);
  llvm::Value *components(llvm::Value *all, unsigned used);
  llvm::SmallVector<llvm::Value *, 2> levelOperands(const Type &image, size_t i);
  void readImage(const Type *image, llvm::Value *object, llvm::Value *sampler, size_t coord);
  void writeImage();
  void querySize();

  // ---- ext_inst.cpp ----
  void extended();
  void openclInstruction(const ExtInfo &info);
  bool specialInstruction(uint32_t opcode);

  // ---- builtins.cpp ----
  MangledType mangled(const llvm::Type *type, Sign sign);
  Arg given(llvm::Value *value, Sign sign) {
    return {value, mangled(value->getType(), sign), sign};
  }
  Arg givenPointer(llvm::Value *value, MangledType pointee, bool is_const = false);
  Arg named(llvm::Value *value, llvm::StringRef name);
  enum class Effect { None, Reads, Any };
  llvm::Value *call(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<Arg> args,
                    Effect effect, Sign result_sign = Sign::Unsigned);
  llvm::CallInst *callNamed(llvm::StringRef mangled_name, llvm::Type *result,
                            llvm::ArrayRef<llvm::Value *> args, Effect effect);
  llvm::Value *builtinVariable(uint32_t id, llvm::Type *type);
  llvm::Value *builtinStorage(uint32_t id);

  const Module &module;
  llvm::ArrayRef<weft_spec_constant> spec_constants;
  const Options &options;
  llvm::LLVMContext &context;
  Log &log;
  std::unique_ptr<llvm::Module> made;
  llvm::IRBuilder<> builder;
  const Instruction *at = nullptr;
  bool failed = false;
  uint64_t parts_moved = 0, decorations_copied = 0;

  llvm::DenseSet<uint32_t> capabilities;
  uint32_t opencl_set = 0;
  llvm::DenseSet<uint32_t> ignored_sets; // debug_sets among them
  llvm::DenseSet<uint32_t> debug_sets;   // of NonSemantic.Shader.DebugInfo
  llvm::DenseMap<uint32_t, llvm::StringRef> strings;
  llvm::DenseMap<uint32_t, llvm::StringRef> names;
  llvm::DenseMap<uint32_t, llvm::SmallVector<Decoration, 2>> decorations;
  std::vector<const Instruction *> entry_points, execution_modes;
  llvm::DenseMap<uint32_t, std::unique_ptr<Type>> types;
  std::vector<llvm::Value *> values; // by id
  llvm::DenseMap<uint32_t, spv::BuiltIn> builtin_variables;
  llvm::DenseMap<uint32_t, std::pair<uint32_t, uint32_t>> sampled_images;
  llvm::DenseMap<uint32_t, uint32_t> sampler_bits;
  // Of functions that only LLVM has, with their names.
  std::vector<std::pair<llvm::Function *, llvm::StringRef>> llvm_imports;
  llvm::DenseSet<uint32_t> null_objects; // OpConstantNull of reservations and events
  llvm::DenseSet<uint32_t> enqueued;     // functions
  llvm::SmallVector<llvm::Function *, 1> initializers, finalizers;
  // By such a function, and where in a literal its parameters are.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, llvm::Function *> block_kernels;
  std::vector<size_t> function_starts;
  Type nothing;                                         // what type() returns after a failure
  std::unique_ptr<llvm::DIBuilder> debug;               // null: no lines are asked for
  llvm::DenseMap<uint32_t, llvm::DIFile *> debug_files; // by OpString

  // Of the function at hand.
  llvm::Function *function = nullptr;
  size_t body_begin = 0, body_end = 0; // instructions from the first block to OpFunctionEnd
  bool is_reached = true;              // the block at hand
  llvm::DenseMap<uint32_t, llvm::BasicBlock *> blocks;
  llvm::DenseMap<uint32_t, llvm::Value *> builtin_storage;
  llvm::DenseMap<uint32_t, llvm::Value *> entry_values; // by id of a constant
  std::vector<std::pair<llvm::PHINode *, const Instruction *>> phis;
  llvm::DenseMap<uint32_t, llvm::DIScope *> debug_scopes; // by OpString of the file
};

} // namespace weft::spirv
#endif
