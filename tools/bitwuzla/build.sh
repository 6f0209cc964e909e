#!/usr/bin/env bash
# Builds the SMT solver Bitwuzla as one static library, once per machine.
#
#   build.sh          builds it unless it is there
#   build.sh --where  prints the folder that it is in, or would be
#
# The sources come with two crates (see sources/Cargo.toml), the floating-point circuits are Debian's
# libsymfpu-dev, the arithmetic is Debian's libgmp. The result lies in a cache outside of the build
# folder, so that `cargo clean` and further clones do not cost it again; what it is built from is part
# of the folder's name.
#
# Bitwuzla brings a CaDiCaL of another version than the one that Dunlin's own backend uses, with the
# same C++ names. In one binary the linker would mix the two without a word. Two things prevent it:
# this CaDiCaL lives in a namespace of its own name, and the library is one object in which every
# symbol but those of the C API is local. The script checks the second before it installs anything.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
sources=$here/sources
version=0.8.0
compiler=${CXX:-g++}

die() {
    echo "bitwuzla: $*" >&2
    exit 1
}

fingerprint=$({
    cat "$here/build.sh" "$sources/Cargo.lock"
    uname -m
} | sha256sum | cut -c 1-12)
cache=${DUNLIN_CACHE:-${XDG_CACHE_HOME:-${HOME:?is not set: set it or DUNLIN_CACHE}/.cache}/dunlin}
result=$cache/bitwuzla-$version-$fingerprint

case "${1:-}" in
--where)
    echo "$result"
    exit
    ;;
"") ;;
*) die "unknown argument '$1'; usage: build.sh [--where]" ;;
esac
[ ! -e "$result/libbitwuzla.a" ] || exit 0

for tool in cargo "$compiler" ld objcopy nm ar; do
    command -v "$tool" >/dev/null || die "$tool was not found: run ./dev setup"
done
for header in gmp.h symfpu/core/add.h; do
    "$compiler" -x c++ -E -include "$header" /dev/null >/dev/null 2>&1 ||
        die "the header $header was not found: run ./dev setup"
done

mkdir -p "$cache"
# Two set-ups at a time would do the same work twice.
exec 9>"$cache/lock"
flock 9
[ ! -e "$result/libbitwuzla.a" ] || exit 0

started=$SECONDS
work=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf "$work"' EXIT

echo "Building the SMT solver Bitwuzla $version; this happens once and takes some minutes."
manifest=$sources/Cargo.toml
cargo fetch --quiet --locked --manifest-path "$manifest" --target "$(uname -m)-unknown-linux-gnu" ||
    die "cargo could not fetch the sources"
cargo metadata --locked --offline --format-version 1 --manifest-path "$manifest" \
    --filter-platform "$(uname -m)-unknown-linux-gnu" >"$work/metadata"

# Prints the folder of a crate.
crate() {
    grep -o "\"manifest_path\":\"[^\"]*/$1/Cargo.toml\"" "$work/metadata" |
        sed 's/^"manifest_path":"//; s/\/Cargo.toml"$//' | head -n 1
}
bitwuzla=$(crate "bitwuzla-sys-$version")/bitwuzla
cadical=$(crate cadical-sys-0.4.0)/cadical
[ -f "$bitwuzla/src/env.cpp" ] || die "the crate bitwuzla-sys has no sources of Bitwuzla"
[ -f "$cadical/src/internal.cpp" ] || die "the crate cadical-sys has no sources of CaDiCaL"

# What Bitwuzla's own build system would write.
mkdir "$work/include" "$work/objects"
cat >"$work/include/config.h" <<END
#pragma once
namespace bzla::config {
static constexpr bool is_debug_build = false;
static constexpr const char* git_id  = "";
static constexpr const char* version = "$version";
static constexpr const char* license = "MIT";
static constexpr const char* os      = "linux";
static constexpr const char* cc      = "";
static constexpr const char* cxx     = "";
}
END

# Its C interface turns errors of its own into calls of a callback, but lets others through, such as
# the lack of memory; they would end a process that is not written in C++.
mkdir -p "$work/include/api/c"
sed '/catch (bitwuzla::Exception & e)/ s/$/ catch (std::exception \& e) { BITWUZLA_ABORT << e.what(); }/' \
    "$bitwuzla/src/api/c/checks.h" >"$work/include/api/c/checks.h"
grep -q 'catch (std::exception' "$work/include/api/c/checks.h" ||
    die "the C interface of Bitwuzla is not as expected"

# -fno-gnu-unique: symbols that are unique in a process could not become local.
flags=(-std=c++17 -O3 -DNDEBUG -fPIC -fno-gnu-unique -w -DCaDiCaL=CaDiCaLOfBitwuzla)
# BZLA_USE_FPEXP: other formats than half, single, double and quadruple precision are allowed.
bitwuzla_flags=(-DHAVE_RUSAGE -DBZLA_USE_FPEXP -I"$work/include" -I"$bitwuzla/src" -I"$bitwuzla/src/lib"
    -I"$bitwuzla/include" -I"$cadical/src")
cadical_flags=(-DNBUILD)

# Everything but programs and parsers (the printer uses one lexer); of CaDiCaL also not its C
# interfaces. Large files first, so that no core is left alone with one at the end.
{
    find "$bitwuzla/src" -name '*.cpp' -printf '%s bitwuzla %p\n' |
        grep -vE '/src/(main|parser/btor2|api/python)/|/(parser|symbol_table)\.cpp$'
    find "$cadical/src" -name '*.cpp' -printf '%s cadical %p\n' |
        grep -vE '/(cadical|mobical|ccadical|ipasir)\.cpp$'
} | sort -k 1,1nr -k 3,3 >"$work/files"
total=$(wc -l <"$work/files")

compile() {
    local number=$1 part=$2 file=$3 log=$work/objects/$1.log
    local -n part_flags=${part}_flags
    if ! "$compiler" "${flags[@]}" "${part_flags[@]}" -c "$file" -o "$work/objects/$number.o" \
        >"$log" 2>&1; then
        echo "bitwuzla: compiling $file failed:" >&2
        tail -n 20 "$log" >&2
        return 1
    fi
    if [ $((number % 20)) -eq 0 ]; then
        echo "  $number of $total files, $((SECONDS - started)) s"
    fi
}

# At most one compiler per core; the first failure ends it.
cores=$(nproc)
running=0
number=0
while read -r _ part file; do
    if [ "$running" -eq "$cores" ]; then
        wait -n || die "the build failed"
        running=$((running - 1))
    fi
    number=$((number + 1))
    compile "$number" "$part" "$file" &
    running=$((running + 1))
done <"$work/files"
while [ "$running" -gt 0 ]; do
    wait -n || die "the build failed"
    running=$((running - 1))
done

# One object. Sections that C++ would let the linker share between objects (templates, inline
# functions) become ordinary ones first: only then may their symbols become local.
ld -r --force-group-allocation -o "$work/all.o" "$work"/objects/*.o || die "linking failed"
objcopy --wildcard --keep-global-symbol='bitwuzla_*' "$work/all.o" "$work/bitwuzla.o" ||
    die "hiding the symbols failed"
defined=$(nm --defined-only --extern-only "$work/bitwuzla.o" | awk '{ print $3 }')
foreign=$(grep -v '^bitwuzla_' <<<"$defined" | head -n 3) || true
[ -z "$foreign" ] || die "the library would define symbols of others: $foreign"
grep -qx bitwuzla_check_sat <<<"$defined" || die "the library lacks the C API"

# Nothing is missing, and it works.
cat >"$work/smoke.cpp" <<'END'
extern "C" {
#include <bitwuzla/c/bitwuzla.h>
}
int main() {
  BitwuzlaTermManager* tm = bitwuzla_term_manager_new();
  BitwuzlaOptions* options = bitwuzla_options_new();
  Bitwuzla* solver = bitwuzla_new(tm, options);
  BitwuzlaSort sort = bitwuzla_mk_fp_sort(tm, 5, 11);
  BitwuzlaTerm x = bitwuzla_mk_const(tm, sort, "x");
  bitwuzla_assert(solver, bitwuzla_mk_term2(tm, BITWUZLA_KIND_FP_LT, x, x));
  return bitwuzla_check_sat(solver) == BITWUZLA_UNSAT ? 0 : 1;
}
END
"$compiler" -I"$bitwuzla/include" "$work/smoke.cpp" "$work/bitwuzla.o" -lgmp -o "$work/smoke" ||
    die "a program cannot be linked with the library"
"$work/smoke" || die "the library does not work"

mkdir "$work/result"
ar rcs "$work/result/libbitwuzla.a" "$work/bitwuzla.o"
rm -rf "$result"
mv -T "$work/result" "$result"
echo "Bitwuzla is built in $result ($((SECONDS - started)) s)."
