// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-write at 13
// report: out-of-bounds-write
// report: main
// report: allocated
// report: out_of_bounds_write.c:11
#include <stdlib.h>

int main(void) {
    char *buffer = malloc(10);
    for (int i = 0; i <= 10; i++)
        buffer[i] = 'x';
    free(buffer);
    return 0;
}
