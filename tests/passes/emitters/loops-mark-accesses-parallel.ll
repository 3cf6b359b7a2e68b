; Work-items may run in any order: the accesses of a region are marked so, and its innermost loop says it. A
; private variable that all turns of the loop share is not, whichever way it is reached.
; RUN: %weft-opt -passes=weft-emit-loops -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define internal i32 @k.item.region1(
; CHECK: store i64 1, ptr %a, align 8{{$}}
; CHECK: %chosen = select
; CHECK: store i64 2, ptr %chosen, align 8{{$}}
; CHECK: store ptr %a, ptr %table, align 8{{$}}
; CHECK: %found = load ptr, ptr %table, align 8{{$}}
; CHECK: store i64 3, ptr %found, align 8{{$}}
; CHECK: load i64, ptr %a, align 8{{$}}
; CHECK: store i64 %v, ptr addrspace(1) %out, align 8, !llvm.access.group [[GROUP:![0-9]+]]
; CHECK-LABEL: define void @weft_kernel_k(
; CHECK: br i1 {{.*}}, label %item, {{.*}} !llvm.loop [[LOOP:![0-9]+]]
; CHECK: [[LOOP]] = distinct !{[[LOOP]], [[PARALLEL:![0-9]+]]}
; CHECK: [[PARALLEL]] = !{!"llvm.loop.parallel_accesses", [[GROUP]]}
define internal void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                             i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
  %a = alloca i64
  %b = alloca i64
  %table = alloca ptr
  store i64 1, ptr %a
  %c = icmp eq i64 %lx, 1
  %chosen = select i1 %c, ptr %a, ptr %b
  store i64 2, ptr %chosen
  store ptr %a, ptr %table
  %found = load ptr, ptr %table
  store i64 3, ptr %found
  %v = load i64, ptr %a
  store i64 %v, ptr addrspace(1) %out
  ret void
}
