"""How lit runs the tests of mplan."""

import os
import shutil
import subprocess
import sys

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "mplan"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "Models", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.mplan_binary_root, "test")

llvm_config.use_default_substitutions()
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.add_tool_substitutions(
    ["mplan-opt", "mplan-solve", "mplan-equiv", "mplan-gen", "mplan-mutate",
     "mplan-reduce", "mlir-opt", "mlir-translate", "llc", "llvm-nm",
     "opt"],
    [config.mplan_tools_dir, config.llvm_tools_dir])



def offer(feature, is_there, what):
    """Lets tests that say `REQUIRES: feature` run, or says why they skip."""
    if is_there:
        config.available_features.add(feature)
    else:
        lit_config.note(f"{what}: tests that need it are skipped")


# Real networks and traces, where they lie beside the project.
shared = os.path.join(config.mplan_source_root, "..", "shared")
for name in ("models", "traces"):
    path = os.path.realpath(os.path.join(shared, name))
    offer(name, os.path.isdir(path), f"no folder {path}")
    config.substitutions.append(("%" + name, path))
config.substitutions.append(("%bundled", os.path.join(config.test_source_root,
                                                       "Models")))
config.substitutions.append(("%source", config.mplan_source_root))
config.substitutions.append(("%build", config.mplan_binary_root))
config.substitutions.append(("%mlir_dir", config.mlir_cmake_dir))
config.substitutions.append(("%tools", config.mplan_tools_dir))
config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%cc", config.c_compiler))

# A project built by a test takes as long as it must, but once.
config.substitutions.append((
    "%launcher", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"
    if shutil.which("ccache") else ""))
# Nor does it link our libraries without what they were compiled with.
config.substitutions.append((
    "%sanitize", f"-DCMAKE_EXE_LINKER_FLAGS=-fsanitize={config.sanitizers}"
    if config.sanitizers else ""))
for name in ("CCACHE_DIR", "CCACHE_BASEDIR", "CCACHE_NOHASHDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# What the C compiler makes code for, and whether it can check it.
def ask_cc(*options):
    return subprocess.run([config.c_compiler, *options], capture_output=True,
                          text=True)


config.substitutions.append(("%llvm_tools", config.llvm_tools_dir))
config.substitutions.append(("%triple", ask_cc("-dumpmachine").stdout.strip()))
offer("asan", ask_cc("-fsanitize=address", "-shared", "-xc", os.devnull,
                     "-o", os.devnull).returncode == 0,
      "the C compiler has no AddressSanitizer")

# Programs that some tests need and that one can build mplan without.
offer("clang-format", shutil.which("clang-format-22"),
      "clang-format-22 is not installed")
offer("git", shutil.which("git") and os.path.exists(
    os.path.join(config.mplan_source_root, ".git")),
      "no git, or no checkout of git's")
