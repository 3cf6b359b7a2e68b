; A barrier under a condition: the first region goes on to it or runs through to the end, and the block
; behind the condition belongs to both regions.
;
;   entry --c--> then: barrier --> join
;     \____________________________/
; RUN: %weft-opt -passes="print<weft-barrier-graph>" -disable-output %s 2>&1 | FileCheck %s
; RUN: %weft-opt -passes=weft-form-regions -S %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: region 1: %entry %then %join
; CHECK-NEXT: next: 2 end
; CHECK: region 2: %after.barrier %join
; CHECK-NEXT: next: end

; IR-LABEL: define internal i32 @k.item.region1(
; IR: then:
; IR-NEXT: ret i32 2
; IR: join:
; IR-NEXT: store i64 1
; IR-NEXT: ret i32 0
; IR-LABEL: define internal i32 @k.item.region2(
; IR: store i64 1
; IR-NEXT: ret i32 0
; IR-NOT: @weft.barrier()
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %then, label %join
then:
  call void @weft.barrier()
  br label %join
join:
  store i64 1, ptr addrspace(1) %out
  ret void
}
