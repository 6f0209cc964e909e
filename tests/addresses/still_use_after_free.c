// A pointer to a freed block is one, whatever lies there now.
// run: dunlin run --addresses free --reuse-addresses on
// error: use-after-free at 12
#include <stdlib.h>

int main(void) {
    int *a = malloc(4);
    free(a);
    int *b = malloc(4);
    *b = 1;
    if (a == b)
        *a = 2;
    int result = *b;
    free(b);
    return result;
}
