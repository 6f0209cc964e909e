// An object at a fixed address.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    volatile char *place = (char *)0x40000000;
    klee_define_fixed_object((void *)place, 16);
    place[3] = 5;
    assert(place[3] == 5);
    return 0;
}
