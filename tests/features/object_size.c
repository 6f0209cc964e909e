// run: dunlin run -O2 -D_FORTIFY_SOURCE=0
// run: dunlin run
// native: same
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static size_t known(void) {
    static char table[40];
    return __builtin_dynamic_object_size(table + 8, 0);
}

__attribute__((noinline)) static size_t unknown(char *p) { return __builtin_object_size(p, 0); }
__attribute__((noinline)) static size_t least(char *p) { return __builtin_object_size(p, 2); }

int main(void) {
    volatile size_t n = 24;
    char *p = malloc(n);
    if (p == NULL)
        return 1;
    printf("%zu %d %zu\n", known(), unknown(p) == (size_t)-1, least(p));
    free(p);
    return 0;
}
