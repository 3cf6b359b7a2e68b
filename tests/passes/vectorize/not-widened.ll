; What cannot be widened gives a reason, and leaves the module as it is.
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK: endless: not widened: a loop without exit
; CHECK: together: not widened: a call that work-items have to make together
; CHECK: assembly: not widened: inline assembly
; CHECK: locked: not widened: a loop may wait for what is done after it
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
define void @locked(i64 %lane, ptr %lock, ptr %counter) {
entry:
  br label %wait
wait:
  %taken = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %mine = extractvalue { i32, i1 } %taken, 1
  br i1 %mine, label %critical, label %wait
critical:
  %count = load volatile i32, ptr %counter
  %more = add i32 %count, 1
  store volatile i32 %more, ptr %counter
  %given.up = atomicrmw xchg ptr %lock, i32 0 monotonic
  ret void
}
