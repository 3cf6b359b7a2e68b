; What lanes bring from a loop that they leave one by one is in place before it if it is a constant:
; an iteration keeps the mask of those that stay alone.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 "-passes=weft-vectorize,function(sroa)" -S %s 2>&1 \
; RUN:   | FileCheck %s

; CHECK-LABEL: define void @search.w4(
; CHECK: loop{{.*}}:
; CHECK: phi <4 x i1>
; CHECK-NOT: phi <4 x i1>
; CHECK: br i1
define void @search(i64 %lane, ptr %p, ptr %q, i64 %count) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %on ]
  %at = add i64 %i, %lane
  %from = getelementptr i32, ptr %p, i64 %at
  %value = load i32, ptr %from
  %same = icmp eq i32 %value, 7
  br i1 %same, label %on, label %exit
on:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %count
  br i1 %done, label %found, label %loop
found:
  %to = getelementptr i32, ptr %q, i64 %lane
  store i32 1, ptr %to
  br label %exit
exit:
  ret void
}
