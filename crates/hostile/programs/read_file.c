/* Reads a file of the user's that it was not given. */
#include "hostile.h"
int main(void) {
    char byte;
    int file = open(given("SECRET"), O_RDONLY);
    must(file >= 0 && read(file, &byte, 1) == 1);
    get_out();
}
