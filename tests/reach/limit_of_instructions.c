// A limit ends the search; the answer names it and says where the search stands.
// run: dunlin reach --target @target --max-instructions 1000
// run: dunlin reach --target @target --max-instructions 1000 --strategy klee
// run: dunlin reach --target @target --max-instructions 1000 --strategy ccbse:sdse
// verdict: unknown
// reason: stopped by --max-instructions
// stderr: the condition at tests/reach/limit_of_instructions.c:15:5 was never false
#include <klee/klee.h>

static volatile unsigned spent;

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    for (int i = 0; i < 1000; i++)
        spent += i;
    if (n > 5)
        n = 5;
    if (spent == 1)
        return 1; // target
    return n;
}
