/* Takes longer than it may. */
#include "hostile.h"
int main(void) {
    struct timespec time = {number("SECONDS") + 1, 0};
    while (nanosleep(&time, &time) != 0) {
    }
    get_out();
}
