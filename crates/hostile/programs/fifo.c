/* Sends something through a FIFO, which a read-only file system does not hinder. */
#include "hostile.h"
int main(void) {
    int fifo = open(given("FIFO"), O_WRONLY | O_NONBLOCK);
    must(fifo >= 0 && write(fifo, "x", 1) == 1);
    get_out();
}
