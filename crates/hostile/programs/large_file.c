/* Writes one file that is larger than it may be. */
#include "hostile.h"
#include <signal.h>
int main(void) {
    static char block[1 << 16];
    size_t wanted = 2 * (size_t)number("FILE_SIZE");
    signal(SIGXFSZ, SIG_IGN);
    int file = open("file", O_WRONLY | O_CREAT, 0600);
    for (size_t taken = 0; taken < wanted; taken += sizeof block)
        must(write(file, block, sizeof block) == (ssize_t)sizeof block);
    get_out();
}
