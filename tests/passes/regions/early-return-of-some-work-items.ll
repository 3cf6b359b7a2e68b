; Work-items that return while others reach a barrier are marked, and the regions that follow skip them.
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s
; RUN: %weft-opt -passes=weft-form-regions -S %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: plan of 'k.item': 1 bytes per work-item, skips ended work-items
; CHECK: region 1: next end 2
; CHECK-NEXT: region 2: next end

; IR-LABEL: define internal i32 @k.item.region1(
; IR: return:
; IR-NEXT: store i8 1, ptr %ended
; IR-NEXT: ret i32 0
; IR: go:
; IR-NEXT: store i8 0, ptr %ended
; IR-NEXT: ret i32 2
; IR-LABEL: define internal i32 @k.item.region2(
; IR: [[MARK:%.*]] = load i8, ptr %ended
; IR-NEXT: [[ENDED:%.*]] = icmp ne i8 [[MARK]], 0
; IR-NEXT: br i1 [[ENDED]], label %skip,
; IR: skip:
; IR-NEXT: ret i32 0
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
entry:
  %c = icmp ult i64 %lx, 3
  br i1 %c, label %return, label %go
return:
  ret void
go:
  call void @weft.barrier()
  store i64 1, ptr addrspace(1) %out
  ret void
}
