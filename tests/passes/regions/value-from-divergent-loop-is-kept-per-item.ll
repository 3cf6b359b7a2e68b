; All work-items count alike, but each leaves the loop with its own count: what lives on differs.
; RUN: %weft-opt -passes="print<weft-uniformity>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNI
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; UNI: %count: uniform in its loop
; UNI: %on: varying
; UNI: branch of %loop: divergent

; CHECK: plan of 'k.item': 8 bytes per work-item
; CHECK-NEXT: uniforms: {}
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %count = phi i64 [ 0, %entry ], [ %up, %loop ]
  %up = add i64 %count, 1
  %on = icmp ult i64 %count, %lx
  br i1 %on, label %loop, label %after
after:
  call void @weft.barrier()
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %lx
  store i64 %count, ptr addrspace(1) %p
  ret void
}
