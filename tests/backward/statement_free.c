// Figure 2, `free Exp`: the target behind it is reached, and a second free of the same object ends the path.
// run: dunlin reach --target @once --target @twice --strategy tse
// verdict: @once reachable
// verdict: @twice unreachable
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q = p;
    *p = dunlin_int("x");
    int value = *p;
    free(p);
    if (value == 5)
        return 1; // target once
    free(q);
    return 2; // target twice
}
