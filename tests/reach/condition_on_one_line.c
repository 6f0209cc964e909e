// A line with a loop has code from before a variable's life and from after it, where the condition is not true and
// must not make an error of the way there.
// run: dunlin reach --target @target --condition z==4&&y==x+2
// verdict: reachable
#include <klee/klee.h>

int main(void) {
    int x = klee_range(0, 100, "x"), y = x;
    for (int i = 0; i < 3; i++) { int z = i * 2; y += z; } // target
    return y;
}
