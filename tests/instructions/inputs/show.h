// Prints integers of any width in hexadecimal, from their bytes in memory.
#include <stdio.h>

static void show(const char *what, unsigned width, const void *value) {
    const unsigned char *bytes = value;
    unsigned size = (width + 7) / 8, rest = width % 8;
    printf("%s i%u ", what, width);
    for (unsigned i = size; i-- > 0;) {
        unsigned byte = bytes[i];
        if (i == size - 1 && rest != 0)
            byte &= (1u << rest) - 1;
        printf("%02x", byte);
    }
    printf("\n");
}
