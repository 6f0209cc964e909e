// A number that is the address of an object, with a constant added, is the address of another one.
// replay: off native addresses are others
// run: dunlin run --memory fork
// run: dunlin run --memory ite
// run: dunlin run --memory segments
// run: dunlin run
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static volatile int seen;

int main(void) {
    char *first = malloc(16), *second = malloc(16), *third = malloc(16);
    *first = 1;
    *second = 2;
    *third = 3;
    uintptr_t one = (uintptr_t)first, two = (uintptr_t)second, three = (uintptr_t)third;
    seen = (one ^ two ^ three) % 1000;
    uintptr_t number;
    klee_make_symbolic(&number, sizeof number, "number");
    klee_assume((number == one) | (number == three));
    char value = *(char *)number;
    assert(value == 1 || value == 3);
    if (number + (two - one) == two) {
        assert(*(char *)(number + (two - one)) == 2);
    }
    return 0;
}
