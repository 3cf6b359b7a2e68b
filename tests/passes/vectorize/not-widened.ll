; What cannot be widened gives a reason, and leaves the module as it is.
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK: endless: not widened: a loop without exit
; CHECK: together: not widened: a call that work-items have to make together
; CHECK: assembly: not widened: inline assembly
; CHECK-NOT: .w4(
define void @endless(i64 %lane) {
entry:
  br label %loop
loop:
  br label %loop
}
declare void @all() convergent
define void @together(i64 %lane) {
  call void @all() convergent
  ret void
}
define void @assembly(i64 %lane) {
  call void asm sideeffect "nop", ""()
  ret void
}
