// A switch of strings: at -O2 clang makes a table of distances (llvm.load.relative) of it.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -O2 -m32
// native: same
#include <stdio.h>

__attribute__((noinline)) static const char *name(unsigned x) {
    switch (x) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    case 5: return "five";
    default: return "many";
    }
}

int main(void) {
    for (unsigned i = 0; i < 8; i++)
        puts(name(i));
    return 0;
}
