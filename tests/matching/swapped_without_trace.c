// Which of the two equal blocks came first does not matter to anybody: one state covers the other.
// replay: off the program has no end
// run: dunlin run --match exact
// run: dunlin run --match covered
// stderr: the program does not end by itself
// paths: 0
#include <assert.h>
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    char *first = calloc(1, 8), *second = calloc(1, 8);
    while (1) {
        if (dunlin_int("input") > 0) {
            char *other = first;
            first = second;
            second = other;
        }
        assert(first[0] == second[7]);
    }
}
