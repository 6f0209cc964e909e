/* The same with files that have no name any more. */
#include "hostile.h"
int main(void) {
    static char block[1 << 19];
    size_t wanted = 3 * (size_t)number("DISK");
    for (size_t taken = 0; taken < wanted; taken += sizeof block) {
        int file = open("file", O_WRONLY | O_CREAT | O_EXCL, 0600);
        must(file >= 0 && unlink("file") == 0);
        must(write(file, block, sizeof block) == (ssize_t)sizeof block);
    }
    hold_and_get_out();
}
