// A new block may lie where a freed one lay, or elsewhere; natively it does.
// run: dunlin reach --addresses free --reuse-addresses on --target @same
// verdict: reachable
// reason: passes it in a native run
// run: dunlin reach --addresses free --reuse-addresses on --target @other
// verdict: reachable
// run: dunlin reach --addresses free --target @same --reuse-addresses off
// verdict: unreachable
// reason: that freed addresses do not come back
#include <stdlib.h>

int main(void) {
    char *a = malloc(4);
    free(a);
    char *b = malloc(4);
    if (a == b)
        return 1; // target same
    return 2; // target other
}
