# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os

import lit.formats

config.name = "weft-passes"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.weft_output_dir
# `opt` with the project's passes, `FileCheck` and `not` of the same LLVM.
config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, os.environ["PATH"]])
config.substitutions.append(("%weft-opt", " -load-pass-plugin=".join((config.weft_opt, *config.weft_plugins))))
