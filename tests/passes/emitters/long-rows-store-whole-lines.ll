; Where a row of many vectors stores from anywhere in a line on, its first work-items are a vector of their own, so that
; the others store whole lines; but not where masks cost more than that brings.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-emit-vector -S %s | FileCheck %s
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-emit-vector -S %s | FileCheck --check-prefix=AVX2 %s
; AVX2: define void @weft_kernel_right(
; AVX2-NOT: %behind.line

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @weft_kernel_right(
; CHECK: {{^}}row:
; CHECK: %[[LONG:.*]] = icmp sge i64 %{{.*}}, 48
; CHECK: %[[PLACE:.*]] = ptrtoint ptr addrspace(1) %{{.*}} to i64
; CHECK: %[[FROZEN:.*]] = freeze i64 %[[PLACE]]
; CHECK: %[[ELEMENTS:.*]] = lshr i64 %[[FROZEN]], 2
; CHECK: %behind.line = and i64 %[[ELEMENTS]], 3
; CHECK: %[[AHEAD:.*]] = select i1 %[[LONG]], i64 %behind.line, i64 0
; CHECK: {{^}}aligned:
; CHECK: add nuw nsw i64 %{{.*}}, %[[AHEAD]]
; CHECK: {{^}}vectors:
; CHECK: call i32 @right.item.region1.w4({{.*}} splat (i1 true)
; CHECK: {{^}}rest:
; CHECK: call i32 @right.item.region1.w4({{.*}}<4 x i1> %lanes
define internal void @right.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                 i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i64 %left, i64 %n) {
entry:
  %start = mul i64 %gx, %sx
  %gid = add i64 %start, %lx
  %x = add nuw nsw i64 %gid, %left
  %inside = icmp ult i64 %x, %n
  br i1 %inside, label %then, label %done
then:
  %row = mul i64 %ly, %n
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %row
  %at = getelementptr i32, ptr addrspace(1) %place, i64 %x
  store i32 7, ptr addrspace(1) %at
  br label %done
done:
  ret void
}

; Not where a vector's number may be the same for all of its lanes, if it begins at a multiple of its width.
; CHECK-LABEL: define void @weft_kernel_quarter(
; CHECK-NOT: %behind.line
; CHECK: ret void
define internal void @quarter.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                   i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i64 %n) {
entry:
  %start = mul i64 %gx, %sx
  %gid = add i64 %start, %lx
  %inside = icmp ult i64 %gid, %n
  br i1 %inside, label %then, label %done
then:
  %quarter = lshr i64 %gid, 2
  %low = trunc i64 %quarter to i32
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %gid
  store i32 %low, ptr addrspace(1) %at
  br label %done
done:
  ret void
}

; Nor where work-items store far from each other.
; CHECK-LABEL: define void @weft_kernel_column(
; CHECK-NOT: %behind.line
; CHECK: ret void
define internal void @column.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                  i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i64 %n) {
entry:
  %start = mul i64 %gx, %sx
  %gid = add i64 %start, %lx
  %inside = icmp ult i64 %gid, %n
  br i1 %inside, label %then, label %done
then:
  %at = getelementptr [5 x i32], ptr addrspace(1) %out, i64 %gid
  store i32 7, ptr addrspace(1) %at
  br label %done
done:
  ret void
}
