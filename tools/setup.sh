# What tools/quickstart and tools/check share: the Debian packages, the
# configuration and the build. Sourced by bash, never run by itself.
#
# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
# A bare system has no other locale, and would warn about ours at each step.
export LC_ALL=C.UTF-8
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A preset of CMake, and where it builds.
preset=release
build=build

# llvm-22-dev brings llvm-22 (llc, llvm-nm); llvm-22-tools brings lit.
build_packages=(g++ cmake ninja-build ccache
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools)
test_packages=(git python3 clang-format-22 libgtest-dev python3-numpy)

say() { printf '\n== %s\n' "$*"; }

# The packages among "$@" that are not installed.
missing_packages() {
  local package
  for package; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = \
      installed ] || printf '%s\n' "$package"
  done
}

# Whether apt has heard of all of "$@".
apt_knows() {
  local package
  for package; do
    # Not grep -q: a reader that leaves early is an error of the writer's.
    apt-cache policy "$package" | grep '^  Candidate: [^(]' >/dev/null ||
      return 1
  done
}

apt_install() {
  DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes apt-get install -y -qq \
    --no-install-recommends -o DPkg::Lock::Timeout=300 \
    -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

# Installs those of the Debian packages "$@" that are missing; where it may not,
# says which they are and stops.
need_packages() {
  local missing=("$@")
  if command -v dpkg-query >/dev/null; then
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
  fi
  if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
    {
      echo "${0##*/}: these Debian 12 packages are needed:"
      echo
      echo "  ${missing[*]}"
      echo
      if ! command -v apt-get >/dev/null; then
        echo "There is no apt-get here. Install what they hold in your" \
          "system's way and build with CMake (see README.md)."
      else
        echo "Only root may install them:"
        echo
        echo "  apt-get update"
        echo "  apt-get install --no-install-recommends ${missing[*]}"
      fi
    } >&2
    exit 2
  fi
  say "Installing ${missing[*]}"
  local updated=
  if ! apt_knows "${missing[@]}"; then
    apt-get update -qq
    updated=1
  fi
  # Lists may know a package and be too old to find it.
  if ! apt_install "${missing[@]}"; then
    [ -z "$updated" ] || return 1
    apt-get update -qq
    apt_install "${missing[@]}"
  fi
}

# Compilations at once: one for each core, and 1.5 GB for each.
jobs_that_fit() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo \
    2>/dev/null) || memory=$cores
  [ "$memory" -ge 1 ] || memory=1
  echo $((memory < cores ? memory : cores))
}

# configure [-D...]: writes $build, or brings it up to date.
configure() {
  # ccache wants a home.
  if [ -z "${CCACHE_DIR:-}" ] && ! [ -w "${HOME:-/nonexistent}" ]; then
    export CCACHE_DIR=$PWD/$build/ccache
  fi
  say "Configuring $build/"
  mkdir -p "$build"
  if ! cmake --preset "$preset" "$@" >"$build/configure.log" 2>&1; then
    cat "$build/configure.log"
    return 1
  fi
}

# build_targets TARGET...: builds them in $build.
build_targets() {
  say "Building ($(jobs_that_fit) at once)"
  cmake --build "$build" -j "$(jobs_that_fit)" --target "$@"
}
