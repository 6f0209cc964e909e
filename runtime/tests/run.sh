#!/bin/sh
# Checks the runtime's C library: it compiles to bitcode for both targets without a warning, and
# its functions give the results of the host's glibc. Takes a few seconds; prints one line.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
clang=${CLANG:-clang-19}
objcopy=${OBJCOPY:-llvm-objcopy-19}
flags="-std=c11 -O1 -g -ffreestanding -fno-builtin -Wall -Wextra -Werror"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for target in -m64 -m32; do
    for source in "$here"/../libc/*.c; do
        "$clang" $target $flags -emit-llvm -c -o "$work/unused.bc" "$source"
    done
done

# SSE 4.1 and FMA make the rounding intrinsics instructions, not calls of the functions they are in.
for source in "$here"/../libc/*.c; do
    "$clang" $flags -msse4.1 -mfma -c -o "$work/$(basename "$source" .c).o" "$source"
done
ld -r -o "$work/runtime.o" "$work"/*.o
"$objcopy" --prefix-symbols=t_ "$work/runtime.o"
"$clang" -O1 -fno-builtin -w -o "$work/compare" "$here/compare.c" "$work/runtime.o" -lm
"$work/compare"
