; Local memory is the thread's own: where it is updated, what idle lanes have there is written back, as CPUs forward
; no masked store to a load. The accesses are to more than the source names, so they keep no word of types and scopes. Other threads
; see global memory; and where no lane may run, an address is none.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-LABEL: define void @bound.w4(
; CHECK: {{^}}add.run:
; CHECK: %[[PLACE:.*]] = addrspacecast ptr addrspace(3) %[[OWN:.*]] to ptr addrspace(4)
; CHECK-NEXT: %[[OLD:.*]] = load <4 x i32>, ptr addrspace(4) %[[PLACE]], align 4{{$}}
; CHECK-NEXT: %[[NEW:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> %[[OLD]]
; CHECK-NEXT: store <4 x i32> %[[NEW]], ptr addrspace(3) %[[OWN]], align 4{{$}}
define void @bound(i64 %lane, i64 %n, ptr addrspace(3) %sums) {
entry:
  %adds = icmp ult i64 %lane, %n
  br i1 %adds, label %add, label %done
add:
  %own = getelementptr i32, ptr addrspace(3) %sums, i64 %lane
  %old = load i32, ptr addrspace(3) %own, !tbaa !0
  %new = add i32 %old, 5
  store i32 %new, ptr addrspace(3) %own, !tbaa !0
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @global.w4(
; CHECK: call void @llvm.masked.store.v4i32.p1(
define void @global(i64 %lane, i64 %n, ptr addrspace(1) %sums) {
entry:
  %adds = icmp ult i64 %lane, %n
  br i1 %adds, label %add, label %done
add:
  %own = getelementptr i32, ptr addrspace(1) %sums, i64 %lane
  %old = load i32, ptr addrspace(1) %own
  %new = add i32 %old, 5
  store i32 %new, ptr addrspace(1) %own
  br label %done
done:
  ret void
}

; Not where nothing was loaded: short rows side by side would wait for each other.
; CHECK-LABEL: define void @tile.w4(
; CHECK: call void @llvm.masked.store.v4i32.p3(
define void @tile(i64 %lane, i64 %n, ptr addrspace(3) %sums) {
entry:
  %stores = icmp ult i64 %lane, %n
  br i1 %stores, label %store, label %done
store:
  %own = getelementptr i32, ptr addrspace(3) %sums, i64 %lane
  store i32 5, ptr addrspace(3) %own
  br label %done
done:
  ret void
}

; Every second element: the second of the two vectors may have none that is wanted.
; CHECK-LABEL: define void @strided.w4(
; CHECK-COUNT-2: call void @llvm.masked.store.v4i32.p3(
define void @strided(i64 %lane, ptr addrspace(3) %sums) {
  %twice = shl i64 %lane, 1
  %own = getelementptr i32, ptr addrspace(3) %sums, i64 %twice
  %old = load i32, ptr addrspace(3) %own
  %new = add i32 %old, 5
  store i32 %new, ptr addrspace(3) %own
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
