; A phi is uniform as long as all lanes come to it one way.
; RUN: %weft-opt -passes="weft-prepare,print<weft-shapes>" -disable-output %s 2>&1 | FileCheck %s

; CHECK-LABEL: shapes of join
; CHECK: block %entry branches divergently
; CHECK: %chosen: uniform
; CHECK: %mixed: varying
define i32 @join(i64 %lane, i1 %uniform) {
entry:
  %odd = icmp ult i64 %lane, 3
  br i1 %odd, label %left, label %end
left:
  br i1 %uniform, label %one, label %two
one:
  br label %three
two:
  br label %three
three:
  %chosen = phi i32 [ 5, %one ], [ 6, %two ]
  br label %end
end:
  %mixed = phi i32 [ %chosen, %three ], [ 7, %entry ]
  %zero = and i32 %mixed, 0
  ret i32 %zero
}
