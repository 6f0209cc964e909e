/* Makes its crash start a program of the system, which keeps its memory on the disk: where core dumps go to a
 * program, only a limit of one byte prevents that. */
#include "hostile.h"
int main(void) {
    struct rlimit none = {0, 0};
    must(setrlimit(RLIMIT_CORE, &none) == 0 && getrlimit(RLIMIT_CORE, &none) == 0);
    must(none.rlim_cur != 1);
    get_out();
}
