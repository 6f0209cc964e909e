/* Changes the mode of a file that belongs to its account. */
#include "hostile.h"
int main(void) {
    must(chmod(given("OWN"), 0604) == 0);
    get_out();
}
