; What all work-items compute alike is in the group's record, and arrives by value.
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s
; RUN: %weft-opt -passes=weft-form-regions -S %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: plan of 'k.item': 8 bytes per work-item
; CHECK-NEXT: uniforms: { i64 }
; CHECK: region 2: next end, uniforms 0

; IR-LABEL: define internal i32 @k.item.region1(
; IR: %same = load i64, ptr addrspace(1) %in
; IR: [[FIELD:%.*]] = getelementptr inbounds nuw { i64 }, ptr %uniforms, i32 0, i32 0
; IR-NEXT: store i64 %same, ptr [[FIELD]]
; IR-LABEL: define internal i32 @k.item.region2(
; IR-SAME: i64 %same)
; IR: store i64 %same
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in) {
entry:
  %same = load i64, ptr addrspace(1) %in
  %p = getelementptr i64, ptr addrspace(1) %in, i64 %lx
  %own = load i64, ptr addrspace(1) %p
  call void @weft.barrier()
  store i64 %same, ptr addrspace(1) %in
  store i64 %own, ptr addrspace(1) %p
  ret void
}
