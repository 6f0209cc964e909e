// realloc may leave a block where it is, or move it.
// run: dunlin reach --addresses free --reuse-addresses on --target @same
// verdict: reachable
// replay: off whether objects lie like that natively is not known
// run: dunlin reach --addresses free --reuse-addresses on --target @moved
// verdict: reachable
// replay: off whether objects lie like that natively is not known
#include <stdlib.h>

int main(void) {
    char *a = malloc(4);
    char *old = a;
    a = realloc(a, 4);
    if (a == old)
        return 1; // target same
    return 2; // target moved
}
