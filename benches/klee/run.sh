#!/usr/bin/env bash
# How many of KLEE's own test programs behave under Dunlin as their RUN lines expect.
#
#   run.sh --dunlin PATH --sources PATH [--filter TEXT] [--jobs N]
#
# PATH of the sources is a checkout of KLEE; nothing of it is part of Dunlin. A RUN line is a shell command; of the
# tools that it names, %klee is the script `klee` beside this one, %clang is clang-19, FileCheck is FileCheck-19. Tests
# that need other tools of KLEE, files of its own formats or programs that run natively are not tried, and counted
# by reason. Exit code 0 whatever the count: this measures.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

sources="" filter="" jobs=2
while [ $# -gt 0 ]; do
    case "$1" in
    --dunlin) DUNLIN=$(realpath "$2") ;;
    --sources) sources=$(realpath "$2") ;;
    --filter) filter=$2 ;;
    --jobs) jobs=$2 ;;
    *) echo "klee-tests: unknown option $1" >&2 && exit 2 ;;
    esac
    shift 2
done
[ -d "$sources/test" ] || { echo "klee-tests: --sources PATH must be a checkout of KLEE" >&2 && exit 2; }
[ -x "${DUNLIN:-}" ] || { echo "klee-tests: --dunlin PATH must be the dunlin binary" >&2 && exit 2; }
command -v FileCheck-19 >/dev/null || { echo "klee-tests: FileCheck-19 is missing: install llvm-19-tools" >&2 && exit 2; }
export DUNLIN

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$here/klee" "$work/bin/klee"
ln -s "$(command -v FileCheck-19)" "$work/bin/FileCheck"
printf '#!/bin/sh\nif "$@"; then exit 1; fi\nexit 0\n' >"$work/bin/not"
chmod +x "$work/bin/not"
export PATH="$work/bin:$PATH"

# The reason why a test is not tried, if there is one. Its argument is all of its RUN lines.
not_tried() {
    case "$1" in
    "") echo "no RUN line" ;;
    *%cc* | *%cxx* | *_runner* | *%lli* | *ConcreteTest*) echo "runs a program natively" ;;
    *%kleaver* | *kquery* | *smt2*) echo "files of queries in KLEE's form" ;;
    *%klee-* | *%ktest* | *klee-stats* | *sqlite*) echo "another tool of KLEE" ;;
    *posix-runtime*) echo "KLEE's POSIX runtime" ;;
    *uclibc* | *libcxx*) echo "KLEE's C or C++ library" ;;
    *ubsan-runtime*) echo "" ;;
    *%gentmp* | *gunzip* | *.py*) echo "scripts of KLEE" ;;
    *) echo "" ;;
    esac
}

# Runs one test; prints its category, result and name.
one_test() {
    local file=$1 name lines reason folder
    name=${file#"$sources"/test/}
    lines=$(sed -n 's/^.*RUN: *//p' "$file" | sed -e ':again' -e '/\\$/N; s/\\\n *//; t again')
    reason=$(not_tried "$lines")
    if [ -n "$reason" ]; then
        printf '%s\tnot tried: %s\t%s\n' "${name%%/*}" "$reason" "$name"
        return
    fi
    folder=$(mktemp -d "$work/test.XXXXXX")
    {
        echo "set -e -o pipefail"
        sed -e "s|%clangxx|clang++-19 -I$sources/include|g" -e "s|%clang|clang-19 -w -I$sources/include|g" \
            -e 's|%O0opt|-O0 -Xclang -disable-O0-optnone|g' -e 's|%llvmas|llvm-as-19|g' -e 's|%llvmlink|llvm-link-19|g' \
            -e 's|%llvmar|llvm-ar-19|g' -e 's|%klee|klee|g' -e "s|%t|$folder/t|g" -e "s|%s|$file|g" \
            -e "s|%[Sp]|$(dirname "$file")|g" <<<"$lines"
    } >"$folder/script"
    if (cd "$folder" && timeout 120 bash "$folder/script" >"$folder/output" 2>&1); then
        printf '%s\tas expected\t%s\n' "${name%%/*}" "$name"
    else
        printf '%s\tdiffers\t%s: %s\n' "${name%%/*}" "$name" "$(grep -vE '^ *\^?~*$' "$folder/output" | tail -1 | cut -c1-160)"
    fi
    rm -rf "$folder"
}
export -f one_test not_tried
export sources work

find "$sources/test" \( -name '*.c' -o -name '*.cpp' -o -name '*.ll' \) -path "*$filter*" | sort |
    xargs -P "$jobs" -I '{}' bash -c 'one_test "$1"' test '{}' >"$work/results"
sort "$work/results" | awk -F '\t' '$2 == "differs" { print "differs: " $3 }'
sort "$work/results" | awk -F '\t' '
    { all[$1]++; if ($2 == "as expected") good[$1]++; else if ($2 == "differs") bad[$1]++; else left[$2]++ }
    END {
        printf "\n%-26s %12s %8s %10s\n", "folder", "as expected", "differs", "not tried"
        for (name in all) {
            rest = all[name] - good[name] - bad[name]
            printf "%-26s %12d %8d %10d\n", name, good[name], bad[name], rest | "sort"
            g += good[name]; b += bad[name]; r += rest
        }
        close("sort")
        printf "%-26s %12d %8d %10d\n\n", "all", g, b, r
        for (reason in left) printf "%4d %s\n", left[reason], reason
    }'
