// An address that is printed decides nothing.
// run: dunlin run --addresses free --reuse-addresses on
// paths: 1
// error: none
// replay: off addresses are printed
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(4);
    printf("%p %lx\n", (void *)a, (unsigned long)a);
    free(a);
    return 0;
}
