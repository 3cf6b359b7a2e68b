; What a type claims of an address is believed as far as the address shows it. Accesses that may lie anywhere, and
; atomic operations, stay as they are.
; RUN: %weft-opt -passes=weft-claimed-alignment -S %s | FileCheck %s

; CHECK-LABEL: define void @accesses(
; CHECK: load <4 x float>, ptr addrspace(1) %place, align 1
; CHECK: load <4 x float>, ptr addrspace(1) %next, align 16
; CHECK: store <8 x i32> %w, ptr addrspace(1) %fourth, align 4
; CHECK: load i64, ptr addrspace(1) %place, align 8
; CHECK: load atomic i128, ptr addrspace(1) %place seq_cst, align 16
; CHECK: load <4 x float>, ptr %own, align 16
; CHECK: ret void
define void @accesses(ptr addrspace(1) align 32 %vectors, ptr addrspace(1) %bytes, i64 %at, <8 x i32> %w) {
  %own = alloca <4 x float>, align 16
  %place = getelementptr i8, ptr addrspace(1) %bytes, i64 %at
  %a = load <4 x float>, ptr addrspace(1) %place, align 16
  %next = getelementptr <4 x float>, ptr addrspace(1) %vectors, i64 %at
  %b = load <4 x float>, ptr addrspace(1) %next, align 16
  %fourth = getelementptr i32, ptr addrspace(1) %vectors, i64 %at
  store <8 x i32> %w, ptr addrspace(1) %fourth, align 32
  %c = load i64, ptr addrspace(1) %place, align 8
  %d = load atomic i128, ptr addrspace(1) %place seq_cst, align 16
  %e = load <4 x float>, ptr %own, align 16
  ret void
}

; CHECK-LABEL: define void @calls(
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 1 %bytes,
; CHECK: call void @llvm.masked.store.v4f32.p1(<4 x float> %a, ptr addrspace(1) align 1 %bytes,
; CHECK: call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 32 %vectors, ptr addrspace(1) align 1 %bytes,
; CHECK: ret void
define void @calls(ptr addrspace(1) align 32 %vectors, ptr addrspace(1) %bytes, <4 x i1> %mask) {
  %a = call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 16 %bytes, <4 x i1> %mask, <4 x float> poison)
  call void @llvm.masked.store.v4f32.p1(<4 x float> %a, ptr addrspace(1) align 16 %bytes, <4 x i1> %mask)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 32 %vectors, ptr addrspace(1) align 16 %bytes, i64 64, i1 false)
  ret void
}
