; What a row's work-items load from one place before they store begins the region; what they load after a store, and
; what each loads from a place of its own, stays. Constant memory does not change.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-emit-vector -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@scaled.item.region1.w4(
; CHECK: %factor = load float, ptr addrspace(1) %{{.*}}, align 4{{$}}
; CHECK: %weight = load float, ptr addrspace(2) %c, align 4, !invariant.load
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p1(
; CHECK: call void @llvm.masked.store.v4f32.p1(
; CHECK: %behind = load float, ptr addrspace(1) %{{.*}}, align 4{{$}}
; CHECK-LABEL: define void @weft_kernel_scaled(
define internal void @scaled.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                  i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %a, ptr addrspace(1) %b,
                                  ptr addrspace(2) %c) {
  %at = getelementptr float, ptr addrspace(1) %a, i64 %lx
  %x = load float, ptr addrspace(1) %at
  %row = getelementptr float, ptr addrspace(1) %b, i64 %ly
  %factor = load float, ptr addrspace(1) %row
  %weight = load float, ptr addrspace(2) %c
  %by = fadd float %factor, %weight
  %y = fmul float %x, %by
  store float %y, ptr addrspace(1) %at
  %behind = load float, ptr addrspace(1) %row
  %z = fadd float %y, %behind
  %there = getelementptr float, ptr addrspace(1) %b, i64 %lx
  %beyond = getelementptr i8, ptr addrspace(1) %there, i64 4096
  store float %z, ptr addrspace(1) %beyond
  ret void
}
