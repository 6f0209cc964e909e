/* Learns the name of the machine. */
#include "hostile.h"
int main(void) {
    char name[256] = "";
    must(gethostname(name, sizeof name - 1) == 0 && strcmp(name, given("HOST_NAME")) == 0);
    get_out();
}
