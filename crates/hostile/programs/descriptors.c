/* Writes to a file that the user's tool has open. */
#include "hostile.h"
int main(void) {
    must(write((int)number("DESCRIPTOR"), "x", 1) == 1);
    get_out();
}
