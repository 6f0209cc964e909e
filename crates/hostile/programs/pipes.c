/* Takes memory in pipes. */
#include "hostile.h"
int main(void) {
    static char block[1 << 20];
    size_t wanted = (size_t)number("PIPES"), taken = 0;
    struct rlimit files;
    must(getrlimit(RLIMIT_NOFILE, &files) == 0);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    while (taken < wanted) {
        int ends[2];
        must(pipe2(ends, O_NONBLOCK) == 0);
        ssize_t held = write(ends[1], block, sizeof block);
        must(held > 0);
        taken += (size_t)held;
    }
    hold_and_get_out();
}
