# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# hashcat_mask.py md5|sha256: hashcat finds words from their hashes by trying every mask.
#
# hashcat tests each kernel against a known answer before it starts, too.
import hashlib
import os
import subprocess
import sys
import tempfile

name = sys.argv[1]
mode = {"md5": "0", "sha256": "1400"}[name]
# Several at once, so that the kernel that compares with a table of hashes is the one that runs.
words = ["loom", "weft", "yarn"]

with tempfile.TemporaryDirectory() as folder:
    # Its compiled kernels go where nothing is found from an earlier run.
    environment = dict(os.environ, HOME=folder, XDG_CACHE_HOME=folder + "/cache",
                       XDG_DATA_HOME=folder + "/data")
    for attempt in (words, words[:1]):
        hashes, found = folder + "/hashes", folder + "/found"
        with open(hashes, "w") as file:
            file.writelines(getattr(hashlib, name)(w.encode()).hexdigest() + "\n" for w in attempt)
        if os.path.exists(found):
            os.remove(found)
        done = subprocess.run(
            ["hashcat", "--attack-mode", "3", "--hash-type", mode, hashes, "?l?l?l?l",
             "--session", "weft", "--potfile-disable", "--outfile", found, "--outfile-format", "2",
             "--restore-disable", "--backend-ignore-cuda", "--backend-ignore-hip"],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", timeout=280)
        print(done.stdout, flush=True)
        # 0: every hash was cracked.
        if done.returncode != 0:
            sys.exit(f"hashcat ended with {done.returncode}")
        with open(found) as file:
            got = sorted(file.read().split())
        if got != sorted(attempt):
            sys.exit(f"found {got} in place of {sorted(attempt)}")
