/* Takes memory in files without a name, each as large as a file may be. */
#include "hostile.h"
int main(void) {
    static char block[1 << 20];
    memset(block, 1, sizeof block);
    size_t wanted = 3 * (size_t)number("MEMORY");
    for (size_t taken = 0; taken < wanted; taken += MEBIBYTE) {
        int file = (int)syscall(SYS_memfd_create, "x", 0);
        must(file >= 0 && write(file, block, MEBIBYTE) == (ssize_t)MEBIBYTE);
    }
    hold_and_get_out();
}
