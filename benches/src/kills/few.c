#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char kind;
    int table[4] = {1, 2, 3, 4};
    klee_make_symbolic(&kind, 1, "kind");
    switch (kind) {
    case 1:
        return table[kind + 3];
    case 2: {
        char *block = malloc(4);
        free(block);
        return block[0];
    }
    case 3:
        return 10 / (kind - 3);
    case 4:
        return *(int *)0;
    case 5: {
        char *block = malloc(1);
        free(block);
        free(block);
        return 0;
    }
    default:
        return 0;
    }
}
