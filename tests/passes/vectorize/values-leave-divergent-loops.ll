; Lanes that leave a loop in different iterations see different values of what was uniform inside.
; RUN: %weft-opt -passes="weft-prepare,print<weft-shapes>" -disable-output %s 2>&1 | FileCheck %s

; CHECK-LABEL: shapes of divergent
; CHECK: block %loop heads divergent loop branches divergently
; CHECK-NEXT: %i: uniform
; CHECK: %next: uniform
; CHECK: block %exit
; CHECK: lcssa: varying
define void @divergent(i64 %lane, ptr %p) {
entry:
  %own = getelementptr i32, ptr %p, i64 %lane
  %limit = load i32, ptr %own
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %limit
  br i1 %again, label %loop, label %exit
exit:
  store i32 %next, ptr %own
  ret void
}

; CHECK-LABEL: shapes of together
; CHECK: block %loop heads uniform loop
; CHECK: lcssa: uniform
define void @together(i64 %lane, ptr %p, i32 %limit) {
entry:
  %own = getelementptr i32, ptr %p, i64 %lane
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %limit
  br i1 %again, label %loop, label %exit
exit:
  store i32 %next, ptr %own
  ret void
}
