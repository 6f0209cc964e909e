/* Looks which processes there are on this machine. */
#include "hostile.h"
int main(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/cmdline", number("VICTIM"));
    must(access(path, R_OK) == 0);
    get_out();
}
