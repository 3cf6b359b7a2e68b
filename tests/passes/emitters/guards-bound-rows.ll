; Where all that is seen of a region stands under conditions that hold for work-items side by side, rows begin and end
; with them, and what runs does not ask; a condition for the row makes it empty. Numbers that may wrap are tested once
; for the row: of one that does, all work-items run as they were written. So are sums that address memory.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-emit-vector -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}i1 @image.item.region1.fits(
; CHECK: ret i1
; CHECK-LABEL: define {{.*}}@image.item.region1.w4(
; CHECK: call void @llvm.masked.store.v4i32.p1({{.*}} <4 x i1> %lanes)
; CHECK-LABEL: define void @weft_kernel_image(
; CHECK: {{^}}row:
; CHECK: %[[FITS:.*]] = call i1 @image.item.region1.fits(
; CHECK: call i64 @llvm.ssub.sat.i64(
; CHECK: select i1 %{{.*}}, i64 %{{.*}}, i64 0
; CHECK: call i32 @image.item.region1.w4({{.*}} splat (i1 true)
; CHECK: {{^}}rest:
; CHECK: call i1 @image.item.region1.fits({{.*}}, i64 4)
; CHECK: call i32 @image.item.region1.w4({{.*}}<4 x i1> %lanes
; CHECK: call i32 @image.item.region1.whole(
define internal void @image.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                 i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i32 %width, i32 %height) {
entry:
  %start = mul i64 %gx, %sx
  %gid = add i64 %start, %lx
  %x = trunc i64 %gid to i32
  %y = trunc i64 %ly to i32
  %first = icmp eq i32 %x, 0
  %behind = icmp sge i32 %x, %width
  %beside = or i1 %first, %behind
  %below = icmp sge i32 %y, %height
  %outside = or i1 %beside, %below
  br i1 %outside, label %done, label %then
then:
  %row = mul i32 %y, %width
  %index = add i32 %row, %x
  %wide = sext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 7, ptr addrspace(1) %at
  br label %done
done:
  ret void
}

; Something is done outside, too.
; CHECK-LABEL: define {{.*}}@both.item.region1.w4(
; CHECK: icmp
; CHECK-LABEL: define void @weft_kernel_both(
; CHECK-NOT: ssub.sat
; CHECK: ret void
define internal void @both.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i64 %n) {
entry:
  %start = mul i64 %gx, %sx
  %gid = add i64 %start, %lx
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %gid
  %inside = icmp ult i64 %gid, %n
  br i1 %inside, label %then, label %else
then:
  store i64 7, ptr addrspace(1) %at
  br label %done
else:
  store i64 8, ptr addrspace(1) %at
  br label %done
done:
  ret void
}

; One comparison that stands for two: 1 <= x < 255.
; CHECK-LABEL: define void @weft_kernel_within(
; CHECK: {{^}}row:
; CHECK: %[[ONE:.*]] = freeze i32 1
; CHECK: %[[FIRST:.*]] = sext i32 %[[ONE]] to i64
; CHECK: %[[FROM:.*]] = call i64 @llvm.ssub.sat.i64(i64 %[[FIRST]], i64 %{{.*}})
; CHECK: call i64 @llvm.smax.i64(i64 0, i64 %[[FROM]])
; CHECK: %[[LIMIT:.*]] = freeze i32 255
; CHECK: %[[LAST:.*]] = sext i32 %[[LIMIT]] to i64
; CHECK: %[[TO:.*]] = call i64 @llvm.ssub.sat.i64(i64 %[[LAST]], i64 %{{.*}})
; CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 %[[TO]])
; CHECK: call i32 @within.item.region1.w4({{.*}} splat (i1 true)
define internal void @within.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                  i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
entry:
  %start = mul i64 %gx, %sx
  %gid = add i64 %start, %lx
  %x = trunc i64 %gid to i32
  %beyond = add i32 %x, -255
  %outside = icmp ult i32 %beyond, -254
  br i1 %outside, label %done, label %then
then:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %gid
  store i32 7, ptr addrspace(1) %at
  br label %done
done:
  ret void
}
