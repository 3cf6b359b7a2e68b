; What work-items do to memory under `id < n` tells how many of a row have to run, if nothing else differs
; between them: what they return, and a store that all of them do alike.
; RUN: %weft-opt -passes="print<weft-item-bounds>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; The step of a reduction.
; CHECK: work-items of 'step.item': below %half up to 0
define i32 @step.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx,
                      i64 %ly, i64 %lz, i32 %stride, ptr addrspace(3) %sums, ptr %kept) {
entry:
  %id = trunc i64 %lx to i32
  %half = lshr i32 %stride, 1
  %over = icmp eq i32 %half, 0
  br i1 %over, label %last, label %more
more:
  %own = getelementptr i32, ptr addrspace(3) %sums, i32 %id
  %adds = icmp ugt i32 %half, %id
  br i1 %adds, label %add, label %next
add:
  store i32 1, ptr addrspace(3) %own
  br label %next
next:
  store i32 %half, ptr %kept
  br label %done
last:
  %first = icmp eq i32 %id, 0
  br i1 %first, label %write, label %done
write:
  store i32 2, ptr addrspace(3) %sums
  br label %done
done:
  %to = phi i32 [ 3, %next ], [ 0, %last ], [ 0, %write ]
  ret i32 %to
}

; Of two bounds, one under the other, the nearer is enough; a test that fails says as much.
; CHECK: work-items of 'nested.item': up to signed %n
define void @nested.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx,
                         i64 %ly, i64 %lz, i64 %n, i1 %off, ptr addrspace(1) %out) {
entry:
  %near = icmp slt i64 %lx, 64
  br i1 %near, label %then, label %done
then:
  %beyond = icmp sgt i64 %lx, %n
  %no = or i1 %off, %beyond
  br i1 %no, label %done, label %write
write:
  %own = getelementptr i32, ptr addrspace(1) %out, i64 %lx
  store i32 1, ptr addrspace(1) %own
  br label %done
done:
  ret void
}

; CHECK: work-items of 'others.item': all
define void @others.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx,
                         i64 %ly, i64 %lz, i64 %n, ptr addrspace(1) %out) {
entry:
  %own = getelementptr i32, ptr addrspace(1) %out, i64 %lx
  %near = icmp ult i64 %lx, %n
  br i1 %near, label %then, label %else
then:
  store i32 1, ptr addrspace(1) %own
  br label %done
else:
  store i32 2, ptr addrspace(1) %own
  br label %done
done:
  ret void
}

; What only some of them store, though to the same place, or return.
; CHECK: work-items of 'stores.item': all
define void @stores.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx,
                         i64 %ly, i64 %lz, i64 %n, ptr addrspace(1) %out) {
entry:
  %near = icmp ult i64 %lx, %n
  br i1 %near, label %done, label %else
else:
  store i32 2, ptr addrspace(1) %out
  br label %done
done:
  ret void
}

; CHECK: work-items of 'returns.item': all
define i32 @returns.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx,
                         i64 %ly, i64 %lz, i64 %n, ptr addrspace(1) %out) {
entry:
  %near = icmp ult i64 %lx, %n
  br i1 %near, label %then, label %done
then:
  store i32 2, ptr addrspace(1) %out
  br label %done
done:
  %to = phi i32 [ 2, %entry ], [ 0, %then ]
  ret i32 %to
}

; A bound that differs between them.
; CHECK: work-items of 'loaded.item': all
define void @loaded.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx,
                         i64 %ly, i64 %lz, ptr addrspace(1) %out) {
entry:
  %own = getelementptr i64, ptr addrspace(1) %out, i64 %lx
  %n = load i64, ptr addrspace(1) %own
  %near = icmp ult i64 %lx, %n
  br i1 %near, label %then, label %done
then:
  store i64 2, ptr addrspace(1) %own
  br label %done
done:
  ret void
}
