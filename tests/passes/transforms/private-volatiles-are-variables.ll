; Private variables that only the work-item sees are not volatile; what others may see stays so.
; RUN: %weft-opt -passes=weft-drop-private-volatiles -S %s | FileCheck %s

declare void @see(ptr)

; CHECK-LABEL: define i32 @own(
; CHECK-NOT: volatile
; CHECK: ret
define i32 @own(i32 %x) {
  %v = alloca [2 x i32]
  call void @llvm.lifetime.start.p0(ptr %v)
  %second = getelementptr i32, ptr %v, i64 1
  store volatile i32 %x, ptr %second
  %y = load volatile i32, ptr %second
  ret i32 %y
}

; CHECK-LABEL: define i32 @shown(
; CHECK: store volatile
; CHECK: load volatile
define i32 @shown(i32 %x) {
  %v = alloca i32
  store volatile i32 %x, ptr %v
  call void @see(ptr %v)
  %y = load volatile i32, ptr %v
  ret i32 %y
}

; CHECK-LABEL: define i32 @told(
; CHECK: store volatile i32
define i32 @told(i32 %x, ptr %to) {
  %v = alloca i32
  store volatile i32 %x, ptr %v
  store ptr %v, ptr %to
  ret i32 %x
}

; CHECK-LABEL: define i32 @of_others(
; CHECK: load volatile
define i32 @of_others(ptr addrspace(3) %p) {
  %y = load volatile i32, ptr addrspace(3) %p
  ret i32 %y
}
