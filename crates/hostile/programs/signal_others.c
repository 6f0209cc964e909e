/* Sends a signal to another process of the same account. */
#include "hostile.h"
#include <signal.h>
int main(void) {
    must(kill((pid_t)number("VICTIM"), SIGCONT) == 0);
    get_out();
}
