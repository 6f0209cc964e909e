/* Prints more than anybody should keep. */
#include "hostile.h"
int main(void) {
    static char block[1 << 16];
    for (int i = 0; i < 64; i++)
        must(write(1, block, sizeof block) == (ssize_t)sizeof block);
    return 0;
}
