; What a row's work-items load from one place, always, before they store, begins the region; the rest stays.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-bring-row-loads-forward -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @scaled(
; CHECK: %factor = load float, ptr addrspace(1) %{{.*}}, align 4{{$}}
; CHECK-NEXT: %weight = load float, ptr addrspace(2) %c, align 4, !invariant.load
; CHECK: %x = load float, ptr addrspace(1) %at
; CHECK: store
; CHECK: %behind = load float
define void @scaled(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(2) %c) {
  %at = getelementptr float, ptr addrspace(1) %a, i64 %lx
  %x = load float, ptr addrspace(1) %at
  %row = getelementptr float, ptr addrspace(1) %b, i64 %ly
  %factor = load float, ptr addrspace(1) %row
  %weight = load float, ptr addrspace(2) %c
  %by = fadd float %factor, %weight
  %y = fmul float %x, %by
  store float %y, ptr addrspace(1) %at
  %behind = load float, ptr addrspace(1) %row
  store float %behind, ptr addrspace(1) %row
  ret void
}

; CHECK-LABEL: define void @perhaps(
; CHECK: br i1
; CHECK: load
define void @perhaps(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %a, i1 %is) {
  br i1 %is, label %then, label %done
then:
  %x = load float, ptr addrspace(1) %a
  store float %x, ptr addrspace(1) %a
  br label %done
done:
  ret void
}
