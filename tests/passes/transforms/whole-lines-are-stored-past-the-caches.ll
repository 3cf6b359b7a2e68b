; Marked are vectors of whole lines, stored once, to memory that the kernel does not load.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-mark-non-temporal-stores -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @lines.w16(
; CHECK: store <16 x float> %v, ptr addrspace(1) %at, align 4, !nontemporal
define void @lines.w16(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) noalias %out, <16 x float> %v, <16 x i1> %lanes) #0 {
  %at = getelementptr float, ptr addrspace(1) %out, i64 %lx
  store <16 x float> %v, ptr addrspace(1) %at, align 4
  ret void
}

; CHECK-LABEL: define void @parts.w8(
; CHECK-NOT: !nontemporal
; CHECK-LABEL: define void @updates.w16(
; CHECK-NOT: !nontemporal
define void @parts.w8(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) noalias %out, <8 x float> %v, <8 x i1> %lanes) #0 {
  %at = getelementptr float, ptr addrspace(1) %out, i64 %lx
  store <8 x float> %v, ptr addrspace(1) %at, align 4
  ret void
}

define void @updates.w16(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) noalias %out, <16 x i1> %lanes) {
  %at = getelementptr float, ptr addrspace(1) %out, i64 %lx
  %v = load <16 x float>, ptr addrspace(1) %at, align 4
  store <16 x float> %v, ptr addrspace(1) %at, align 4
  ret void
}

; A region may not see that its kernel loads from there.
; CHECK-LABEL: define void @loaded_elsewhere.w16(
; CHECK-NOT: !nontemporal
define void @loaded_elsewhere.w16(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) noalias %out, <16 x float> %v, <16 x i1> %lanes) {
  %at = getelementptr float, ptr addrspace(1) %out, i64 %lx
  store <16 x float> %v, ptr addrspace(1) %at, align 4
  ret void
}

attributes #0 = { "weft-stored-only"="11" }
