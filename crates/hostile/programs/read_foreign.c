/* Reads a file that only another user may read: it takes a privilege. */
#include "hostile.h"
int main(void) {
    char byte;
    int file = open(given("OF_ANOTHER"), O_RDONLY);
    must(file >= 0 && read(file, &byte, 1) == 1);
    get_out();
}
