/* Takes the way away that reports of sanitizers go. */
#include "hostile.h"
int main(void) {
    must(close((int)number("REPORT")) == 0);
    get_out();
}
