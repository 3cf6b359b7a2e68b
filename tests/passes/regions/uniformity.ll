; Local ids differ between work-items, and what depends on them; so do private memory, what atomics return
; and frozen poison. Group ids, launch values and loads from one place of shared memory do not.
; RUN: %weft-opt -passes="print<weft-uniformity>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: uniformity of 'k.item'
; CHECK-NEXT: %private: varying
; CHECK-NEXT: %sum: varying
; CHECK-NEXT: %group: uniform
; CHECK-NEXT: %global: uniform
; CHECK-NEXT: %shared: uniform
; CHECK-NEXT: %own: varying
; CHECK-NEXT: %old: varying
; CHECK-NEXT: %frozen: varying
; CHECK-NEXT: %c: uniform
; CHECK-NEXT: branch of %entry: uniform
; CHECK-NEXT: %d: varying
; CHECK-NEXT: branch of %then: divergent
; CHECK-NEXT: %joined: varying
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(3) %local) {
entry:
  %private = alloca i64
  %sum = add i64 %lx, %gx
  %group = add i64 %gx, %sx
  %global = load i64, ptr addrspace(1) %in
  %shared = load i64, ptr addrspace(3) %local
  %own = load i64, ptr %private
  %old = atomicrmw add ptr addrspace(3) %local, i64 1 monotonic
  %frozen = freeze i64 poison
  %c = icmp eq i64 %global, %shared
  br i1 %c, label %then, label %exit
then:
  %d = icmp eq i64 %lx, 0
  br i1 %d, label %left, label %join
left:
  br label %join
join:
  %joined = phi i64 [ 0, %left ], [ 1, %then ]
  store i64 %joined, ptr addrspace(1) %in
  br label %exit
exit:
  ret void
}
