; A short chain of arithmetic on parameters is computed again behind the barrier; a longer one is kept.
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s
; RUN: %weft-opt -passes=weft-form-regions -S %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: plan of 'k.item': 8 bytes per work-item
; CHECK-NEXT: uniforms: {}

; IR-LABEL: define internal i32 @k.item.region2(
; IR: [[TWICE:%.*]] = shl i64 %lx, 1
; IR-NEXT: %near = add i64 [[TWICE]], %n
; IR: %far = load i64, ptr
; IR: store i64 %near
; IR: store i64 %far
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i64 %n, ptr addrspace(1) %out) {
entry:
  %twice = shl i64 %lx, 1
  %near = add i64 %twice, %n
  %a = mul i64 %lx, %n
  %b = xor i64 %a, %lx
  %c = mul i64 %b, 3
  %d = add i64 %c, %ly
  %e = mul i64 %d, %lx
  %f = xor i64 %e, %lz
  %far = mul i64 %f, 7
  store i64 %far, ptr addrspace(1) %out
  call void @weft.barrier()
  store i64 %near, ptr addrspace(1) %out
  store i64 %far, ptr addrspace(1) %out
  ret void
}
