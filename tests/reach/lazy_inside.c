// A pointer into the middle of an array: from the function alone, the element before it exists only if
// the pointer may lead to any element. Without the option CCBSE still answers, from main.
// run: dunlin reach --target @target --strategy ccbse:sdse --lazy-inside on
// run: dunlin reach --target @target --strategy ccbse:sdse
// run: dunlin reach --target @target --lazy-inside on
// verdict: reachable
#include <klee/klee.h>

static int before(const int *p) {
    if (p[-1] == 7)
        return 1; // target
    return 0;
}

int main(void) {
    int values[3];
    klee_make_symbolic(values, sizeof values, "values");
    return before(&values[1]);
}
