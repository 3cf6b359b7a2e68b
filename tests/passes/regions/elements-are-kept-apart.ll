; Of a short vector what is used behind a barrier is kept, each element for itself.
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s
; RUN: %weft-opt -passes=weft-form-regions -S %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: plan of 'second.item': 4 bytes per work-item
; IR-LABEL: define internal i32 @second.item.region1(
; IR: [[Y:%.*]] = extractelement <2 x float> %v, i64 1
; IR: store float [[Y]], ptr
; IR-LABEL: define internal i32 @second.item.region2(
; IR: load float, ptr
define void @second.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                         i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %from = getelementptr <2 x float>, ptr addrspace(1) %in, i64 %lx
  %v = load <2 x float>, ptr addrspace(1) %from
  %x = extractelement <2 x float> %v, i64 0
  store float %x, ptr addrspace(1) %out
  call void @weft.barrier()
  %y = extractelement <2 x float> %v, i64 1
  store float %y, ptr addrspace(1) %out
  call void @weft.barrier()
  %again = extractelement <2 x float> %v, i64 1
  store float %again, ptr addrspace(1) %out
  ret void
}

; CHECK: plan of 'whole.item': 8 bytes per work-item
define void @whole.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                        i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %from = getelementptr <2 x float>, ptr addrspace(1) %in, i64 %lx
  %v = load <2 x float>, ptr addrspace(1) %from
  call void @weft.barrier()
  %y = extractelement <2 x float> %v, i64 1
  store float %y, ptr addrspace(1) %out
  store <2 x float> %v, ptr addrspace(1) %out
  ret void
}

; CHECK: plan of 'long.item': 32 bytes per work-item
define void @long.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                       i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %from = getelementptr <8 x float>, ptr addrspace(1) %in, i64 %lx
  %v = load <8 x float>, ptr addrspace(1) %from
  call void @weft.barrier()
  %y = extractelement <8 x float> %v, i64 1
  store float %y, ptr addrspace(1) %out
  ret void
}
