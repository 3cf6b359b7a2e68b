; A limit of a work-item's own index is computed again behind the barrier: neighbours stay neighbours.
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s
; RUN: %weft-opt -passes=weft-form-regions -S %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)

; CHECK: plan of 'k.item': 0 bytes per work-item

; IR-LABEL: define internal i32 @k.item.region2(
; IR: call i64 @llvm.smax.i64(
; IR: call i64 @llvm.usub.sat.i64(
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i64 %n, ptr addrspace(1) %out) {
entry:
  %west = sub i64 %lx, 1
  %least = call i64 @llvm.smax.i64(i64 %west, i64 %n)
  %before = call i64 @llvm.usub.sat.i64(i64 %lx, i64 3)
  store i64 %least, ptr addrspace(1) %out
  store i64 %before, ptr addrspace(1) %out
  call void @weft.barrier()
  store i64 %least, ptr addrspace(1) %out
  store i64 %before, ptr addrspace(1) %out
  ret void
}
