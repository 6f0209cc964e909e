// A check of memory that is there.
// run: dunlin run
// paths: 1
// error: none
#include <klee/klee.h>

int main(void) {
    char text[4];
    klee_check_memory_access(text, 4);
    klee_check_memory_access(text + 1, 3);
    return 0;
}
