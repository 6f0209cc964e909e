// Once equal, always equal; and a block that lives while another does is never where that is.
// run: dunlin run --addresses free --reuse-addresses on
// error: none
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);

int main(void) {
    char *a = malloc(4);
    free(a);
    char *b = malloc(4), *c = malloc(4);
    int equal = a == b;
    if (equal != (a == b) || (equal && a == c) || b == c)
        reach_error();
    if (equal && (uintptr_t)a - (uintptr_t)b != 0)
        reach_error();
    if (equal && a + 1 == b)
        reach_error();
    return 0;
}
