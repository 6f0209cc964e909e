// A static function of a header has a copy in each file; here only the other file's reaches the line.
// run: dunlin reach --target twice.h:5 inputs/other.c
// run: dunlin reach --target twice.h:5 --strategy ccbse:sdse inputs/other.c
// verdict: reachable
#include "inputs/twice.h"

int other(int n);

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 50);
    if (limited(n, 60) == 60)
        return 1;
    return other(n + 60) == 100;
}
