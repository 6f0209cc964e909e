/* Fills the disk with empty files. */
#include "hostile.h"
int main(void) {
    for (int i = 0; i < 20000; i++) {
        char name[32];
        snprintf(name, sizeof name, "file%d", i);
        must(mknod(name, S_IFREG | 0600, 0) == 0);
    }
    hold_and_get_out();
}
