/* Computes for longer than it may. */
#include "hostile.h"
int main(void) {
    clock_t end = (clock_t)(number("PROCESSOR_SECONDS") + 2) * CLOCKS_PER_SEC;
    while (clock() < end) {
    }
    get_out();
}
