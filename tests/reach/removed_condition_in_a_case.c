// All of a case is removed: the jump that leads past it stands at the last line of the condition, and is not
// that line.
// run: dunlin reach --target @target --target @after
// run: dunlin reach -O2 --target @target --target @after
// verdict: @target unreachable
// verdict: @after reachable
#include <klee/klee.h>

int main(void) {
    unsigned char in;
    klee_make_symbolic(&in, 1, "in");
    int r = 0;
    switch (in & 7) {
    case 0:
        if (0 &&
            (in != 69)) { // target
            r++;
        }
    case 4:
        r += 2; // target after
    }
    return r;
}
