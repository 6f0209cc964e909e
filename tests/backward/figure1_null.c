// Figure 1 with its error: the write through a null pointer is reached, what stands behind it is not.
// Forward, every round of the loop is a path, so that there is no proof in a reasonable time; backward,
// there is no way over the write whatever the loop does.
// run: dunlin reach --target @null --strategy tse
// verdict: reachable
// run: dunlin reach --target @behind --strategy tse
// verdict: unreachable
#include <dunlin.h>
#include <stddef.h>

int main(void) {
    int i = 0, w = dunlin_int("w"), r = 0;
    while (i < w)
        i++;
    if (w == 1000) {
        int *p = NULL;
        *p = 7; // target null
        r = *p; // target behind
    }
    return r;
}
