/* The same with a device that is there for something else. */
#include "hostile.h"
int main(void) {
    size_t wanted = 3 * (size_t)number("MEMORY");
    int zeros = open("/dev/zero", O_RDWR);
    must(zeros >= 0);
    char *range = mmap(NULL, wanted, PROT_READ | PROT_WRITE, MAP_SHARED, zeros, 0);
    must(range != MAP_FAILED);
    for (size_t taken = 0; taken < wanted; taken += MEBIBYTE) {
        memset(range + taken, 1, MEBIBYTE);
        madvise(range + taken, MEBIBYTE, MADV_DONTNEED);
    }
    hold_and_get_out();
}
