; A copy for the work-items of a row for which the conditions hold, in which they are constants; what the program wrote
; stays beside it. None where something is done outside of them as well.
; RUN: %weft-opt -passes='weft-bound-rows,function(simplifycfg)' -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @bounded.whole(
; CHECK: icmp ult i64 %gid, %n
; CHECK: br i1
; CHECK-NOT: define {{.*}}@both.whole
; CHECK-LABEL: define void @bounded(
; CHECK-NOT: br
; CHECK: store i32 7
; CHECK-NEXT: ret void
define void @bounded(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i64 %n) {
entry:
  %start = mul i64 %gx, %sx
  %gid = add i64 %start, %lx
  %inside = icmp ult i64 %gid, %n
  br i1 %inside, label %then, label %done
then:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %gid
  store i32 7, ptr addrspace(1) %at
  br label %done
done:
  ret void
}

define void @both(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i64 %n) {
entry:
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %lx
  %inside = icmp ult i64 %lx, %n
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
