// Of several freed blocks that lived together, a new one equals at most one.
// run: dunlin reach --addresses free --reuse-addresses on --target @one
// verdict: reachable
// run: dunlin reach --addresses free --reuse-addresses on --target @two
// verdict: unreachable
#include <stdlib.h>

int main(void) {
    char *dead[3], *p;
    for (int i = 0; i < 3; i++)
        dead[i] = malloc(4);
    for (int i = 0; i < 3; i++)
        free(dead[i]);
    p = malloc(4);
    int equal = 0;
    for (int i = 0; i < 3; i++)
        equal += dead[i] == p;
    if (equal > 1)
        return 1; // target two
    if (equal == 1)
        return 2; // target one
    return 0;
}
