; What next vectors of a row load, next groups, and next iterations as far apart as the launch is long, each alone.
; RUN: %weft-opt -mtriple=x86_64 -passes=weft-prefetch-vectors -S %s | FileCheck %s --check-prefix=VECTORS
; RUN: %weft-opt -mtriple=x86_64 -passes=weft-prefetch-groups -S %s | FileCheck %s --check-prefix=GROUPS
; RUN: %weft-opt -mtriple=x86_64 -passes=weft-prefetch-iterations -S %s | FileCheck %s --check-prefix=ROUNDS

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; VECTORS-LABEL: define void @masked.w4(
; VECTORS: call <4 x i32> @llvm.masked.load
; VECTORS-NEXT: %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %at, i64 2048
; VECTORS-NEXT: call void @llvm.prefetch.p1(ptr addrspace(1) %[[NEXT]], i32 0, i32 3, i32 1)
; VECTORS-NOT: call void @llvm.prefetch
; GROUPS-LABEL: define void @masked.w4(
; GROUPS-NOT: call void @llvm.prefetch
; GROUPS-LABEL: define void @groups.w4(
define void @masked.w4(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, <4 x i1> %lanes) "weft-code-once" {
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %lx
  %value = call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) align 4 %at, <4 x i1> %lanes, <4 x i32> poison)
  ret void
}

; GROUPS: load <4 x i32>
; GROUPS-NEXT: %[[AHEAD:.*]] = add i64 %gx, 4
; GROUPS: call void @llvm.prefetch.p1(
; GROUPS-NOT: call void @llvm.prefetch
; ROUNDS-LABEL: define void @groups.w4(
; ROUNDS-NOT: call void @llvm.prefetch
; ROUNDS-LABEL: define void @rounds.w4(
define void @groups.w4(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, <4 x i1> %lanes) "weft-between-barriers" {
  %start = mul i64 %gx, %sx
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %start
  %value = load <4 x i32>, ptr addrspace(1) %at, align 4
  ret void
}

; ROUNDS: load <4 x i32>
; ROUNDS-NEXT: mul i64 %size, 4
; ROUNDS: call void @llvm.prefetch.p1(
define void @rounds.w4(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, i64 %n, <4 x i1> %lanes) {
entry:
  %size = load i64, ptr %launch
  br label %loop
loop:
  %index = phi i64 [ %lx, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %value = load <4 x i32>, ptr addrspace(1) %at, align 4
  %next = add i64 %index, %size
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

!0 = !{i32 1}
