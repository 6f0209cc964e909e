/* Takes memory in page tables: pages that were only read are all the same one, and count for nothing. */
#include "hostile.h"
int main(void) {
    size_t tables = 2 * (size_t)number("MEMORY") / 4096, apart = 2 * MEBIBYTE;
    char *range = mmap(NULL, tables * apart, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    must(range != MAP_FAILED);
    madvise(range, tables * apart, MADV_NOHUGEPAGE);
    volatile char sum = 0;
    for (size_t i = 0; i < tables; i++)
        sum = (char)(sum + range[i * apart]);
    hold_and_get_out();
}
