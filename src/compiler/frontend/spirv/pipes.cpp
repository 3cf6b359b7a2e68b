// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes, by the functions that Clang calls for those of OpenCL C (runtime-stdlib/src/pipes.cl).
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

namespace weft::spirv {
namespace {

struct Pipes : GroupHandler {
  using GroupHandler::GroupHandler;
  void translate();
  enum class PipeAccess { Read, Write, Any };
  struct PipeFunction {
    spv::Op op;
    const char *name;
    PipeAccess access;
    const char *operands;
    bool of_group;
  };
  void use(const PipeFunction &which);
  void packetLayout(llvm::SmallVectorImpl<llvm::Value *> &args);
};

} // namespace

// Appends a packet's size and alignment, which are the last two operands. "The alignment must be a
// power of two, and divide the size": what is known of them is held to it.
void Pipes::packetLayout(llvm::SmallVectorImpl<llvm::Value *> &args) {
  if (numOperands() < 2)
    return void(fail("lacks an operand"));
  llvm::Value *size = integerArg(numOperands() - 2, 32), *align = integerArg(numOperands() - 1, 32);
  if (failed)
    return;
  auto *known_size = llvm::dyn_cast<llvm::ConstantInt>(size);
  auto *known_align = llvm::dyn_cast<llvm::ConstantInt>(align);
  if (known_align && !known_align->getValue().isPowerOf2())
    return void(fail("an alignment of " + llvm::Twine(known_align->getZExtValue())));
  if (known_size && (known_size->isZero() ||
                     (known_align && known_size->getZExtValue() % known_align->getZExtValue())))
    return void(fail("packets of " + llvm::Twine(known_size->getZExtValue()) + " bytes"));
  args.append({size, align});
}

// One call: what stands before the pipe decides what the function is named, what stands behind it
// what it is given besides.
void Pipes::use(const PipeFunction &which) {
  llvm::SmallVector<llvm::Value *, 6> args;
  std::string name = which.name;
  size_t i = 0;
  if (which.of_group) {
    bool sub_group = false;
    if (!groupScope(sub_group))
      return;
    name.replace(0, 2, sub_group ? "__sub_group_" : "__work_group_");
    ++i;
  }
  args.push_back(opaque(i++, "spirv.Pipe"));
  if (failed)
    return;
  const bool writes = llvm::cast<llvm::TargetExtType>(args[0]->getType())->getIntParameter(0) != 0;
  if (which.access == PipeAccess::Any)
    name += writes ? "wo" : "ro";
  else if (writes != (which.access == PipeAccess::Write))
    return void(fail(writes ? "reads a pipe that is written" : "writes a pipe that is read"));
  for (const char *kind = which.operands; *kind && !failed; ++kind, ++i)
    args.push_back(*kind == 'r'   ? opaque(i, "spirv.ReserveId")
                   : *kind == 'n' ? integerArg(i, 32)
                                  : genericPointer(i));
  if (!failed)
    packetLayout(args);
  if (failed)
    return;
  llvm::Type *result = at->result ? resultType()->llvm : builder.getVoidTy();
  const bool reserves = name.find("reserve_") != std::string::npos;
  const bool fits = reserves ? result == llvm::TargetExtType::get(context, "spirv.ReserveId")
                             : !at->result || (result && result->isIntegerTy(32));
  if (failed || !fits)
    return void(fail("its result is of another type"));
  define(callNamed(name, result, args, Effect::Any));
}

void Pipes::translate() {
  // Operands between the pipe and the packet's size: r, a reservation; n, a number; p, a pointer.
  using Access = PipeAccess;
  static constexpr PipeFunction Functions[] = {
      {spv::Op::OpReadPipe, "__read_pipe_2", Access::Read, "p", false},
      {spv::Op::OpWritePipe, "__write_pipe_2", Access::Write, "p", false},
      {spv::Op::OpReservedReadPipe, "__read_pipe_4", Access::Read, "rnp", false},
      {spv::Op::OpReservedWritePipe, "__write_pipe_4", Access::Write, "rnp", false},
      {spv::Op::OpReserveReadPipePackets, "__reserve_read_pipe", Access::Read, "n", false},
      {spv::Op::OpReserveWritePipePackets, "__reserve_write_pipe", Access::Write, "n", false},
      {spv::Op::OpCommitReadPipe, "__commit_read_pipe", Access::Read, "r", false},
      {spv::Op::OpCommitWritePipe, "__commit_write_pipe", Access::Write, "r", false},
      {spv::Op::OpGetNumPipePackets, "__get_pipe_num_packets_", Access::Any, "", false},
      {spv::Op::OpGetMaxPipePackets, "__get_pipe_max_packets_", Access::Any, "", false},
      {spv::Op::OpGroupReserveReadPipePackets, "__reserve_read_pipe", Access::Read, "n", true},
      {spv::Op::OpGroupReserveWritePipePackets, "__reserve_write_pipe", Access::Write, "n", true},
      {spv::Op::OpGroupCommitReadPipe, "__commit_read_pipe", Access::Read, "r", true},
      {spv::Op::OpGroupCommitWritePipe, "__commit_write_pipe", Access::Write, "r", true}};
  if (at->op() == spv::Op::OpIsValidReserveId) {
    if (llvm::Value *reservation = opaque(0, "spirv.ReserveId"))
      define(call("is_valid_reserve_id", builder.getInt1Ty(), {named(reservation, "ocl_reserveid")},
                  Effect::Any));
    return;
  }
  for (const PipeFunction &which : Functions)
    if (which.op == at->op())
      return use(which);
  unsupported();
}

void pipes(Body &body) { Pipes(body).translate(); }

} // namespace weft::spirv
