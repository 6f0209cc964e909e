// The address of a function passes through an integer and a struct on the heap.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy ccbse:sdse
// verdict: reachable
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

struct handler {
    int key;
    uintptr_t call;
};

static int handle(int n) {
    return n > 4; // target
}

int main(void) {
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    struct handler *handler = malloc(sizeof *handler);
    if (!handler)
        return 1;
    *handler = (struct handler){3, (uintptr_t)handle};
    int result = key == handler->key ? ((int (*)(int))handler->call)(key) : 0;
    free(handler);
    return result;
}
