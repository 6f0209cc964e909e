// A failed allocation is explored on demand. Natively the test says that it fails.
// run: dunlin reach --target @full --malloc-may-fail
// verdict: reachable
#include <stdlib.h>

int main(void) {
    char *text = malloc(10);
    if (!text)
        return 3; // target full
    free(text);
    return 0;
}
