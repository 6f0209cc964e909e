// What malloc promises holds for every placement.
// run: dunlin run --addresses free --reuse-addresses on
// paths: 1
// error: none
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);

int main(void) {
    for (int size = 1; size < 40; size += 13) {
        char *p = malloc(size);
        uintptr_t n = (uintptr_t)p;
        if ((n & 15) != 0 || n % 8 || (n >> 2) & 1 || (unsigned char)n & 3)
            reach_error();
        if (n == 0 || n + size < n || (intptr_t)n < 0)
            reach_error();
        free(p);
    }
    return 0;
}
