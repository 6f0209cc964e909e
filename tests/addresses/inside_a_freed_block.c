// A small block may lie in the middle of a large one that was freed, but not an object of another kind.
// run: dunlin reach --addresses free --reuse-addresses on --target @inside
// verdict: reachable
// replay: off whether objects lie like that natively is not known
// run: dunlin reach --addresses free --reuse-addresses on --target @local
// verdict: unreachable
#include <stdlib.h>

int main(void) {
    int x = 0;
    int *volatile local = &x;
    char *a = malloc(100);
    free(a);
    char *b = malloc(4);
    if (a == (char *)local)
        return 1; // target local
    if (b == a + 32)
        return 2; // target inside
    return 0;
}
