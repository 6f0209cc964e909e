/* Reads a file that only root may read, in a folder that it was given. */
#include "hostile.h"
int main(void) {
    char byte;
    int file = open(given("OF_ROOT"), O_RDONLY);
    must(file >= 0 && read(file, &byte, 1) == 1);
    get_out();
}
