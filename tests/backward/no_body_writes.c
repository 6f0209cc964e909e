// A function without a body gets a pointer: it may have written anything that it leads to.
// run: dunlin reach --target @target --strategy tse
// verdict: unknown
// stderr: mystery
#include <dunlin.h>

void mystery(int *n);

int main(void) {
    int n = 3;
    mystery(&n);
    if (n == 4)
        return 1; // target
    return 0;
}
