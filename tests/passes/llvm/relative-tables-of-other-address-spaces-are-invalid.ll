; LLVM itself: a table of pointers becomes one of distances, and a load of it a call of llvm.load.relative, whose pointers
; are of address space 0 whatever the table's are. When this test fails because LLVM leaves such a table as it is, or calls
; with a pointer that fits, the pass need not be left out any more (passes/optimizer.cpp), and this test goes with it.
; RUN: opt -passes=rel-lookup-table-converter -relocation-model=pic -disable-verify %s -S -o - | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal addrspace(2) constant [2 x i32] [i32 1, i32 2], align 4
@b = internal addrspace(2) constant [2 x i32] [i32 3, i32 4], align 4
@table = internal unnamed_addr addrspace(2) constant [2 x ptr addrspace(2)] [ptr addrspace(2) @a, ptr addrspace(2) @b], align 8

; CHECK-LABEL: define i32 @chosen
; CHECK: call ptr @llvm.load.relative.i64(ptr addrspace(2) @table
define i32 @chosen(i64 %which) {
  %place = getelementptr inbounds [2 x ptr addrspace(2)], ptr addrspace(2) @table, i64 0, i64 %which
  %list = load ptr addrspace(2), ptr addrspace(2) %place, align 8
  %first = load i32, ptr addrspace(2) %list, align 4
  ret i32 %first
}
