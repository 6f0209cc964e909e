// A pointer that is copied byte by byte is the same pointer, and its bytes decide nothing.
// run: dunlin run --addresses free --reuse-addresses on
// paths: 1
// error: none
#include <stdlib.h>
void reach_error(void);

int main(void) {
    int *a = malloc(4), *b;
    *a = 3;
    for (unsigned i = 0; i < sizeof a; i++)
        ((char *)&b)[i] = ((char *)&a)[i];
    if (b != a || *b != 3)
        reach_error();
    free(b);
    return 0;
}
