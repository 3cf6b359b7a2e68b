// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's code for the builtins of CPUs that are not compiled for comes with tables of intrinsics,
// whose pointers must be relocated before the compiler's first use. These take its place.
#include <cstdlib>

// Members of clang::CodeGen::CodeGenFunction, whose header is Clang's own. A front end for spir64
// calls none of them.
extern "C" {
void weftEmitArmBuiltin() asm("_ZN5clang7CodeGen15CodeGenFunction18EmitARMBuiltinExprEjPKNS_"
                              "8CallExprENS0_15ReturnValueSlotEN4llvm6Triple8ArchTypeE");
void weftEmitBpfBuiltin() asm(
    "_ZN5clang7CodeGen15CodeGenFunction18EmitBPFBuiltinExprEjPKNS_8CallExprE");
void weftEmitAArch64Builtin() asm("_ZN5clang7CodeGen15CodeGenFunction22EmitAArch64BuiltinExprEjPKNS"
                                  "_8CallExprEN4llvm6Triple8ArchTypeE");
void weftEmitAArch64CpuInit() asm("_ZN5clang7CodeGen15CodeGenFunction18EmitAArch64CpuInitEv");
void weftEmitAArch64CpuSupports() asm("_ZN5clang7CodeGen15CodeGenFunction22EmitAArch64CpuSupportsEN"
                                      "4llvm8ArrayRefINS2_9StringRefEEE");

void weftEmitArmBuiltin() { std::abort(); }
void weftEmitBpfBuiltin() { std::abort(); }
void weftEmitAArch64Builtin() { std::abort(); }
void weftEmitAArch64CpuInit() { std::abort(); }
void weftEmitAArch64CpuSupports() { std::abort(); }
}
