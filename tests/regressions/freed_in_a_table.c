// An object that was freed through a table, when the table is read at a symbolic index again.
// run: dunlin run
// run: dunlin run --memory ite
// run: dunlin run --memory segments --resolve-context 1
// run: dunlin run --memory fork --resolve-context 0
// error: use-after-free at 17
// error: double-free at 19
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char in[3];
    klee_make_symbolic(in, sizeof in, "in");
    char *table[] = {calloc(6, 1), calloc(16, 1)};
    free(table[in[0] & 1]);
    if (in[2] == 7)
        table[in[1] & 1][0] = 1;
    else
        free(table[in[1] & 1]);
    return 0;
}
