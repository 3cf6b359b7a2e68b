; A longer chain of arithmetic is computed again where it ends in an address, as lanes know nothing of
; addresses that come from memory; or in an index of one.
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: plan of 'address.item': 0 bytes per work-item
define void @address.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                          i64 %lx, i64 %ly, i64 %lz, ptr addrspace(3) %tile, ptr addrspace(1) %out) {
entry:
  %id = trunc i64 %lx to i32
  %eight = shl i32 %id, 3
  %block = and i32 %eight, -64
  %in = and i32 %id, 7
  %sum = or disjoint i32 %block, %in
  %last = or disjoint i32 %sum, 56
  %wide = zext i32 %last to i64
  %p = getelementptr float, ptr addrspace(3) %tile, i64 %wide
  store float 1.0, ptr addrspace(3) %p
  call void @weft.barrier()
  store float 2.0, ptr addrspace(3) %p
  ret void
}

; CHECK: plan of 'index.item': 0 bytes per work-item
define void @index.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                        i64 %lx, i64 %ly, i64 %lz, ptr addrspace(3) %tile, ptr addrspace(1) %out) {
entry:
  %id = trunc i64 %lx to i32
  %eight = shl i32 %id, 3
  %block = and i32 %eight, -64
  %in = and i32 %id, 7
  %sum = or disjoint i32 %block, %in
  %twice = shl i32 %sum, 1
  %last = or disjoint i32 %twice, 1
  store i32 %last, ptr addrspace(1) %out
  call void @weft.barrier()
  %next = add nuw nsw i32 %last, 128
  %wide = zext i32 %next to i64
  %p = getelementptr float, ptr addrspace(3) %tile, i64 %wide
  store float 2.0, ptr addrspace(3) %p
  ret void
}

; CHECK: plan of 'number.item': 4 bytes per work-item
define void @number.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                         i64 %lx, i64 %ly, i64 %lz, ptr addrspace(3) %tile, ptr addrspace(1) %out) {
entry:
  %id = trunc i64 %lx to i32
  %eight = shl i32 %id, 3
  %block = and i32 %eight, -64
  %in = and i32 %id, 7
  %sum = or disjoint i32 %block, %in
  %twice = shl i32 %sum, 1
  %last = or disjoint i32 %twice, 1
  store i32 %last, ptr addrspace(1) %out
  call void @weft.barrier()
  store i32 %last, ptr addrspace(1) %out
  ret void
}
