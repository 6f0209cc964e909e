// A function that takes a pointer is called through a pointer to one that takes a number: of the wrong type,
// but with the same bits. No function of the right type has its address taken, so that only counting all of
// them shows a way.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy sdse
// run: dunlin reach --target @target --strategy ccbse:sdse
// verdict: reachable
#include <klee/klee.h>

static int is_null(void *pointer) {
    if (!pointer)
        return 1; // target
    return 0;
}

static int (*check)(long) = (int (*)(long))is_null;

int main(void) {
    long number;
    klee_make_symbolic(&number, sizeof number, "number");
    return check(number);
}
