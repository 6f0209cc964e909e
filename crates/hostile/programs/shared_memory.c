/* Takes memory in a shared mapping, and lets go of its pages: they stay, but count for nobody. */
#include "hostile.h"
int main(void) {
    size_t wanted = 3 * (size_t)number("MEMORY");
    char *range = mmap(NULL, wanted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    must(range != MAP_FAILED);
    for (size_t taken = 0; taken < wanted; taken += MEBIBYTE) {
        memset(range + taken, 1, MEBIBYTE);
        madvise(range + taken, MEBIBYTE, MADV_DONTNEED);
    }
    hold_and_get_out();
}
