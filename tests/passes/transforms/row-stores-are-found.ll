; Where work-items store side by side, and how many of them store to a line of the cache.
; RUN: %weft-opt -mtriple=x86_64 -passes='print<weft-row-stores>' -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: rows of 'beside': 4 bytes of each work-item, 16 to a line, at %at
define void @beside(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i64 %left) {
  %x = add i64 %lx, %left
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 7, ptr addrspace(1) %at
  ret void
}

; Bits of the id may be the same for all lanes of a vector that begins at a multiple of its width.
; CHECK: rows of 'quarter': no stores side by side
define void @quarter(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
  %quarter = lshr i64 %lx, 2
  %low = trunc i64 %quarter to i32
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %lx
  store i32 %low, ptr addrspace(1) %at
  ret void
}

; CHECK: rows of 'column': no stores side by side
define void @column(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
  %at = getelementptr [5 x i32], ptr addrspace(1) %out, i64 %lx
  store i32 7, ptr addrspace(1) %at
  ret void
}
