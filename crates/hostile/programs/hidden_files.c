/* Fills the disk in a folder that only it can look into, since it knows the names. */
#include "hostile.h"
int main(void) {
    static char block[1 << 19];
    size_t wanted = 3 * (size_t)number("DISK");
    must(mkdir("folder", 0300) == 0);
    for (size_t taken = 0; taken < wanted; taken += sizeof block) {
        char name[32];
        snprintf(name, sizeof name, "folder/%zu", taken);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        must(file >= 0 && write(file, block, sizeof block) == (ssize_t)sizeof block);
        close(file);
    }
    hold_and_get_out();
}
