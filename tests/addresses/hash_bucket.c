// Any bucket is possible, but a block is always in the same one.
// run: dunlin run --addresses free --reuse-addresses on
// error: reach-error at 14
// replay: off whether objects lie like that natively is not known
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);

static unsigned hash(void *p) { return ((uintptr_t)p >> 4) % 7; }

int main(void) {
    char *a = malloc(4);
    if (hash(a) == 3)
        reach_error();
    if (hash(a) != hash(a))
        abort();
    return 0;
}
