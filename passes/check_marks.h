// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks for what checks (passes/check) have to know of a program that lowering makes
// unrecognisable.
#ifndef WEFT_PASSES_CHECK_MARKS_H
#define WEFT_PASSES_CHECK_MARKS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace weft {

// A condition under which something is wrong, from before lowering and inlining on:
//   void @weft.check.found(i1 bad, i32 weft_check_event, i32 bits)
constexpr llvm::StringLiteral FoundName = "weft.check.found";
// An access that is known to miss its variable; the variable's name is metadata "weft.variable":
//   void @weft.check.missed(i32 weft_check_access, i64 bytes, i64 offset, i64 size)
constexpr llvm::StringLiteral MissedName = "weft.check.missed";
constexpr llvm::StringLiteral VariableKind = "weft.variable";
// What a private variable holds before it is written, as a value that nothing is known of. Its name
// is metadata "weft.variable", and the number keeps two of them apart:
//   T @weft.check.unwritten.T(i32)
constexpr llvm::StringLiteral UnwrittenPrefix = "weft.check.unwritten.";
// A copy from or to other than private memory, which LLVM would take apart:
//   void @weft.check.copy.pN.pN(ptr to, ptr from, i64 bytes)
constexpr llvm::StringLiteral CopyPrefix = "weft.check.copy.";

// An index of an array or a vector of `count` elements that is one of another object's elements
// from `least_wrong` on:
//   void @weft.check.index(i64 index, i64 least_wrong, i64 count)
constexpr llvm::StringLiteral IndexName = "weft.check.index";

// Ahead of a barrier, in its block: what all work-items of a group that come to it have to have
// alike, as the arguments of what they meet for:
//   void @weft.check.alike(i32)
constexpr llvm::StringLiteral AlikeName = "weft.check.alike";

// Metadata at the instruction that makes the address of a __local variable: its name, its bytes and
// its alignment.
constexpr llvm::StringLiteral LocalVariableKind = "weft.local.variable";

// Metadata at a barrier (passes/work_item_function.h) of which it is known: a set of Fences that it
// orders. Others order both.
constexpr llvm::StringLiteral FencesKind = "weft.fences";
enum Fences : unsigned { LocalFence = 1, GlobalFence = 2 }; // as cl_mem_fence_flags

// Metadata at accesses of asynchronous copies, which work-items make each for a part, but of which
// nobody may use a part before the copy was waited for.
constexpr llvm::StringLiteral AsyncKind = "weft.async";

// Metadata at an access to components of a vector: the bytes from the vector's first one, the
// vector's bytes and its alignment.
constexpr llvm::StringLiteral ComponentKind = "weft.component";

// Metadata at loads of pointers by the OpenCL C library, which are fields of records that the run
// time has made: of images, pipes, queues.
constexpr llvm::StringLiteral RecordKind = "weft.record";
void markRecords(llvm::Module &program, llvm::function_ref<bool(const llvm::Function &)> is_own);

// Requires: a program before divisions and conversions are made safe (passes/lowering), which
// leaves nothing of what they were. Guarantees: FoundName ahead of each that may be wrong.
// `is_own`: whether a function is the program's own, not the OpenCL C library's.
void markArithmetic(llvm::Module &program, uint32_t checks,
                    llvm::function_ref<bool(const llvm::Function &)> is_own);

// Requires: a program whose images are pointers to weft_image. Guarantees: no read without sampler,
// and no write, is made at coordinates that the image does not have; FoundName is there instead.
void markImageAccesses(llvm::Module &program,
                       llvm::function_ref<bool(const llvm::Function &)> is_own);

// Requires: a program whose addresses are still written with the types of the source. Guarantees:
// IndexName ahead of each index that may be outside of an array which is a part of its object, or
// of a vector.
void markIndices(llvm::Module &program, llvm::function_ref<bool(const llvm::Function &)> is_own);

// Requires: a program whose barriers are calls of `barrier`. Guarantees: work-items meet at one
// ahead of each copy that a group makes together; AlikeName there and where they wait, and marks
// for passes/check/copy_checks.h.
void markCopies(llvm::Module &program, llvm::FunctionCallee barrier,
                llvm::function_ref<bool(const llvm::Function &)> is_own);

// Guarantees: marks for passes/check/sub_group_checks.h.
void markSubGroups(llvm::Module &program, llvm::function_ref<bool(const llvm::Function &)> is_own);

// Requires: a function of the program whose scalar variables are values. Guarantees: no access at a
// constant offset misses its private variable: it is MissedName instead, and a load is zero. LLVM
// takes such accesses for undefined behaviour and drops them.
void takeOutMisses(llvm::Function &function);

// Requires: functions of the program as the front ends make them, whose variables are allocas.
// Guarantees: variables begin as UnwrittenPrefix, again wherever they come to life. So what becomes
// values is no undefined one, with which LLVM does what it likes. Copies to other than private
// memory are CopyPrefix, so that they are not taken apart: what they copy of structures may be
// padding.
void markUnwritten(llvm::Module &program, llvm::function_ref<bool(const llvm::Function &)> is_own);

// Makes copies of CopyPrefix again.
void restoreCopies(llvm::Function &function);

// FoundName, AlikeName, declared.
llvm::FunctionCallee declareFound(llvm::Module &program);
llvm::FunctionCallee declareAlike(llvm::Module &program);

} // namespace weft
#endif
