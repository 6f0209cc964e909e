// Objects at addresses that a program may know by heart: none of Dunlin's own lies there.
// run: dunlin run
// paths: 1
// replay: off the sanitizer's runtime has its shadow memory and code where these objects are
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
void other(void) {}
int main(void) {
    static const unsigned long places[] = {0x1000, 0x10000, 0x100000, 0x1000000, 0x12345678, 0x80000000, 0x555555554000};
    void *before = malloc(16);
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        klee_define_fixed_object((void *)places[i], 64);
        char *p = (char *)places[i];
        p[0] = 1;
        p[63] = (char)i;
    }
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        assert(((char *)places[i])[63] == (char)i);
    void (*f)(void) = other;
    f();
    assert(malloc(1000) != before);
    return 0;
}
