/* The same by the name that every process has for its own terminal. */
#include "hostile.h"
int main(void) {
    int terminal = open("/dev/tty", O_RDWR | O_NONBLOCK);
    must(terminal >= 0 && write(terminal, "x", 1) == 1);
    get_out();
}
