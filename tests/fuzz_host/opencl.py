# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""OpenCL for Python with nothing in between: functions and constants as the headers declare them.

Arguments go to the driver as they are, wrong ones too. Calls are remembered, so that a report can show
what led to it.
"""

import collections
import ctypes
import os
import re
import sys
import threading

SIZES = {
    "char": ctypes.c_char, "int": ctypes.c_int, "cl_int": ctypes.c_int32, "cl_uint": ctypes.c_uint32,
    "cl_bool": ctypes.c_uint32, "cl_ulong": ctypes.c_uint64, "cl_long": ctypes.c_int64,
    "cl_bitfield": ctypes.c_uint64, "cl_properties": ctypes.c_uint64, "size_t": ctypes.c_size_t,
    "void": None,
}


class OpenCLError(Exception):
    pass


def _split(arguments):
    """Between the commas that are in no parentheses."""
    depth, start = 0, 0
    for at, char in enumerate(arguments):
        depth += (char == "(") - (char == ")")
        if char == "," and not depth:
            yield arguments[start:at].strip()
            start = at + 1
    yield arguments[start:].strip()


class OpenCL:
    """`cl.clFinish(queue)` calls, `cl.CL_SUCCESS` is the number; `parameters` has the names of arguments."""

    def __init__(self, headers):
        self._types = dict(SIZES)
        self._prototypes = {}
        self._functions = {}
        self.constants = {}
        self.parameters = {}
        self.traced = False  # whether each call is printed before it is made
        # By thread: the latest calls.
        self._calls = threading.local()
        for header in headers:
            with open(header, encoding="utf-8") as file:
                self._parse(re.sub(r"/\*.*?\*/|//[^\n]*", " ", file.read(), flags=re.S))
        self._library = ctypes.CDLL("libOpenCL.so.1")
        platform = ctypes.c_void_p()
        if self._raw("clGetPlatformIDs")(1, ctypes.byref(platform), None):
            raise OpenCLError("no platform")
        self.platform = platform.value

    def _parse(self, text):
        text = text.replace("\\\n", " ")
        for name, value in re.findall(r"^#\s*define\s+(CL_\w+)[ \t]+(\S.*?)\s*$", text, re.M):
            if re.fullmatch(r"[-+()<| \d]*|\(?-?0[xX][0-9a-fA-F]+\)?", value):
                self.constants[name] = eval(value)  # digits and operators only
        text = re.sub(r"^#.*$", "", text, flags=re.M)
        for old, new in re.findall(r"typedef\s+(\w+)\s+(cl_\w+)\s*;", text):
            if old in self._types:
                self._types[new] = self._types[old]
        text = re.sub(r"extern|CL_API_ENTRY|CL_API_CALL|CL_CALLBACK|const\b|CL_API_PREFIX\w*", " ", text)
        for found in re.finditer(r"\b((?:cl_\w+|void)\s*\*?)\s+\*?\s*(cl[A-Z]\w+)\s*\(", text):
            depth, end = 1, found.end()
            while depth:
                depth += (text[end] == "(") - (text[end] == ")")
                end += 1
            arguments = [a for a in _split(" ".join(text[found.end():end - 1].split())) if a != "void"]
            returned = text[found.start():found.start(2)]
            self._prototypes[found[2]] = (self._type(returned + " r"), [self._type(a) for a in arguments])
            self.parameters[found[2]] = [self._name(a) for a in arguments]

    def _type(self, declaration):
        if re.search(r"[*\[(]", declaration):
            return ctypes.c_void_p
        name = declaration.split()[0]
        return self._types.get(name, ctypes.c_void_p)  # handles are pointers

    @staticmethod
    def _name(declaration):
        found = re.search(r"\(\s*\*\s*(\w+)\)", declaration)
        return found[1] if found else re.findall(r"\w+", re.sub(r"\[.*", "", declaration))[-1]

    def _raw(self, name):
        returned, arguments = self._prototypes[name]
        if hasattr(self._library, name):
            function = getattr(self._library, name)
            function.restype, function.argtypes = returned, arguments
            return function
        find = self._library.clGetExtensionFunctionAddressForPlatform
        find.restype, find.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
        address = find(self.platform, name.encode())
        if not address:
            raise OpenCLError(f"{name} is missing")
        return ctypes.CFUNCTYPE(returned, *arguments)(address)

    def __getattr__(self, name):
        if name.startswith("CL_"):
            return self.constants[name]
        if name not in self._functions:
            self._functions[name] = self._raw(name)
        function = self._functions[name]

        def call(*arguments):
            calls = self.calls()
            calls.append([name, arguments, "does not return"])
            if self.traced:
                print(f"{name}({', '.join(show(a) for a in arguments)})", file=sys.stderr, flush=True)
            result = function(*arguments)
            calls[-1][2] = result
            if self.traced:
                print(f"{name}({', '.join(show(a) for a in arguments)}) = {show(result)}", file=sys.stderr,
                      flush=True)
            return result

        self.__dict__[name] = call
        return call

    def calls(self):
        if not hasattr(self._calls, "list"):
            self._calls.list = collections.deque(maxlen=int(os.environ.get("FUZZ_HOST_CALLS", "60")))
        return self._calls.list

    def ok(self, name, *arguments):
        """A call that has to succeed, of a function that returns a code."""
        code = getattr(self, name)(*arguments)
        if code:
            raise Different(f"{name} returned {self.code(code)}")

    def make(self, name, *arguments):
        """A call that has to succeed, of a function that ends with errcode_ret."""
        code = ctypes.c_int32(1)
        made = getattr(self, name)(*arguments, ctypes.byref(code))
        if code.value or not made:
            raise Different(f"{name} returned {made} and {self.code(code.value)}")
        return made

    def code(self, number):
        for name, value in self.constants.items():
            if value == number and value < 0 and "PLATFORM_NOT_FOUND" not in name:
                return f"{name} ({number})"
        return str(number)


class Format(ctypes.Structure):
    _fields_ = [("order", ctypes.c_uint32), ("type", ctypes.c_uint32)]


class Descriptor(ctypes.Structure):
    _fields_ = [("image_type", ctypes.c_uint32), ("width", ctypes.c_size_t), ("height", ctypes.c_size_t),
                ("depth", ctypes.c_size_t), ("array_size", ctypes.c_size_t), ("row_pitch", ctypes.c_size_t),
                ("slice_pitch", ctypes.c_size_t), ("levels", ctypes.c_uint32), ("samples", ctypes.c_uint32),
                ("memory", ctypes.c_void_p)]


class Different(Exception):
    """The driver does not do what the model does."""


def show(value):
    if isinstance(value, ctypes.Array):
        return "[" + ", ".join(show(v) for v in list(value)[:24]) + "]"
    if isinstance(value, ctypes._SimpleCData):
        return show(value.value)
    if hasattr(value, "_obj"):
        return "&" + show(value._obj)
    if isinstance(value, bytes) and len(value) > 24:
        return f"{len(value)} bytes"
    return hex(value) if isinstance(value, int) and value > 1 << 20 else repr(value)


def sizes(values):
    return None if values is None else (ctypes.c_size_t * len(values))(*values)


def handles(values):
    return (ctypes.c_void_p * len(values))(*values) if values else None


def properties(*values):
    return (ctypes.c_uint64 * (len(values) + 1))(*values, 0)


def load():
    include = os.environ.get("FUZZ_HOST_HEADERS", "/usr/include")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src")
    # The last one wins: headers of systems have command buffers of an older version.
    return OpenCL([f"{include}/CL/cl.h", f"{include}/CL/cl_ext.h", f"{source}/core/newer_queries.h",
                   f"{source}/core/khr_command_buffer.h", f"{source}/core/khr_semaphore.h",
                   f"{source}/api/khr_entry_points.h", f"{source}/api/khr_command_buffer.h"])
