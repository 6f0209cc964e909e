/* Reads the memory of the process that has started it, which is a copy of the user's tool. */
#include "hostile.h"
int main(void) {
    char path[64], byte, *here = path;
    snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    int memory = open(path, O_RDONLY);
    must(memory >= 0);
    (void)pread(memory, &byte, 1, (off_t)(uintptr_t)here);
    get_out();
}
