// Two pointers in one word: the pointer that comes out is the one that went in, and they never cancel.
// run: dunlin run --addresses free --reuse-addresses on
// error: none
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);

int main(void) {
    int *a = malloc(4), *b = malloc(4);
    *a = 5;
    uintptr_t both = (uintptr_t)a ^ (uintptr_t)b;
    if (both == 0)
        reach_error();
    int *back = (int *)(both ^ (uintptr_t)b);
    if (back != a || *back != 5)
        reach_error();
    free(a);
    free(b);
    return 0;
}
