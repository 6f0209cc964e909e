/* Takes three times the memory that it may have. */
#include "hostile.h"
int main(void) {
    size_t wanted = 3 * (size_t)number("MEMORY");
    for (size_t taken = 0; taken < wanted; taken += MEBIBYTE) {
        char *block = malloc(MEBIBYTE);
        must(block != NULL);
        memset(block, 1, MEBIBYTE);
    }
    hold_and_get_out();
}
