// A program that does not read what it did not write has no inputs: copies of padding read nothing.
// run: dunlin run
// paths: 1
// tests: 1
// stdout: 6 5
// native: same
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct padded {
    char tag;
    long value;
    char rest[500];
};
int main(void) {
    struct padded *table = malloc(4 * sizeof *table), one;
    one.tag = 'a';
    one.value = 5;
    for (int i = 0; i < 4; i++) {
        table[i] = one;
        table[i].value += i & 1;
    }
    table = realloc(table, 9 * sizeof *table);
    memmove(table + 1, table, 4 * sizeof *table);
    printf("%ld %ld\n", table[2].value, table[3].value);
    return 0;
}
