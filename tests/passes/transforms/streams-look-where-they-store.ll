; A store past the caches has to begin where a line does: what is not known to do so is tested, and stored as usual
; elsewhere. Other stores stay as they are.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-align-non-temporal-stores -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @anywhere(
; CHECK: %[[PLACE:.*]] = ptrtoint ptr addrspace(1) %out to i64
; CHECK: %[[BESIDE:.*]] = and i64 %[[PLACE]], 63
; CHECK: %begins.line = icmp eq i64 %[[BESIDE]], 0
; CHECK: br i1 %begins.line, label %[[ALIGNED:.*]], label %[[OTHER:.*]]
; CHECK: {{^}}[[ALIGNED]]:
; CHECK-NEXT: store <16 x float> %v, ptr addrspace(1) %out, align 64, !nontemporal
; CHECK: {{^}}[[OTHER]]:
; CHECK-NEXT: store <16 x float> %v, ptr addrspace(1) %out, align 4{{$}}
; CHECK: store <16 x float> %w, ptr addrspace(1) %usual, align 4{{$}}
; CHECK: ret void
define void @anywhere(ptr addrspace(1) %out, ptr addrspace(1) %usual, <16 x float> %v, <16 x float> %w) {
  store <16 x float> %v, ptr addrspace(1) %out, align 4, !nontemporal !0
  store <16 x float> %w, ptr addrspace(1) %usual, align 4
  ret void
}

; CHECK-LABEL: define void @known(
; CHECK-NOT: br
; CHECK: store <16 x float> %v, ptr addrspace(1) %{{.*}}, align 64, !nontemporal
; CHECK-NEXT: ret void
define void @known(ptr addrspace(1) align 64 %out, i64 %i, <16 x float> %v) {
  %from = shl i64 %i, 4
  %at = getelementptr float, ptr addrspace(1) %out, i64 %from
  store <16 x float> %v, ptr addrspace(1) %at, align 4, !nontemporal !0
  ret void
}

!0 = !{i32 1}
