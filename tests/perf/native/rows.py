# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of `./dev bench --native`: group -> {row: what its program is told}."""

# weft-native-blas: routine, precision, transposed operands, m, n, k.
BLAS = {
    "gemm": {
        "sgemm 256": "gemm s - 256 256 256",
        "sgemm 512": "gemm s - 512 512 512",
        "sgemm 512, a transposed": "gemm s a 512 512 512",
        "sgemm 1024": "gemm s - 1024 1024 1024",
        "sgemm 2048": "gemm s - 2048 2048 2048",
        "sgemm 1000 x 100 x 1000": "gemm s - 1000 100 1000",
        "dgemm 512": "gemm d - 512 512 512",
        "dgemm 1024": "gemm d - 1024 1024 1024",
    },
    "gemv": {
        "sgemv 512": "gemv s - 512 512 1",
        "sgemv 2048": "gemv s - 2048 2048 1",
        "sgemv 4096": "gemv s - 4096 4096 1",
        "sgemv 2048, a transposed": "gemv s a 2048 2048 1",
        "dgemv 2048": "gemv d - 2048 2048 1",
        "sdot 16 K": "dot s - 1 16384 1",
    },
}

# weft-native-fft: precision, batch, lengths.
FFT = {
    "fft": {
        "64, 16 K of them": "s 16384 64",
        "256, 4 K of them": "s 4096 256",
        "1000, 1 K of them": "s 1024 1000",
        "1024, 1 K of them": "s 1024 1024",
        "4096, 256 of them": "s 256 4096",
        "65536": "s 1 65536",
        "65536, 16 of them": "s 16 65536",
        "1 M": "s 1 1048576",
        "256 x 256": "s 1 256x256",
        "1024 x 1024": "s 1 1024x1024",
        "1280 x 720": "s 1 1280x720",
        "64 x 64 x 64": "s 1 64x64x64",
        "1024, 1 K of them, double": "d 1024 1024",
        "256 x 256, double": "d 1 256x256",
    },
}

# ffmpeg: the filter for CPUs, of which NAME_opencl takes the same options.
FFMPEG = {
    "ffmpeg": {
        "avgblur": "avgblur=sizeX=5",
        "boxblur": "boxblur=2:1",
        "convolution": "convolution=0m='1 2 1 2 4 2 1 2 1':1m='1 2 1 2 4 2 1 2 1':0rdiv=0.0625:1rdiv=0.0625",
        "deshake": "deshake",
        "dilation": "dilation",
        "erosion": "erosion",
        "nlmeans": "nlmeans=s=2:p=3:r=7",
        "prewitt": "prewitt",
        "roberts": "roberts",
        "sobel": "sobel",
        "transpose": "transpose=1",
        "unsharp": "unsharp=5:5:1.0",
    },
}

# Those of the benchmark whose C++ is what a program would have.
KERNELS = {
    "kernels": {name: name for name in (
        "black_scholes", "convolution", "fft", "histogram", "kmeans", "mandelbrot", "matmul_naive", "matmul_tiled",
        "nbody", "radix_sort", "reduction", "scan", "sobel", "spmv", "stencil2d", "transpose")},
}
