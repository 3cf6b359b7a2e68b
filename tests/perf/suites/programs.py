# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The suites' programs: how each is built, its arguments, and what it prints about its results.

Sizes are such that PoCL's kernels take from a few milliseconds to a few seconds on two processors,
and a run with the program's own check some ten seconds at most.
"""

from dataclasses import dataclass, field

import inputs

# Programs seed their random numbers with the time: both drivers are to compute the same.
FIXED_TIME = "fixed_time.h"
FIXED_TIME_TEXT = """#include <stdlib.h>
#include <time.h>
#ifdef __cplusplus
#include <ctime>
#endif
#define time(pointer) ((time_t)1)
"""


@dataclass
class Suite:
    name: str  # of the clone's folder
    folders: tuple  # what is copied of it
    programs: list
    passes: str = r"$^"  # printed where a program's own check holds
    fails: str = r"$^"  # printed where it does not; without either, results are compared
    prepare: str = ":"  # shell command in the copy, before the first program
    files: dict = field(default_factory=dict)  # written into the copy


@dataclass
class Program:
    name: str
    folder: str  # in the suite; the program is built and run there
    build: str  # shell command; $SUITE is the copy
    run: str
    inputs: dict = field(default_factory=dict)  # file: function that makes its bytes
    excluded: str = ""  # why it is not run
    incomparable: str = ""  # why its times cannot be compared
    differs: str = ""  # why results of two drivers may differ, where that is known


def polybench(path, dataset="STANDARD", source=None):
    name = path.split("/")[-1]
    source = source or name
    return Program(name, f"OpenCL/{path}", "gcc -O2 -w -I$SUITE/OpenCL/utilities "
                   "-DOPENCL_DEVICE_SELECTION=CL_DEVICE_TYPE_ALL "
                   f"-DPOLYBENCH_TIME -D{dataset}_DATASET {source}.c -o {source}.exe -lOpenCL -lm", f"./{source}.exe")


POLYBENCH = Suite("PolyBench-ACC", ("OpenCL",), [
    polybench("datamining/correlation", "MINI"),
    polybench("datamining/covariance", "MINI"),
    polybench("linear-algebra/kernels/2mm", "SMALL"),
    polybench("linear-algebra/kernels/3mm"),
    polybench("linear-algebra/kernels/atax"),
    polybench("linear-algebra/kernels/bicg"),
    polybench("linear-algebra/kernels/doitgen"),
    polybench("linear-algebra/kernels/gemm"),
    polybench("linear-algebra/kernels/gemver"),
    polybench("linear-algebra/kernels/gesummv"),
    polybench("linear-algebra/kernels/mvt"),
    polybench("linear-algebra/kernels/syr2k", "SMALL"),
    polybench("linear-algebra/kernels/syrk", "SMALL"),
    polybench("linear-algebra/solvers/gramschmidt", "MINI"),
    polybench("linear-algebra/solvers/lu", "SMALL"),
    polybench("stencils/adi"),
    polybench("stencils/convolution-2d", source="2DConvolution"),
    polybench("stencils/convolution-3d", source="3DConvolution"),
    polybench("stencils/fdtd-2d", "MINI", source="fdtd2d"),
    polybench("stencils/jacobi-1d-imper", source="jacobi1D"),
    polybench("stencils/jacobi-2d-imper", source="jacobi2D"),
], passes=r"Percent: *0\b", fails=r"Percent: *[1-9]")


def rodinia(name, run, build=None, folder=None, device=" -p 0 -d 0", **more):
    """Built by its own Makefile, which knows several names for the compiler."""
    folder = f"opencl/{folder or name}"
    # -fcommon and C++ of 1998: what compilers did when the programs were written.
    c, cpp = (f'"{compiler} -w -include $SUITE/{FIXED_TIME}"' for compiler in ("gcc -fcommon", "g++ -std=gnu++98"))
    build = (build or "make CC={cpp} CXX={cpp}").format(c=c, cpp=cpp)
    return Program(name, folder, build, run + device, **more)


C_MAKE = "make CC={c} C_C={c}"
PARTICLES = "-x 128 -y 128 -z 10 -np"
DATA = "its data set is not part of the repository"

RODINIA = Suite("gpu-rodinia", ("opencl", "common"), [
    rodinia("backprop", "./backprop.out -n 262144"),
    rodinia("bfs", "./bfs.out graph.txt", inputs={"graph.txt": inputs.graph(1 << 18, 6)}),
    rodinia("b+tree", "./b+tree.out file keys.txt command command.txt", C_MAKE + " b+tree.out", inputs={
        "keys.txt": inputs.keys(1_000_000), "command.txt": inputs.text("j 6000 3000\nk 10000\n")}),
    rodinia("cfd", "./euler3d.out mesh.txt", inputs={"mesh.txt": inputs.mesh(4096)}),
    rodinia("dwt2d", "./dwt2d.out rgb.bmp -D 1024x1024 -f -5 -l 3", "make C_C={cpp} dwt2d",
            inputs={"rgb.bmp": inputs.pixels(1024 * 1024 * 3)},
            differs="each work-item clears all of the local buffer, without a barrier before it is filled"),
    rodinia("gaussian", "./gaussian.out -s 512 -q"),
    rodinia("heartwall", "", excluded=DATA),
    rodinia("hotspot", "./hotspot.out 512 2 200 temp.txt power.txt output.txt", C_MAKE, inputs={
        "temp.txt": inputs.numbers(512 * 512, 320, 340), "power.txt": inputs.numbers(512 * 512, 0, 0.01)}),
    rodinia("hotspot3D", "./hotspot3D.out -n 256 -l 8 -i 100 -f power.txt temp.txt output.txt", inputs={
        "temp.txt": inputs.numbers(256 * 256 * 8, 320, 340), "power.txt": inputs.numbers(256 * 256 * 8, 0, 0.01)}),
    rodinia("hybridsort", "./hybridsort.out r", "make CC={c} VERIFY=1"),
    # Functions without return statements, which optimised code falls out of.
    rodinia("kmeans", "./kmeans.out -o -i points.txt", "make CC={cpp} CC_FLAGS=-O0",
            inputs={"points.txt": inputs.points(50_000, 34)}),
    rodinia("lavaMD", "./lavaMD.out -boxes1d 8", "make C_C={c}"),
    rodinia("leukocyte", "", excluded=DATA),
    rodinia("lud", "./ocl/lud.out -s 1024 -v", "make -C ocl CC={cpp}"),
    rodinia("myocyte", "", excluded=DATA),
    rodinia("nn", "./nn.out filelist.txt -r 5 -lat 30 -lng 90 -q -t -f .", inputs={
        f"nn/cane4_{i}.db": inputs.hurricanes(50_000, i) for i in range(4)}),
    rodinia("nw", "./nw.out 2048 10 ./nw.cl"),
    rodinia("particlefilter_naive", f"./OCL_particlefilter_naive.out {PARTICLES} 10000",
            "make CC={cpp} OCL_particlefilter_naive", "particlefilter", device=""),  # takes no more arguments
    *(rodinia(f"particlefilter_{kind}", f"./OCL_particlefilter_{kind}.out {PARTICLES} 10000",
              f"make CC={{cpp}} OCL_particlefilter_{kind}", "particlefilter") for kind in ("single", "double")),
    rodinia("pathfinder", "./pathfinder.out -c 100000 -r 100 -h 20"),
    rodinia("srad", "./srad.out -n 100 -l 1 -s 502 458", "make C_C={c}",
            inputs={"../../data/srad/image.pgm": inputs.picture(458, 502)},
            differs="PoCL 3.1's reduce_kernel adds up wrongly"),
    rodinia("streamcluster", "./streamcluster.out 10 20 64 8192 8192 1000 none output.txt 1"),
], passes=r"(?m)^-*/?TEST PASSED|^PASSED", fails=r"(?m)TEST FAILED|^FAILED|dismatch", files={FIXED_TIME: FIXED_TIME_TEXT})


# What SHOC's Makefiles do with a kernel's source, in the shell.
EMBED = r"""for f in *.cl; do [ -e "$f" ] || continue; { echo "const char *cl_source_${f%.cl} ="
tr -d '\r' <"$f" | sed 's/\\/\\\\/g; s/"/\\"/g; s,^\(.*\)$,"\1\\n",'; echo ';'; } >"${f%.cl}_cl.cpp"; done
"""
SHOC_CONFIG = "".join(f"#define {name} {value}\n" for name, value in {
    "HAVE_CLOCK_GETTIME": 1, "HAVE_CLOCK_PROCESS_CPUTIME_ID": 1, "restrict": "__restrict"}.items())
SHOC_CPP = f"g++ -O2 -w -include $SUITE/{FIXED_TIME} -I$SUITE -I$SUITE/src/common -I$SUITE/src/opencl/common"


def shoc(name, folder, sources=None, arguments="-n 3", **more):
    build = (f"{EMBED}{SHOC_CPP} {sources or name + '.cpp'} $(ls *_cl.cpp 2>/dev/null) $SUITE/main.o "
             f"$SUITE/libshoc.a -o {name} -lOpenCL -lrt")
    return Program(name, f"src/opencl/{folder}", build, f"./{name} -p 0 -d 0 -s 1 {arguments}", **more)


SHOC = Suite("shoc", ("src",), [
    shoc("DeviceMemory", "level0", arguments="-n 1"),
    shoc("MaxFlops", "level0", arguments="-n 1", incomparable="its loops get longer on a faster driver"),
    shoc("BFS", "level1/bfs", "BFS.cpp $SUITE/src/common/Graph.cpp"),
    shoc("FFT", "level1/fft", "FFT.cpp fftlib.cpp"),
    shoc("GEMM", "level1/gemm"),
    shoc("MD", "level1/md"),
    shoc("MD5Hash", "level1/md5hash"),
    shoc("Reduction", "level1/reduction"),
    shoc("Scan", "level1/scan"),
    shoc("Sort", "level1/sort"),
    shoc("Spmv", "level1/spmv"),
    shoc("Stencil2D", "level1/stencil2d", "Stencil2Dmain.cpp OpenCLStencil.cpp OpenCLStencilFactory.cpp "
         "CommonOpenCLStencilFactory.cpp", "-n 2 --num-iters 100"),
    shoc("Triad", "level1/triad"),
    shoc("S3D", "level2/s3d"),
], passes=r"\bPassed\b", fails=r"(?i)\bfailed\b", files={"config.h": SHOC_CONFIG, FIXED_TIME: FIXED_TIME_TEXT},
    prepare=f"{SHOC_CPP} -c src/opencl/common/*.cpp $(for n in CTimer ResultDatabase OptionParser Option Timer "
            "ProgressBar InvalidArgValue Matrix2DStatics; do echo src/common/$n.cpp; done) && "
            "ar rcs libshoc.a $(ls *.o | grep -v '^main.o$')")

SUITES = [POLYBENCH, RODINIA, SHOC]
