// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pack_library <library.bc> <output>: cuts the OpenCL C library into units (see library_pack.h).
//
// A unit holds the overloads of one name: they are wanted together more often than not, and a unit
// of its own for each would triple the size. What is internal (tables, mostly, that several names
// share) gets a name of its own and a unit of its own, so that a program holds it once.
#include "runtime-stdlib/library_pack.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

using namespace llvm;

namespace {

// A unit of more functions than this is split: each use of a unit reads a record per function.
constexpr size_t MaxFunctionsPerUnit = 48;

[[noreturn]] void fail(const Twine &message) {
  errs() << "pack_library: " << message << '\n';
  std::exit(1);
}

// The name before overloading: "_Z3sinDv4_f" -> "sin". Other names stand for themselves.
StringRef familyName(StringRef symbol) {
  StringRef rest = symbol;
  unsigned length = 0;
  if (!rest.consume_front("_Z") || rest.consumeInteger(10, length) || length == 0 ||
      length > rest.size())
    return symbol;
  return rest.take_front(length);
}

// The language says what functions on integers return, whatever these are. libclc counts on signed
// sums and products to wrap (mul_hi), and looks for that (mad_sat); of them Clang says that they
// never overflow.
void letWrap(Function &function) {
  if (!function.getReturnType()->isIntOrIntVectorTy() ||
      !all_of(function.args(), [](const Argument &argument) {
        return argument.getType()->isIntOrIntVectorTy();
      }))
    return;
  for (Instruction &instruction : instructions(function))
    if (isa<OverflowingBinaryOperator>(instruction))
      instruction.dropPoisonGeneratingFlags();
}

// Declares in a unit what its definitions refer to.
class Declarer final : public ValueMaterializer {
public:
  explicit Declarer(Module &unit) : unit(unit) {}

  Value *materialize(Value *value) override {
    if (auto *function = dyn_cast<Function>(value))
      return declare(*function);
    if (auto *variable = dyn_cast<GlobalVariable>(value))
      return declare(*variable);
    if (isa<GlobalValue>(value))
      fail("'" + value->getName() + "' is neither function nor variable");
    return nullptr;
  }

  Function *declare(const Function &function) {
    if (Function *there = unit.getFunction(function.getName()))
      return there;
    Function *copy = Function::Create(function.getFunctionType(), GlobalValue::ExternalLinkage,
                                      function.getAddressSpace(), function.getName(), &unit);
    copy->copyAttributesFrom(&function);
    return copy;
  }

  GlobalVariable *declare(const GlobalVariable &variable) {
    if (GlobalVariable *there = unit.getGlobalVariable(variable.getName(), true))
      return there;
    auto *copy = new GlobalVariable(
        unit, variable.getValueType(), variable.isConstant(), GlobalValue::ExternalLinkage, nullptr,
        variable.getName(), nullptr, variable.getThreadLocalMode(), variable.getAddressSpace());
    copy->copyAttributesFrom(&variable);
    return copy;
  }

private:
  Module &unit;
};

std::string writeUnit(const Module &library, ArrayRef<GlobalValue *> members) {
  Module unit("", library.getContext());
  unit.setTargetTriple(library.getTargetTriple());
  unit.setDataLayout(library.getDataLayout());
  Declarer declarer(unit);
  ValueToValueMapTy map;
  for (GlobalValue *member : members) {
    if (auto *variable = dyn_cast<GlobalVariable>(member)) {
      map[variable] = declarer.declare(*variable);
      declarer.declare(*variable)->setInitializer(
          MapValue(variable->getInitializer(), map, RF_None, nullptr, &declarer));
      continue;
    }
    auto *function = cast<Function>(member);
    Function *copy = declarer.declare(*function);
    map[function] = copy;
    for (auto [from, to] : zip(function->args(), copy->args()))
      map[&from] = &to;
    SmallVector<ReturnInst *, 4> returns;
    CloneFunctionInto(copy, function, map, CloneFunctionChangeType::DifferentModule, returns, "",
                      nullptr, nullptr, &declarer);
    for (Argument &argument : copy->args())
      argument.setName("");
    for (BasicBlock &block : *copy)
      block.setName("");
    for (Instruction &instruction : instructions(*copy))
      instruction.setName("");
  }
  std::string reason;
  raw_string_ostream reasons(reason);
  if (verifyModule(unit, &reasons))
    fail("unit of '" + members.front()->getName() + "': " + reason);
  SmallVector<char, 0> bytes;
  BitcodeWriter writer(bytes); // without the symbol table that only linkers of files read
  writer.writeModule(unit);
  writer.writeStrtab();
  return {bytes.begin(), bytes.end()};
}

template <typename T> void append(std::string &out, const T &value) {
  out.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    fail("usage: pack_library <library.bc> <output>");
  LLVMContext context;
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(argv[1]);
  if (!file)
    fail(Twine(argv[1]) + ": " + file.getError().message());
  Expected<std::unique_ptr<Module>> read = parseBitcodeFile((*file)->getMemBufferRef(), context);
  if (!read)
    fail(Twine(argv[1]) + ": " + toString(read.takeError()));
  Module &library = **read;

  std::map<std::string, std::vector<GlobalValue *>> families;
  for (GlobalValue &value : library.global_values()) {
    if (value.isDeclaration())
      continue;
    if (value.hasLocalLinkage()) {
      // No program can define such a name.
      value.setName(value.getName() + ".weft_library");
      value.setLinkage(GlobalValue::ExternalLinkage);
    } else if (!value.hasExternalLinkage()) {
      fail("'" + value.getName() + "' has a linkage that a unit cannot express");
    }
    if (auto *function = dyn_cast<Function>(&value)) {
      function->addFnAttr(weft::LibraryFunctionAttribute);
      letWrap(*function);
    }
    families[familyName(value.getName()).str()].push_back(&value);
  }

  std::map<std::string, uint32_t> index;
  std::vector<std::string> units;
  for (auto &[name, members] : families)
    for (ArrayRef<GlobalValue *> rest = members; !rest.empty();) {
      ArrayRef<GlobalValue *> part = rest.take_front(MaxFunctionsPerUnit);
      rest = rest.drop_front(part.size());
      for (GlobalValue *member : part)
        index[member->getName().str()] = uint32_t(units.size());
      units.push_back(writeUnit(library, part));
    }

  std::string out, names;
  append(out,
         weft::PackHeader{weft::PackHeader::Magic, uint32_t(index.size()), uint32_t(units.size())});
  size_t names_at =
      out.size() + index.size() * sizeof(weft::PackSymbol) + units.size() * sizeof(weft::PackUnit);
  for (const auto &[name, unit] : index) {
    append(out, weft::PackSymbol{uint32_t(names_at + names.size()), uint32_t(name.size()), unit});
    names += name;
  }
  size_t unit_at = alignTo(names_at + names.size(), weft::PackUnitAlignment);
  for (const std::string &unit : units) {
    append(out, weft::PackUnit{uint32_t(unit_at), uint32_t(unit.size())});
    unit_at = alignTo(unit_at + unit.size(), weft::PackUnitAlignment);
  }
  out += names;
  for (const std::string &unit : units) {
    out.resize(alignTo(out.size(), weft::PackUnitAlignment), '\0');
    out += unit;
  }
  std::error_code error;
  raw_fd_ostream stream(argv[2], error, sys::fs::OF_None);
  stream << out;
  stream.close();
  if (error || stream.has_error())
    fail(Twine(argv[2]) + ": cannot be written");
  outs() << "library pack: " << index.size() << " symbols in " << units.size() << " units, "
         << out.size() / 1024 << " KiB\n";
  return 0;
}
