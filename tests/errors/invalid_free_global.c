// run: dunlin run
// error: invalid-free at 10
// report: invalid-free
#include <stdlib.h>

static char buffer[16];
static void *volatile p = buffer;

int main(void) {
    p = realloc(p, 32);
    return 0;
}
