// Memory of calloc is zero where nobody wrote.
// run: dunlin reach --target @written --target @never --strategy tse
// verdict: @written reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(4, sizeof *p);
    p[dunlin_range(0, 4, "i")] = 3;
    if (p[0] + p[1] == 3 && p[1])
        return 1; // target written
    if (p[0] + p[1] + p[2] + p[3] != 3)
        return 2; // target never
    return 0;
}
