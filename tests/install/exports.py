# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# exports.py LIBRARY SYMBOL...: the library defines these dynamic symbols and no other, and brings
# neither LLVM nor a C++ run time of LLVM into the process.
import re
import subprocess
import sys

library, wanted = sys.argv[1], set(sys.argv[2:])


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


defined = {line.split()[-1].split("@")[0]
           for line in output("nm", "-D", "--defined-only", library).splitlines()}
if defined != wanted:
    sys.exit(f"{library}: too many: {sorted(defined - wanted)}, missing: {sorted(wanted - defined)}")

needed = output("ldd", library)
if "not found" in needed:
    sys.exit(f"{library} lacks a library:\n{needed}")
foreign = [line for line in needed.splitlines() if re.search(r"LLVM|clang|lld|Polly", line, re.I)]
if foreign:
    sys.exit(f"{library} brings:\n" + "\n".join(foreign))
print(f"{library}: {len(defined)} symbols")
