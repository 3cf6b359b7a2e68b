; A copy for four rows: what the next rows load beside this one's is one load.
; RUN: %weft-opt -passes=weft-join-rows -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@columns.rows(
; CHECK: load <4 x i32>, ptr addrspace(3)
; CHECK-COUNT-4: store i32
; CHECK-NOT: store
; CHECK: ret void
define void @columns(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, ptr addrspace(3) %tile) #0 !reqd_work_group_size !0 {
  %row = getelementptr [9 x i32], ptr addrspace(3) %tile, i64 %lx
  %from = getelementptr i32, ptr addrspace(3) %row, i64 %ly
  %value = load i32, ptr addrspace(3) %from
  %place = mul i64 %ly, 1000
  %index = add i64 %place, %lx
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; Where the next row begins is told by memory: its column need not lie beside this one's.
; CHECK-NOT: @told_by_memory.rows
define void @told_by_memory(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, ptr addrspace(3) %tile, ptr addrspace(1) %starts) #0 !reqd_work_group_size !0 {
  %start.at = getelementptr i64, ptr addrspace(1) %starts, i64 %ly
  %start = load i64, ptr addrspace(1) %start.at
  %column = add i64 %start, %ly
  %row = getelementptr [9 x i32], ptr addrspace(3) %tile, i64 %lx
  %from = getelementptr i32, ptr addrspace(3) %row, i64 %column
  %value = load i32, ptr addrspace(3) %from
  %place = mul i64 %ly, 1000
  %index = add i64 %place, %lx
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; So may bits of the id; and an index of 32 bits may wrap.
; CHECK-NOT: @told_by_bits.rows
define void @told_by_bits(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, ptr addrspace(3) %tile) #0 !reqd_work_group_size !0 {
  %start = xor i64 %ly, 3
  %column = add i64 %start, %ly
  %row = getelementptr [9 x i32], ptr addrspace(3) %tile, i64 %lx
  %from = getelementptr i32, ptr addrspace(3) %row, i64 %column
  %value = load i32, ptr addrspace(3) %from
  %place = mul i64 %ly, 1000
  %index = add i64 %place, %lx
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to
  ret void
}
; CHECK-NOT: @may_wrap.rows
define void @may_wrap(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, ptr addrspace(3) %tile, i32 %left) #0 !reqd_work_group_size !0 {
  %y = trunc i64 %ly to i32
  %narrow = add i32 %y, %left
  %column = sext i32 %narrow to i64
  %row = getelementptr [9 x i32], ptr addrspace(3) %tile, i64 %lx
  %from = getelementptr i32, ptr addrspace(3) %row, i64 %column
  %value = load i32, ptr addrspace(3) %from
  %place = mul i64 %ly, 1000
  %index = add i64 %place, %lx
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; It must not, and ids of a group are small. Where memory says where all rows begin, they lie beside
; each other.
; CHECK-LABEL: define {{.*}}@must_not_wrap.rows(
; CHECK: load <4 x i32>, ptr addrspace(3)
; CHECK: ret void
define void @must_not_wrap(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 range(i64 0, 4096) %ly, i64 %lz, ptr addrspace(1) %out, ptr addrspace(3) %tile, ptr addrspace(1) %start.at) #0 !reqd_work_group_size !0 {
  %left = load i32, ptr addrspace(1) %start.at
  %y = trunc i64 %ly to i32
  %narrow = add nsw i32 %y, %left
  %column = sext i32 %narrow to i64
  %row = getelementptr [9 x i32], ptr addrspace(3) %tile, i64 %lx
  %from = getelementptr i32, ptr addrspace(3) %row, i64 %column
  %value = load i32, ptr addrspace(3) %from
  %place = mul i64 %ly, 1000
  %index = add i64 %place, %lx
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; CHECK-NOT: @neighbours.rows
define void @neighbours(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) #0 !reqd_work_group_size !0 {
  %sum = add i64 %lx, %ly
  %from = getelementptr i32, ptr addrspace(1) %out, i64 %sum
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr addrspace(1) %out
  ret void
}

; What a loop loads for all rows is loaded once. Each row has its own sum, which a phi hands on.
; CHECK-LABEL: define {{.*}}@product.rows(
; CHECK: loop:
; CHECK-COUNT-5: phi
; CHECK-NOT: phi
; CHECK-COUNT-5: load float
; CHECK-NOT: load
; CHECK: br i1
; CHECK-COUNT-4: store float
; CHECK-NOT: store
; CHECK: ret void
define void @product(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) #0 !reqd_work_group_size !0 {
entry:
  %row = mul i64 %ly, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %new, %loop ]
  %at.a = add i64 %row, %k
  %p.a = getelementptr float, ptr addrspace(1) %a, i64 %at.a
  %of.a = load float, ptr addrspace(1) %p.a
  %column = mul i64 %k, 1000
  %at.b = add i64 %column, %lx
  %p.b = getelementptr float, ptr addrspace(1) %b, i64 %at.b
  %of.b = load float, ptr addrspace(1) %p.b
  %product = fmul float %of.a, %of.b
  %new = fadd float %sum, %product
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %place = mul i64 %ly, 1000
  %index = add i64 %place, %lx
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float %new, ptr addrspace(1) %to
  ret void
}

; Rows whose loops are of different lengths go different ways.
; CHECK-NOT: @triangle.rows
define void @triangle(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, ptr addrspace(1) %b) #0 !reqd_work_group_size !0 {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %new, %loop ]
  %column = mul i64 %k, 1000
  %at.b = add i64 %column, %lx
  %p.b = getelementptr float, ptr addrspace(1) %b, i64 %at.b
  %of.b = load float, ptr addrspace(1) %p.b
  %new = fadd float %sum, %of.b
  %next = add nuw nsw i64 %k, 1
  %done = icmp ugt i64 %next, %ly
  br i1 %done, label %exit, label %loop
exit:
  %place = mul i64 %ly, 1000
  %index = add i64 %place, %lx
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float %new, ptr addrspace(1) %to
  ret void
}

attributes #0 = { "uniform-work-group-size"="true" }
!0 = !{i32 16, i32 16, i32 1}
