/* Writes to the screen of the user's terminal and reads what is typed there. */
#include "hostile.h"
int main(void) {
    char typed[16];
    int terminal = open(given("TERMINAL"), O_RDWR | O_NOCTTY | O_NONBLOCK);
    must(terminal >= 0);
    must(write(terminal, "x", 1) == 1);
    must(read(terminal, typed, sizeof typed) > 0 || errno == EAGAIN);
    get_out();
}
